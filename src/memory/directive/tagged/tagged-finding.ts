import { forbids, type DirectiveType } from "../directive.ts";
import type { Finding } from "../finding.ts";
import { wordSet } from "../../language/word-set.ts";
import { isTold } from "../lasting/told.ts";
import { asBase } from "../readers/as-base.ts";
import { isSaid, lowered } from "../readers/things.ts";
import { addedAll, isOwn, wordAt, type Word } from "../text/word.ts";
import { determiners, prepositions } from "../words/classes.ts";
import { isPlural } from "../words/plural.ts";
import { tellsOfThird } from "../words/third.ts";
import { baseOfGerund, isNounToo, verbs } from "../words/verbs.ts";
import { asRead } from "./as-read.ts";
import {
  isAllowed,
  isDenied,
  leaving,
  negations,
  negativeSubject,
  passiveNothing,
  reversing,
  sparing,
  sparingMax,
  withoutNegation,
} from "./negation.ts";
import { clauseOf, hinged, isCommand, leavesOpen, limitsOf, withVerb } from "./own-clause.ts";
import { asLimit } from "./as-limit.ts";
import { quoted } from "./quoted.ts";
import { compared, particles, taggedWords, withGaps } from "./span-words.ts";
import type { Span } from "./spans.ts";

/** A tagged rule as the readers' are, with what limits it. `quoted`: in its message's own words. */
export type TaggedFinding = { readonly found: Finding; readonly lead: readonly Word[]; readonly quoted?: true };

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
  if (forbids(type) && isAllowed(first, sentence)) return undefined;
  const before = sentence.filter(({ start }) => start < first.start);
  if (isAdjunct(words, before)) return undefined;
  const found = forbids(type)
    ? banOf(words, before, type, isCommand(words, sentence))
    : demandOf(words, sentence, type);
  if (!found) return undefined;
  const quotation = pair ? undefined : quoted({ found, lead: limits }, sentence);
  if (quotation) return { ...quotation, quoted: true };
  return { found: { ...found, body: withinSentence(found, sentence) }, lead: asLimit(limits, found.body, message) };
}

/** "Comparing prices" of a sentence's beginning, behind "No" or "Avoid"; "Kafka" may be a name. */
function withinSentence({ shape, body }: Finding, sentence: readonly Word[]): readonly Word[] {
  const isPart = shape === "thing" || shape === "gerund";
  const from = isPart ? 0 : body.findIndex(isOwn);
  const first = body[from];
  if (first === undefined || first !== sentence[0] || !isCommon(first) || (from === 0 && !isPart)) return body;
  return [...body.slice(0, from), ...lowered(body.slice(from))];
}

/** No name: a name may stand in the plural too, "Texas", "Mondays". */
const isCommon = ({ word }: Word): boolean =>
  determiners.has(word) ||
  word === "less" ||
  word === "fewer" ||
  baseOfGerund(word) !== undefined ||
  (isPlural(word) && verbs.has(word.slice(0, -1)));

/** "Between six and eight": where or when, and not what. */
const isAdjunct = (words: readonly Word[], before: readonly Word[]): boolean =>
  prepositions.has(words[0]!.word) &&
  (!particles.has(words[0]!.word) || ["in", "on", "by"].includes(words[0]!.word)) &&
  !isSaid(words) &&
  negativeSubject(before).length === 0;

function demandOf(words: readonly Word[], sentence: readonly Word[], type: DirectiveType): Finding | undefined {
  const before = sentence.filter(({ start }) => start < words[0]!.start);
  const shape = shapeOf(words, before);
  if (type === "MUST" && isTold(words, before, shape)) return undefined;
  const found = { type, weight: 0, absolute: isAbsolute(words, before) };
  const last = before.at(-1);
  const clause = clauseOf(words[0]!, sentence);
  const led = clause[clause.indexOf(words[0]!) - 1] ?? last;
  const denied = ["not", "never"].includes(led?.word ?? "") && isDenied(words[0]!, sentence);
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
  if (tellsOfThird(words, 0)) return undefined;
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
  if (shape !== "thing") {
    const nothing = passiveNothing(before);
    if (negated < 0 && words.some(({ word }) => lessening.has(word))) return whole(asBase(words));
    return nothing.length > 0 ? whole([...nothing, ...words]) : { ...found, shape, body: words };
  }
  if (["less", "fewer"].includes(first.word)) return whole([...addedAll("use"), ...words]);
  const subject = negativeSubject(before);
  if (subject.length > 0) return whole([...subject, ...words]);
  if (isSaid(words) && words.some(({ word }) => negations.has(word))) return whole(words);
  // "Latin is only allowed in footnotes"
  if (isSaid(words) && words.some(({ word }) => word === "only"))
    return { ...found, type: "MUST", shape: "whole", body: words };
  if (type === "AVOID") return { ...found, shape, body: words };
  const thing = ["a", "an", "the", "any"].includes(first.word) ? words.slice(1) : words;
  return whole(leaving.has(first.word) ? words : [...addedAll("No"), ...thing]);
}

const lessening = wordSet("less fewer sparingly");

const isAbsolute = (words: readonly Word[], before: readonly Word[]): boolean =>
  [...before, words[0]!].some(({ word }) => absolutes.has(word));

const objects = wordSet("it them me us him");

function shapeOf(words: readonly Word[], before: readonly Word[]): Finding["shape"] {
  const { word } = words[0]!;
  const last = before.at(-1)?.word ?? "";
  const isNoun = isNounToo(word) && last !== "to" && (prepositions.has(last) || determiners.has(last));
  const acts = objects.has(wordAt(words, 1)); // whatever "ring it" means
  if (verbs.has(word) && (!isNoun || acts)) return "verb";
  if (baseOfGerund(word) !== undefined) return "gerund";
  if (acts) return "verb";
  const isAsked = ["to", "not", "never", "please", "always"].includes(last);
  return isAsked && !determiners.has(word) && !isPlural(word) ? "verb" : "thing";
}
