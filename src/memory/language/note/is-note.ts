import { lowerAt, type Token } from "../tokens.ts";
import { wordSet } from "../word-set.ts";
import { adverbs, isSaidOfUser, ofPrograms, talking } from "./words.ts";

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

/** Whether a word is the first one behind the start of a line or one of some marks. */
export function begins(text: string, words: readonly Token[], at: number, marks: ReadonlySet<string>): boolean {
  const before = words[at - 1];
  return !before || marks.has(before.text) || text.slice(before.end, words[at]!.start).includes("\n");
}

/**
 * Whether a text is a note about its user: it begins with what "User" or "the user" is, wants or does, and nobody talks in it. "The user"
 * may be a program's, or whom somebody works for who is told what to do: then all sentences are about them, and none names what
 * programs have.
 */
export function isNote(text: string, words: readonly Token[]): boolean {
  const first = words.findIndex(isWord);
  const end = userAt(words, first);
  if (end === undefined || (!isOwner(words, end) && verbAt(words, end) === undefined)) return false;
  if (lowerAt(words, first) === "the" && (isStory(words, end) || !isOfOnlyUser(text, words))) return false;
  return !words.some(({ lower }, at) => talking.has(lower) && !isWriter(words, at));
}

const isWord = ({ lower }: Token): boolean => /^\p{L}/u.test(lower);

/** "User's manager is Tom"; "user's passwords must be hashed" is of a program. */
function isOwner(words: readonly Token[], at: number): boolean {
  if (lowerAt(words, at) !== "'s") return false;
  const verb = words.slice(at, at + ownedMax).find(({ lower }) => isSaidOfUser(lower) || modals.has(lower));
  return !modals.has(verb?.lower ?? "") || verb!.lower === "are";
}
const ownedMax = 8;

/** "The user wants to see the total": what a program is to let them do. */
const isStory = (words: readonly Token[], at: number): boolean => {
  const verb = behindAdverbs(words, at);
  const to = lowerAt(words, verb + 1) === "to" ? lowerAt(words, verb + 2) : "be";
  return ["wants", "needs", "expects"].includes(lowerAt(words, verb)) && to !== "be";
};

function isOfOnlyUser(text: string, words: readonly Token[]): boolean {
  let isStart = false;
  return words.every((word, at) => {
    isStart ||= begins(text, words, at, sentenceEnds);
    if (ofPrograms.has(word.lower) || (word.text === "," && lowerAt(words, at + 1) === "so")) return false;
    if (!isStart || !isWord(word)) return true;
    isStart = false;
    return userAt(words, at) !== undefined || pronouns.has(word.lower);
  });
}
const sentenceEnds = wordSet(". ! ? …");
const pronouns = wordSet("they their he his she her this that it these those");

/** "User told me ...", "User hates it when I ...": who writes the note. */
export function isWriter(words: readonly Token[], at: number): boolean {
  const before = lowerAt(words, at - 1);
  return lowerAt(words, at) === "me" ? told.has(before) : lowerAt(words, at) === "i" && leading.has(before);
}
const told = wordSet(
  "asked told instructed requested asks tells reminded ordered wants want prefers likes like needs expects requires",
);
const leading = wordSet("that when whenever if");
