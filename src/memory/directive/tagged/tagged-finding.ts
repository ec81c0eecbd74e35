import type { DirectiveType } from "../directive.ts";
import type { Finding } from "../finding.ts";
import { wordSet } from "../../language/word-set.ts";
import { asBase } from "../readers/as-base.ts";
import { isSaid } from "../readers/things.ts";
import { clausesOf } from "../text/clause.ts";
import { addedAll, type Word } from "../text/word.ts";
import { auxiliaries, determiners, prepositions, subjects } from "../words/classes.ts";
import { isPlural } from "../words/plural.ts";
import { baseOfGerund, isNounToo, verbs } from "../words/verbs.ts";
import { withoutOpening } from "../wording/opening.ts";
import { asRead, isPredicate } from "./as-read.ts";
import { compared, particles, taggedWords, withGaps } from "./span-words.ts";
import type { Span } from "./spans.ts";

/** A tagged rule as the readers' are, with what limits it. */
export type TaggedFinding = { readonly found: Finding; readonly lead: readonly Word[] };

/** They say by themselves that something is not to be. */
const leaving = wordSet(
  `avoid ban cross curb cut decrease ditch dodge drop ease eschew exclude forget hide hold keep leave lessen limit lose minimise minimize
   no nobody noone none nothing omit quit reduce refrain remove restrict scrap shun skip skirt spare stay steer stop strike`,
);
/** And these, behind another verb: "be wary of X", "lean on X less". */
const sparing = wordSet("avoid careful cautious easy fewer less minimum no sparing sparingly wary");
const sparingMax = 8;
const negations = wordSet("not never nor no nobody noone none nothing neither cannot without");
/** Behind a negation they turn what follows round: "do not stop asking". */
const reversing = wordSet(
  "stop forget fail quit cease skip avoid omit neglect hesitate afraid shy refrain scared reluctant",
);
const absolutes = wordSet("always never ever");

/** "Load jobs", "my surname". */
const nameMax = 2;
const joining = wordSet(
  "a an the my our your their his her its this these those that of to in on at for with and or not",
);

/**
 * The rule of some tagged words; undefined where they are none of the message's own, or where what stands before them in
 * their sentence turns them round.
 */
export function findingOf(
  { type, body, lead }: Span,
  message: readonly Word[],
  sentence: readonly Word[],
): TaggedFinding | undefined {
  const tagged = withoutNegation(taggedWords(message, body), type);
  const pair = type === "PREFER" ? compared(message, tagged) : undefined;
  const limits = limitsOf(withGaps(message, taggedWords(message, lead)), tagged, sentence);
  const read = pair ? undefined : asRead(tagged, sentence, type);
  if (read) return { ...read, lead: [...read.lead, ...limits.filter((word) => !read.lead.includes(word))] };
  const words = pair ?? hinged(withVerb(withGaps(message, tagged), sentence), sentence, type);
  const first = words[0];
  if (first === undefined || words.every(({ kind }) => kind === "quote")) return undefined;
  const before = sentence.filter(({ start }) => start < first.start);
  if (isAdjunct(words, before)) return undefined;
  const found = forbids(type)
    ? banOf(words, before, type, isCommand(words, sentence))
    : demandOf(words, sentence, type);
  return found && { found, lead: limits };
}

/** What limits a rule, with the "when" or "if" before it; where none of it is tagged, the condition that the rule's clause has. */
function limitsOf(tagged: readonly Word[], rule: readonly Word[], sentence: readonly Word[]): readonly Word[] {
  const clauses = clausesOf(sentence);
  const [first] = tagged;
  if (first === undefined) {
    const lead = clauses.find(({ words }) => rule[0] !== undefined && words.includes(rule[0]))?.lead ?? [];
    return conditions.has(lead[0]?.word ?? "") ? lead : [];
  }
  const lead = clauses.find((clause) => clause.lead.includes(first))?.lead ?? [];
  const from = lead.indexOf(first);
  return from <= headMax ? [...lead.slice(0, Math.max(0, from)), ...tagged] : tagged;
}
const conditions = wordSet("if when whenever before unless until after");
const headMax = 3;

