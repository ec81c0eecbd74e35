import { lowerAt, type Token } from "../tokens.ts";
import { wordSet } from "../word-set.ts";
import { isKind, isOfProgramOrOthers } from "./program.ts";
import { isOwner, isWriter, userAt, verbAt } from "./user-at.ts";
import { isSaidOfUser, isThird, talking } from "./words.ts";

/** A note's sentences, by their words. A line ends one. */
export function sentencesOf(text: string, words: readonly Token[]): Token[][] {
  const sentences: Token[][] = [];
  for (const [at, word] of words.entries()) {
    const before = words[at - 1];
    const isFirst = !before || ends.has(before.text) || text.slice(before.end, word.start).includes("\n");
    if (isFirst) sentences.push([]);
    sentences.at(-1)!.push(word);
  }
  return sentences;
}
const ends = wordSet(". ! ? …");

/**
 * Whether a text is a note about its user: it begins with what "User" or "the user" is, wants or does, each of its sentences tells of
 * them or of somebody else, and nobody talks in it. "The user" may be a program's, or whom somebody works for: then all sentences are
 * about them, and none is of what programs have.
 */
export function isNote(text: string, words: readonly Token[]): boolean {
  const first = words.findIndex(isWord);
  const end = userAt(words, first);
  if (end === undefined || (!isOwner(words, end) && verbAt(words, end) === undefined) || isKind(words, end))
    return false;
  if (words.some(({ lower }, at) => talking.has(lower) && !isWriter(words, at))) return false;
  const sentences = sentencesOf(text, words);
  if (lowerAt(words, first) !== "the") return sentences.every(tells);
  return !sentences.some(isOfProgramOrOthers) && sentences.every((each) => isOfUser(each) || !each.some(isWord));
}

const isWord = ({ lower }: Token): boolean => /^\p{L}/u.test(lower);

/** It tells, and orders nothing: "Tom works at Siemens", "likes tea". */
function tells(sentence: readonly Token[]): boolean {
  const first = sentence.findIndex(isWord);
  if (first < 0 || isOfUser(sentence)) return true;
  const [word, behind] = [lowerAt(sentence, first), lowerAt(sentence, first + 1)];
  if (isSaidOfUser(word)) return isThird(word);
  return !ordering.has(word) && (isSaidOfUser(behind) || behind === "'s");
}
const ordering = wordSet("never always just only do no");

/** Whether a sentence begins with the user, or with a pronoun. */
export function isOfUser(sentence: readonly Token[]): boolean {
  const first = sentence.findIndex(isWord);
  return userAt(sentence, first) !== undefined || pronouns.has(lowerAt(sentence, first));
}
const pronouns = wordSet("they their he his she her this that it these those");
