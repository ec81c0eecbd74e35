import type { DirectiveType } from "../directive.ts";
import type { Finding } from "../finding.ts";
import { wordSet } from "../../language/word-set.ts";
import { clausesOf } from "../text/clause.ts";
import { addedAll, type Word } from "../text/word.ts";
import { auxiliaries, determiners, prepositions, subjects, subordinators } from "../words/classes.ts";
import { isPlural } from "../words/plural.ts";
import { baseOfGerund, isNounToo, verbs } from "../words/verbs.ts";
import { withoutOpening } from "../wording/opening.ts";
import { asRead } from "./as-read.ts";
import { compared, taggedWords, withGaps } from "./span-words.ts";
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
  const limits = withGaps(message, taggedWords(message, lead));
  const read = pair ? undefined : asRead(tagged, sentence, type);
  if (read) return { ...read, lead: [...read.lead, ...limits.filter((word) => !read.lead.includes(word))] };
  const words = pair ?? withGaps(message, tagged);
  const first = words[0];
  if (first === undefined || words.every(({ kind }) => kind === "quote")) return undefined;
  const before = sentence.filter(({ start }) => start < first.start);
  const found = forbids(type) ? banOf(words, before, type, isCommand(words, sentence)) : demandOf(words, before, type);
  return found && { found, lead: limits };
}

const forbids = (type: DirectiveType): boolean => type === "NEVER" || type === "AVOID";

function demandOf(words: readonly Word[], before: readonly Word[], type: DirectiveType): Finding | undefined {
  const found = { type, weight: 0, absolute: isAbsolute(words, before) };
  const shape = shapeOf(words, before);
  if (shape !== "thing") return { ...found, shape, body: words };
  if (type === "PREFER") return { ...found, shape, body: isSaid(words) ? [...addedAll("that"), ...words] : words };
  // Or its verb is not known. A mere name of what it is about says nothing.
  const isName = words.filter(({ word }) => !joining.has(word)).length <= nameMax;
  if (isName) return undefined;
  const last = before.at(-1);
  return { ...found, shape: "whole", body: last && ["not", "no"].includes(last.word) ? [last, ...words] : words };
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

/** "Nobody", "no one", "none of": what no words of a ban that follow can do without. */
function negativeSubject(before: readonly Word[]): readonly Word[] {
  const [last, other] = [before.at(-1)?.word ?? "", before.at(-2)?.word ?? ""];
  if (["nobody", "noone", "nothing", "none"].includes(last)) return before.slice(-1);
  return last === "one" && other === "no" ? before.slice(-2) : [];
}

/** Whether the words say something of a thing: "the tools are not for sale". */
function isSaid(words: readonly Word[]): boolean {
  const end = words.findIndex(({ word, kind }) => kind !== "word" || subordinators.has(word) || subjects.has(word));
  const clause = words.slice(0, end < 0 ? words.length : end);
  return clause.some(
    ({ word }, at) =>
      at > 0 && (auxiliaries.has(word) || (verbs.has(word) && !isNounToo(word) && isPlural(words[at - 1]!.word))),
  );
}

/** "Do not use tabs" of a ban is "use tabs": what it is to begin with is said by its type. */
function withoutNegation(words: readonly Word[], type: DirectiveType): readonly Word[] {
  if (!forbids(type)) return words;
  const from = words.findIndex(({ word }) => !["do", "not", "never", "try", "to"].includes(word));
  return words.slice(0, from).some(({ word }) => word === "not" || word === "never") ? words.slice(from) : words;
}

function shapeOf(words: readonly Word[], before: readonly Word[]): Finding["shape"] {
  const { word } = words[0]!;
  const last = before.at(-1)?.word ?? "";
  const isNoun = isNounToo(word) && last !== "to" && (prepositions.has(last) || determiners.has(last));
  if (verbs.has(word) && !isNoun) return "verb";
  if (baseOfGerund(word) !== undefined) return "gerund";
  const acts = ["to", "not", "never", "please", "always"].includes(last);
  return acts && !determiners.has(word) && !isPlural(word) ? "verb" : "thing";
}