/** "Between six and eight": where or when, and not what. */
const isAdjunct = (words: readonly Word[], before: readonly Word[]): boolean =>
  prepositions.has(words[0]!.word) &&
  (!particles.has(words[0]!.word) || ["in", "on", "by"].includes(words[0]!.word)) &&
  !isSaid(words) &&
  negativeSubject(before).length === 0;

const forbids = (type: DirectiveType): boolean => type === "NEVER" || type === "AVOID";

/** "Try for bigger print": what the preposition belongs to. */
function withVerb(words: readonly Word[], sentence: readonly Word[]): readonly Word[] {
  const at = words[0] ? sentence.indexOf(words[0]) : -1;
  const [subject, verb] = [sentence[at - 2], sentence[at - 1]];
  const acts =
    verb !== undefined && verbs.has(verb.word) && !subjects.has(subject?.word ?? "") && !isPlural(subject?.word ?? "");
  return acts && prepositions.has(words[0]!.word) ? [verb, ...words] : words;
}

/** "I hate it if a function changes its arguments": what the thing does belongs to it. */
function hinged(words: readonly Word[], sentence: readonly Word[], type: DirectiveType): readonly Word[] {
  const clause = clauseOf(words[0]!, sentence);
  const at = clause.indexOf(words[0]!);
  const from = determiners.has(clause[at - 1]?.word ?? "") ? at - 1 : at;
  const rest = clause.slice(clause.indexOf(words.at(-1)!) + 1);
  if (type === "MUST" || type === "NEVER" || from < 1 || !hinges.has(clause[from - 1]!.word) || rest.length === 0)
    return words;
  if (verbs.has(words[0]!.word) || words.some(({ word }) => auxiliaries.has(word))) return words;
  return type === "AVOID" ? [...words, ...addedAll("that"), ...rest] : [...addedAll("that"), ...clause.slice(from)];
}
const hinges = wordSet("if when whenever that");

function demandOf(words: readonly Word[], sentence: readonly Word[], type: DirectiveType): Finding | undefined {
  const before = sentence.filter(({ start }) => start < words[0]!.start);
  const found = { type, weight: 0, absolute: isAbsolute(words, before) };
  const shape = shapeOf(words, before);
  const last = before.at(-1);
  const denied = ["not", "never"].includes(last?.word ?? "") && isDenied(words[0]!, sentence);
  if (shape !== "thing" && denied) {
    // "Don't lecture, point them to the clinic"
    const next = words.filter((word) => !clauseOf(words[0]!, sentence).includes(word) && word.kind !== "mark");
    return next.length > 1 ? demandOf(next, sentence, type) : undefined;
  }
  if (type === "PREFER" && words[0]!.word === "try") return { ...found, shape: "whole", body: words };
  if (shape !== "thing") return { ...found, shape, body: words };
  if (last?.word === "you") return { ...found, shape: "verb", body: asBase(words) };
  if (type === "PREFER") return { ...found, shape, body: isSaid(words) ? [...addedAll("that"), ...words] : words };
  // Or its verb is not known. A mere name of what it is about says nothing.
  const isName = words.filter(({ word }) => !joining.has(word)).length <= nameMax;
  if (isName || leavesOpen(words, sentence)) return undefined;
  if (words[0]!.word === "there" && words[2]?.word === "no")
    return { ...found, type: "NEVER", shape: "whole", body: words.slice(2) };
  if (last && ["not", "no"].includes(last.word)) return { ...found, shape: "whole", body: [last, ...words] };
  if (words[0]!.word !== "only" && isDenied(words[0]!, sentence)) return undefined;
  return { ...found, shape: "whole", body: words };
}

