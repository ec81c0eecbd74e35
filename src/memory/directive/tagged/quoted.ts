import { forbids } from "../directive.ts";
import type { Finding } from "../finding.ts";
import { wordSet } from "../../language/word-set.ts";
import { isOwn, wordAt, type Word } from "../text/word.ts";
import { agents, auxiliaries, determiners, prepositions, softPronouns, subjects } from "../words/classes.ts";
import { isPlural } from "../words/plural.ts";
import { baseOfGerund, baseOfParticiple, baseOfThird, isNounToo, verbs } from "../words/verbs.ts";
import { withoutOpening } from "../wording/opening.ts";
import { isLimit } from "./as-limit.ts";
import { leaving, negations, sparing } from "./negation.ts";
import { clauseOf } from "./own-clause.ts";

/** A rule, and what limits it. */
type Limited = { readonly found: Finding; readonly lead: readonly Word[] };

/**
 * A rule in its message's own words, where what was made of the tagged ones is no sentence: words between them are passed over, or
 * what a ban begins with does not go with them. Undefined where what was made stands, and where the message says it at much
 * greater length.
 */
export function quoted({ found, lead }: Limited, sentence: readonly Word[]): Limited | undefined {
  const own = found.body.filter(isOwn);
  if (own.length === 0 || !own.every((word) => sentence.includes(word))) return undefined;
  if (!hasHoles(own, sentence, found.shape) && !isUnnamed(found, own, sentence)) return undefined;
  const inOrder = own.toSorted((one, other) => one.start - other.start);
  const start = forbids(found.type) ? beginning(inOrder[0]!, sentence) : inOrder[0]!.start;
  if (start === undefined) return undefined;
  const end = ending(inOrder.at(-1)!, sentence);
  const body = sentence.filter((word) => word.start >= start && word.end <= end);
  if (body.filter(({ kind }) => kind !== "mark").length > longest(own.length)) return undefined;
  if (lacksThing(body) || (forbids(found.type) && !bans(body) && !isCommand(own, sentence))) return undefined;
  const rest = lead.filter((word) => !body.includes(word));
  return { found: { ...found, shape: "whole", body }, lead: isLimit(rest) ? rest : [] };
}

/** Of so many tagged words. */
const longest = (tagged: number): number => 1.5 * tagged + 4;

/** Where the last word's phrase ends, where that is near. */
function ending(last: Word, sentence: readonly Word[]): number {
  const rest = sentence.slice(sentence.indexOf(last) + 1);
  const mark = rest.findIndex(({ kind }) => kind === "mark");
  const tail = mark < 0 ? rest : rest.slice(0, mark);
  return tail.length > 0 && tail.length <= tailMax ? tail.at(-1)!.end : last.end;
}
const tailMax = 3;

/** What a clause may leave out, and is a sentence yet. */
const idle = wordSet("please just really also simply then so and or but a an the very always ever even");

/** Whether words of the message are passed over, or stand in another order than there. A phrase may follow its thing from afar. */
function hasHoles(own: readonly Word[], sentence: readonly Word[], shape: Finding["shape"]): boolean {
  return own.some((word, at) => {
    const before = own[at - 1];
    if (before === undefined) return false;
    if (word.start < before.start) return true;
    const between = sentence.filter(({ start, end }) => before.end <= start && end <= word.start && end > start);
    const said = between.filter(({ word: each, kind }) => kind !== "mark" && !idle.has(each));
    const isAside = subjects.has(wordAt(said, 0)) || wordAt(said, 0) === "as";
    const goesOn = prepositions.has(word.word) && (shape === "thing" || isAside);
    return said.length > 0 && !goesOn;
  });
}

/** Where the clause of a ban begins that bans before the first word of it; undefined where it bans behind it. */
function beginning(first: Word, sentence: readonly Word[]): number | undefined {
  const clause = withoutOpening(clauseOf(first, sentence));
  const before = clause.slice(0, Math.max(0, clause.indexOf(first)));
  return clause[0] === first || bans(before) ? clause[0]?.start : undefined;
}

const bans = (words: readonly Word[]): boolean =>
  words.some(({ word }) => [negations, leaving, sparing].some((set) => set.has(word)));

/** "Bad news first when you write to her": whoever reads the rule alone cannot know who she is. */
function lacksThing(body: readonly Word[]): boolean {
  return body.some(({ word }, at) => {
    const before = body.slice(0, at);
    return persons.has(word) ? !before.some((each) => agents.has(each.word)) : things.has(word) && !before.some(isName);
  });
}
const persons = wordSet("he him she her");
const things = wordSet("it them they");
const isName = ({ word, kind }: Word): boolean =>
  kind === "quote" ||
  (kind === "word" &&
    !(verbs.has(word) || negations.has(word) || idle.has(word)) &&
    ![prepositions, determiners, auxiliaries, subjects].some((set) => set.has(word)));

/** Whether a ban is of words that name nothing: "No phase out X", "Avoid told to rest". */
function isUnnamed({ type, shape, body }: Finding, own: readonly Word[], sentence: readonly Word[]): boolean {
  if (type === "NEVER" && shape === "whole") return !isOwn(body[0]!) && (!isNamed(own) || isCommand(own, sentence));
  if (type === "AVOID" && shape === "thing") return !isNamed(own);
  return shape === "gerund" && wordAt(own, 1) === "of";
}

/** "Phase out X" as all of a clause: it bans by its verb, whichever that is. */
function isCommand(own: readonly Word[], sentence: readonly Word[]): boolean {
  const clause = clauseOf(own[0]!, sentence);
  const acts = prepositions.has(wordAt(own, 1)) || determiners.has(wordAt(own, 1)) || own[1]?.kind === "quote";
  return acts && withoutOpening(clause)[0] === own[0] && clause.at(-1) === own.at(-1) && !isPlural(own[0]!.word);
}

function isNamed(words: readonly Word[]): boolean {
  const { word, kind } = words[0]!;
  if (kind === "quote" || baseOfGerund(word) !== undefined) return true;
  if (prepositions.has(word) || auxiliaries.has(word) || softPronouns.has(word)) return false;
  if ((verbs.has(word) && !isNounToo(word)) || (baseOfParticiple(word) !== undefined && !verbs.has(word))) return false;
  return !words.some(({ word: each }, at) => at > 0 && isFinite(each, words[at - 1]!.word));
}

const isFinite = (word: string, before: string): boolean =>
  auxiliaries.has(word) ||
  (!prepositions.has(before) && baseOfThird(word) !== undefined && !isNounToo(word) && !isPlural(word));
