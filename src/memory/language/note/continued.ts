import { isCapital, lowerAt, type Token } from "../tokens.ts";
import { wordSet } from "../word-set.ts";
import { isSomebody } from "./mentioned.ts";
import { isSaidOfUser, isThird } from "./words.ts";

/** "And hates", ", hates", "who hates": a word behind which may stand what else the user does. */
export const mayJoin = (words: readonly Token[], at: number): boolean => joins.has(lowerAt(words, at));
const joins = wordSet("and but or , who");

/** Whether the verb behind such a word is of the user. `from`: behind the verb of theirs before it. */
export function isContinued(words: readonly Token[], from: number, at: number): boolean {
  const self = selfEnd(words, from);
  if (lowerAt(words, at) === "who") return at === self && at > from;
  if (opening.has(lowerAt(words, from - 1)) && !ordering.has(lowerAt(words, from))) return false;
  const isClose = lowerAt(words, at) === ",";
  for (let place = from; place < at; place++) {
    if (opening.has(lowerAt(words, place)) || isVerbOfOthers(words, place)) return false;
    if (isClose && place >= self && isSomebody(words, place)) return false;
  }
  return true;
}

/** Another subject may follow: "hates it when", "said". */
const opening =
  wordSet(`who whom whose which that what where when whenever if because while although though since until unless so than
  said says told tells mentioned stated noted reported believes believe thinks think knows feels feel hopes wishes`);

/** "Said to never deploy": no subject follows. */
const ordering = wordSet("to not never always");

/** "Tom loves", "Tom left". */
function isVerbOfOthers(words: readonly Token[], at: number): boolean {
  const { lower } = words[at]!;
  return isSaidOfUser(lower) && (isThird(lower) || present.has(lower) || isCapital(words[at - 1]!));
}
const present = wordSet("is was has had did would can");

/** Behind what the user is said to be: "a data engineer", behind "is". The place itself where that is nothing. */
export function selfEnd(words: readonly Token[], from: number): number {
  if (!being.has(lowerAt(words, from - 1))) return from;
  const article = lowerAt(words, from) === "as" ? from + 1 : from;
  if (!["a", "an"].includes(lowerAt(words, article))) return from;
  let end = article + 1;
  while (end <= article + nounMax && /^\p{L}/u.test(lowerAt(words, end)) && !behindNouns.has(lowerAt(words, end)))
    end++;
  return end;
}
const being = wordSet("is was became becomes works worked");
const nounMax = 4;
const behindNouns = wordSet("of at in for with from to on by and or but who whom whose which that when since");