function banOf(
  words: readonly Word[],
  before: readonly Word[],
  type: DirectiveType,
  commands: boolean,
): Finding | undefined {
  const first = words[0]!;
  const negated = before.findLastIndex(({ word }) => negations.has(word));
  if (negated >= 0 && before.slice(negated).some(({ word }) => reversing.has(word))) return undefined;
  const found = { type, weight: 0, absolute: isAbsolute(words, before) };
  const whole = (body: readonly Word[]): Finding => ({ ...found, shape: "whole", body });
  if (negated < 0 && leaving.has(first.word)) return whole(words);
  const shape = shapeOf(words, before);
  if (negated < 0 && commands && shape === "verb") {
    const spares = words.slice(0, sparingMax).some(({ word }) => sparing.has(word));
    return spares ? whole(words) : { ...found, type: "MUST", shape, body: words };
  }
  if (shape !== "thing") return { ...found, shape, body: words };
  if (["less", "fewer"].includes(first.word)) return whole([...addedAll("use"), ...words]);
  const subject = negativeSubject(before);
  if (subject.length > 0) return whole([...subject, ...words]);
  if (isSaid(words) && words.some(({ word }) => negations.has(word))) return whole(words);
  if (type === "AVOID") return { ...found, shape, body: words };
  return whole(leaving.has(first.word) ? words : [...addedAll("No"), ...words]);
}

const isAbsolute = (words: readonly Word[], before: readonly Word[]): boolean =>
  [...before, words[0]!].some(({ word }) => absolutes.has(word));

/** Whether a clause is nothing but these words: "pushing tags is forbidden" commands nothing. A colon may introduce what is banned. */
function isCommand(words: readonly Word[], sentence: readonly Word[]): boolean {
  const clause = clausesOf(sentence).find((each) => each.words.includes(words[0]!));
  if (clause === undefined || clause.link === "colon" || withoutOpening(clause.words)[0] !== words[0]) return false;
  const next = clause.words[clause.words.findLastIndex((word) => words.includes(word)) + 1];
  return !auxiliaries.has(next?.word ?? "");
}

/** "The hospital's forms" of "the hospital's forms have a barcode". */
function leavesOpen(words: readonly Word[], sentence: readonly Word[]): boolean {
  if (!determiners.has(words[0]!.word) && !determiners.has(wordBefore(words[0]!, sentence))) return false;
  const clause = clauseOf(words[0]!, sentence);
  const next = clause.indexOf(words.at(-1)!) + 1;
  return next > 0 && next < clause.length && !isSaid(words) && clause[next]!.word !== "be" && isPredicate(clause, next);
}

const wordBefore = (word: Word, sentence: readonly Word[]): string => sentence[sentence.indexOf(word) - 1]?.word ?? "";

const clauseOf = (word: Word, sentence: readonly Word[]): readonly Word[] =>
  clausesOf(sentence).find(({ words }) => words.includes(word))?.words ?? [];

/** "You need no more than one": what there is a thing of is not to be. "Never forget the oars" is a demand. */
function isDenied(first: Word, sentence: readonly Word[]): boolean {
  const clause = clauseOf(first, sentence);
  const before = clause.slice(0, Math.max(0, clause.indexOf(first)));
  return before.some(({ word }) => negations.has(word)) && !before.some(({ word }) => reversing.has(word));
}

/** "Nobody", "no one", "none of": what no words of a ban that follow can do without. */
function negativeSubject(before: readonly Word[]): readonly Word[] {
  const [last, other] = [before.at(-1)?.word ?? "", before.at(-2)?.word ?? ""];
  if (["nobody", "noone", "nothing", "none"].includes(last)) return before.slice(-1);
  return last === "one" && other === "no" ? before.slice(-2) : [];
}

/** "Do not use tabs" of a ban is "use tabs": what it is to begin with is said by its type. */
function withoutNegation(words: readonly Word[], type: DirectiveType): readonly Word[] {
  if (!forbids(type)) return words;
  const from = words.findIndex(({ word }) => !["do", "not", "never", "try", "to"].includes(word));
  return words.slice(0, from).some(({ word }) => word === "not" || word === "never") ? words.slice(from) : words;
}

const objects = wordSet("it them me us him");

function shapeOf(words: readonly Word[], before: readonly Word[]): Finding["shape"] {
  const { word } = words[0]!;
  const last = before.at(-1)?.word ?? "";
  const isNoun = isNounToo(word) && last !== "to" && (prepositions.has(last) || determiners.has(last));
  const acts = objects.has(words[1]?.word ?? ""); // whatever "ring it" means
  if ((verbs.has(word) && !isNoun) || acts) return "verb";
  if (baseOfGerund(word) !== undefined) return "gerund";
  const isAsked = ["to", "not", "never", "please", "always"].includes(last);
  return isAsked && !determiners.has(word) && !isPlural(word) ? "verb" : "thing";
}
