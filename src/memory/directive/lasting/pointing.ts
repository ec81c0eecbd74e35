import { find, phrases } from "../text/match.ts";
import { wordAt, type Word } from "../text/word.ts";
import { wordSet } from "../../language/word-set.ts";
import { auxiliaries, prepositions, subjects } from "../words/classes.ts";
import { baseOfGerund, baseOfThird, isNounToo, verbs } from "../words/verbs.ts";

/** What is at hand: "this file", "the last line". */

const pointing = phrases(`
  the|your|my|our next|last|first|second|third|fourth|fifth|final|previous|attached|above|following
  the new
  number 1|2|3|4|5|6|7|8|9|10
  this|that
  these|those
  `);

export const places = wordSet(
  `codebase repo repository project team house garden kitchen office company handbook manual family flat home household band club class school shop blog newsletter
   product app api monorepo service account channel group department allotment workshop studio choir course organisation organization firm library workspace site website
   column magazine ward clinic line farm lab ship station unit desk floor practice surgery guild server bar salon garage hotel restaurant church parish faculty
   stable bakery court bench chambers theatre hospital forum chat series book novel podcast weekly daily monthly`,
);

/** "this file", "the last line"; but not "this codebase". */
export function pointsAt(words: readonly Word[]): boolean {
  if (words.some((_, at) => standsAbove(words, at))) return true;
  for (let at = find(words, pointing); at >= 0; at = find(words, pointing, at + 1)) {
    const next = words.slice(at + 1, at + 4).map(({ word }) => word);
    const isPronoun = next[0] === undefined || !/^[\p{L}]/u.test(next[0]) || prepositions.has(next[0]);
    const first = words[at]!.word;
    if (words[at - 1]?.word === "not") continue;
    if (isPronoun && ["that", "this", "those", "these"].includes(first)) continue;
    const ordinal = !["this", "that", "these", "those"].includes(first);
    if (ordinal && ["name", "choice", "language", "word", "letter"].some((each) => next.includes(each))) continue;
    if (first === "that" && !isThatNoun(words, at)) continue;
    if (first === "those" && at > 0 && prepositions.has(words[at - 1]!.word)) continue;
    if (first === "the" || !next.some((word) => places.has(word))) return true;
  }
  return false;
}

/** "The recipe above", "the mail above in short"; but not "above the door", "above 5 degrees". */
function standsAbove(words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  const isLast = next === undefined || next.kind === "mark" || prepositions.has(next.word) || next.word === "and";
  return isLast && at > 1 && words[at]!.word === "above";
}

/** "that file", not "X that is" or "so that we". */
function isThatNoun(words: readonly Word[], at: number): boolean {
  const before = wordAt(words, at - 1);
  const next = wordAt(words, at + 1);
  if (subjects.has(next) || auxiliaries.has(next) || baseOfThird(next) !== undefined) return false;
  return (
    prepositions.has(before) ||
    baseOfGerund(before) !== undefined ||
    (verbs.has(before) && !isNounToo(before) && !["ensure", "say", "remember", "tell", "check"].includes(before))
  );
}
