import { finding, type Finding } from "../finding.ts";
import { ofAll } from "../lasting/lasting.ts";
import type { Clause } from "../text/clause.ts";
import { has, matchAt, phrases, search } from "../text/match.ts";
import { wordAt, type Word } from "../text/word.ts";
import { wordSet } from "../../language/word-set.ts";
import { adverbs, auxiliaries, prepositions, subjects, subordinators } from "../words/classes.ts";
import { baseOfGerund, isNounToo, verbs } from "../words/verbs.ts";
import { withoutOpening } from "../wording/opening.ts";
import { lowered } from "./things.ts";

/**
 * What is permitted is neither asked for nor banned: "emojis are fine in chats", "you may book first class". Only what is
 * excepted from it is: "..., just not in mails".
 */
export type Permission = {
  /** What may be used or done, as far as its exception may be said of it. */
  readonly permitted: readonly Word[];
  readonly verb: Word | undefined;
  readonly except: readonly Word[];
};

const licensed = phrases(`
  is|are|am perfectly|totally|completely|entirely|quite? fine|ok|okay|alright|allowed|permitted|welcome|acceptable
`);
const youMay = phrases(`
  you may|can
  you are allowed|permitted|free|welcome to
`);
const excepting = phrases(`
  just|but|only not|never
  except for?
  , not|never
`);
const restricting = wordSet("not never no only nobody none nothing neither nor cannot hardly");
/** "Any format is fine so long as the month is a word" asks for the month. */
const provided = phrases(`
  as|so long as
  provided
`);
/** Behind a subject they begin no clause of it: "stays where dogs are welcome", "the best that you can do". */
const relative = wordSet(
  "that which what who whose where wherever when whenever if whether while as than how however because so whatever",
);
const assuring = wordSet("check make see ensure sure confirm verify ask say tell");
/** "You can drop the greeting", "you can leave that to me" and "you can call me Al" ask for it. */
const asking = wordSet("drop skip leave stop quit cut omit ditch lose forget spare call address");

/** What a clause permits; undefined where it permits nothing, or only within limits. */
function permissionIn(clause: readonly Word[]): Permission | undefined {
  const words = withoutOpening(clause);
  const exception = search(words, excepting, 1);
  const said = words.slice(0, exception?.at);
  if (said.some(({ word }) => restricting.has(word)) || has(said, provided) || has(words, ofAll)) return undefined;
  const read = ofThing(said) ?? ofDeed(said);
  if (!read) return undefined;
  return { ...read, except: exception ? words.slice(exception.to) : [] };
}

/** "Late dinners are fine if they're light", "I am okay with emojis". */
function ofThing(words: readonly Word[]): Omit<Permission, "except"> | undefined {
  const found = search(words, licensed, 1);
  if (!found) return undefined;
  const thing = words.slice(0, found.at);
  const next = words[found.to];
  const first = thing[0]!.word;
  const isOpen = next === undefined || next.kind === "mark" || prepositions.has(next.word) || after.has(next.word);
  const isSubject = !assuring.has(first) && !(verbs.has(first) && !isNounToo(first)) && !thing.some(isLink);
  return isOpen && isSubject ? { permitted: thing, verb: undefined } : undefined;
}
const after = new Set([...subordinators, "to", "too", "now", "again", "and", "or", "but", "also", "here", "there"]);

const isLink = ({ word, kind }: Word): boolean =>
  relative.has(word) || auxiliaries.has(word) || (kind === "mark" && word !== "'");

/** "You may book first class", "trips under 100 km you can book yourself". */
function ofDeed(words: readonly Word[]): Omit<Permission, "except"> | undefined {
  const may = search(words, youMay);
  if (!may) return undefined;
  const thing = words.slice(0, may.at);
  const isThing = !thing.some((word) => isLink(word) || subjects.has(word.word)) && !verbs.has(wordAt(thing, 0));
  let from = may.to;
  while (adverbs.has(wordAt(words, from))) from++;
  const [verb, ...rest] = words.slice(from);
  if (verb === undefined || !isThing || asking.has(verb.word)) return undefined;
  // "Every dish you can freeze must be labelled"
  const end = rest.findIndex(({ word }) => subordinators.has(word));
  if (thing.length > 0 && rest.slice(0, end < 0 ? rest.length : end).some(({ word }) => auxiliaries.has(word)))
    return undefined;
  return { permitted: thing.length > 0 ? thing : rest, verb };
}

/** The ban of what is excepted from a permission. */
export function readExcepted(permission: Permission): { found: Finding; lead: readonly Word[] } | undefined {
  const found = permission.except.length === 0 ? undefined : excepted(permission);
  return found && { found, lead: [] };
}

function excepted({ permitted, verb, except }: Permission): Finding | undefined {
  const first = except[0]!;
  const isPlaced = prepositions.has(first.word) || subordinators.has(first.word);
  const rest = isPlaced ? [...beforePlace(permitted, first), ...except] : except;
  if (verb === undefined) {
    const isGerund = baseOfGerund(rest[0]!.word) !== undefined;
    return finding("NEVER", isGerund ? "gerund" : "thing", lowered(rest), 2);
  }
  const acts = !isPlaced && verbs.has(first.word) && !isNounToo(first.word);
  return finding("NEVER", "verb", acts ? except : [verb, ...lowered(rest)], 2);
}

/** "Swear in memes" without its place, where another is told. */
function beforePlace(words: readonly Word[], place: Word): readonly Word[] {
  const same = words.findLastIndex(({ word }) => word === place.word);
  const at = same >= 0 ? same : words.findLastIndex(({ word }) => placing.has(word) || subordinators.has(word));
  return at < 0 ? words : words.slice(0, at);
}
const placing = wordSet("in on at during after before");

/** "Don't ask me first": whoever may do it needs not. */
const isUnasked = (clause: readonly Word[]): boolean => {
  const words = withoutOpening(clause);
  const told = matchAt(words, 0, unasked);
  return told !== undefined && words.slice(told.to).every(({ word, kind }) => kind === "mark" || hanging.has(word));
};
const unasked = phrases(`
  do not ask|check|tell|consult|call|wait|confirm|bother|worry
  no need to ask|check|tell|consult|call|wait|confirm|bother
  without asking|checking|telling|waiting
`);
const hanging = wordSet(
  "me us with for about to it that them those first my our ok okay approval before anybody anyone",
);

const nothing: Permission = { permitted: [], verb: undefined, except: [] };

/** Those of a sentence's clauses that permit, or that belong to a permission before them. `before`: whether one stood there. */
export function permissionsOf(clauses: readonly Clause[], before: boolean): ReadonlyMap<Clause, Permission> {
  const found = new Map<Clause, Permission>();
  let last = before ? nothing : undefined;
  for (const clause of clauses) {
    last = permissionIn(clause.words) ?? (last && ofPermission(clause.words, last));
    if (last) found.set(clause, last);
  }
  return found;
}

/** What a clause adds to a permission: that nobody has to be asked, or "never outside". */
function ofPermission(words: readonly Word[], before: Permission): Permission | undefined {
  if (isUnasked(words)) return nothing;
  const [first, second] = words;
  const excepts = ["never", "not"].includes(first!.word) && prepositions.has(second?.word ?? "");
  return excepts && before !== nothing ? { ...before, except: words.slice(1) } : undefined;
}
