import { lowerAt, type Token } from "../tokens.ts";
import { wordSet } from "../word-set.ts";
import { adverbs, isSaidOfUser } from "./words.ts";

/** "User" or "the user", at a place: where it ends. */
export function userAt(words: readonly Token[], at: number): number | undefined {
  const noun = lowerAt(words, at) === "the" ? at + 1 : at;
  return lowerAt(words, noun) === "user" ? noun + 1 : undefined;
}

/** What a note says of its user whose mention ends at a place: where that verb stands. "User requests must be logged" is of requests. */
export function verbAt(words: readonly Token[], at: number): number | undefined {
  const verb = behindAdverbs(words, at);
  return isSaidOfUser(lowerAt(words, verb)) && !modals.has(lowerAt(words, verb + 1)) ? verb : undefined;
}
const modals = wordSet("are must should shall may might will need needs");

export function behindAdverbs(words: readonly Token[], at: number): number {
  let behind = at;
  while (adverbs.has(lowerAt(words, behind)) || isNoLonger(words, behind)) behind++;
  return behind;
}
const isNoLonger = (words: readonly Token[], at: number): boolean =>
  lowerAt(words, at) === "no" && lowerAt(words, at + 1) === "longer";

/** "User told me ...", "User hates it when I ...": who writes the note. */
export function isWriter(words: readonly Token[], at: number): boolean {
  const before = lowerAt(words, at - 1);
  return lowerAt(words, at) === "me" ? told.has(before) : lowerAt(words, at) === "i" && leading.has(before);
}
const told = wordSet(
  "asked told instructed requested asks tells reminded ordered wants want prefers likes like needs expects requires",
);
const leading = wordSet("that when whenever if");

/** "User's manager is Tom"; "user's passwords must be hashed" is of a program. */
export function isOwner(words: readonly Token[], at: number): boolean {
  if (lowerAt(words, at) !== "'s") return false;
  const verb = words.slice(at, at + ownedMax).find(({ lower }) => isSaidOfUser(lower) || modals.has(lower));
  return !modals.has(verb?.lower ?? "") || verb!.lower === "are";
}
const ownedMax = 8;

/** Whether what is said behind a place, where a subject ends, is a wish or a taste: "doesn't want", "would rather". */
export function isWish(words: readonly Token[], at: number): boolean {
  let verb = behindAdverbs(words, at);
  while (auxiliaries.has(lowerAt(words, verb))) verb = behindAdverbs(words, verb + 1);
  return wishing.test(lowerAt(words, verb));
}
const auxiliaries = wordSet("does do did not n't has had have would can");
const wishing =
  /^(?:want|prefer|like|love|hate|dislike|detest|loathe|need|require|expect|insist|ask|request|demand|avoid|favou?r|appreciate|instruct|enjoy|stand|rather|tell|said|say|told)(?:s|e?d|red|ing)?$/u;
