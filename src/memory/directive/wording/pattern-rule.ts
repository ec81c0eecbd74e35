import { asSeen } from "../../language/as-seen.ts";
import { sentencesOf } from "../text/sentence.ts";
import { added, addedAll, joined, wordsOf, type Word } from "../text/word.ts";
import { matchAt, phrases } from "../text/match.ts";
import { baseOfGerund, gerund, verbs } from "../words/verbs.ts";

const wordsMax = 40;
const negations = phrases("do not ever?\nnever ever?\navoid\nyou should|must not\ntry not to");

/** "Retrying without a pause", "Never retry blindly": "Avoid retrying ...". Empty of an empty text. */
export function ruleOfAntiPattern(text: string): string {
  const words = firstSentence(text);
  const said = matchAt(words, 0, negations);
  const rest = said ? words.slice(said.to) : words;
  const first = rest[0];
  if (first === undefined) return "";
  const isVerb = verbs.has(first.word) && baseOfGerund(first.word) === undefined;
  const body = isVerb ? [...addedAll(gerund(first.word)), ...rest.slice(1)] : [lowered(first), ...rest.slice(1)];
  return joined([added("Avoid"), ...body].map((word, at) => (at === 0 ? { ...word, text: "Avoid" } : word)));
}

/** The first sentence of a solution, as a preference. */
export function ruleOfSolution(text: string): string {
  const [first, ...rest] = firstSentence(text);
  if (first === undefined) return "";
  const opening = verbs.has(first.word) ? ["Prefer", "to"] : ["Prefer"];
  return joined([...addedAll(opening.join(" ")), lowered(first), ...rest]);
}

function firstSentence(text: string): readonly Word[] {
  const plain = asSeen(text.slice(0, 2_000)).replaceAll(/[`"“”]/gu, "");
  return (sentencesOf(plain, wordsOf(plain))[0]?.words ?? []).slice(0, wordsMax);
}

const lowered = (word: Word): Word =>
  /^\p{Lu}\p{Ll}/u.test(word.text) ? { ...word, text: word.text.charAt(0).toLowerCase() + word.text.slice(1) } : word;
