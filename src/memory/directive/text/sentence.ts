import { joined, type Word } from "./word.ts";
import { phraseList, wordSet } from "../../language/word-set.ts";
import { verbs } from "../words/verbs.ts";

export type Sentence = {
  readonly words: readonly Word[];
  readonly question: boolean;
  /** Ends in laughter, or sings. */
  readonly joke: boolean;
};

/** A longer run without a full stop is read in pieces. */
const wordsMax = 120;
const sentencesMax = 4_000;

const laughter = wordSet("lol haha hahaha hehe rofl lmao 😂 🤣 🙃 🙄 🎶 🎵 ♪");
/** Who begs or has had enough laughs, or rolls their eyes, in earnest. */
const earnest = wordSet("please stop");
const bullets = new Set(["-", "*", "•", "–", "—", "+", "·"]);
const ends = new Set([".", "!", "?", "…"]);

/** The sentences of a message's words; an item of a list is one. */
export function sentencesOf(text: string, words: readonly Word[]): Sentence[] {
  const sentences: Sentence[] = [];
  let from = 0;
  for (let at = 0; at < words.length && sentences.length < sentencesMax; at++) {
    const next = words[at + 1];
    const ended =
      ends.has(words[at]!.word) && !(next !== undefined && next.start === words[at]!.end && next.kind !== "mark");
    if (!ended && at + 1 - from < wordsMax && next !== undefined && !breaksLine(text, words[at]!, next)) continue;
    if (ended && next !== undefined && (ends.has(next.word) || next.word === ")")) continue;
    add(sentences, words.slice(from, at + 1));
    from = at + 1;
  }
  if (from < words.length && sentences.length < sentencesMax) add(sentences, words.slice(from));
  return sentences;
}

/** A line ends a sentence unless it was only wrapped: the next one goes on in lower case and is no item of a list. */
function breaksLine(text: string, word: Word, next: Word): boolean {
  if (word.start < 0 || next.start < 0) return false;
  const gap = text.slice(word.end, next.start);
  const first = gap.indexOf("\n");
  if (first < 0) return false;
  return gap.includes("\n", first + 1) || bullets.has(next.word) || !/^\p{Ll}/u.test(next.text);
}

function add(sentences: Sentence[], all: readonly Word[]): void {
  const joke = all.some((_, at) => isJoke(all, at));
  let to = all.length;
  let question = false;
  for (; to > 0 && all[to - 1]!.kind === "mark" && !"),".includes(all[to - 1]!.word); to--) {
    if (all[to - 1]!.word === "?") question = true;
  }
  let from = 0;
  while (from < to && (all[from]!.kind === "mark" || isItemNumber(all, from))) from++;
  const words = withoutTag(withoutAsides(all.slice(from, to)));
  const last = sentences.at(-1);
  if (words.length === 0 && joke && last !== undefined) sentences[sentences.length - 1] = { ...last, joke };
  if (words.length > 0) sentences.push({ words, question: question && !tagged(words, all.slice(from, to)), joke });
}

/** Laughter begins or ends a sentence; "never write lol in mails" and "no more 😂" are about it. */
function isJoke(words: readonly Word[], at: number): boolean {
  const [before, { word, kind }] = [words[at - 1], words[at]!];
  if (!laughter.has(word) || words.some((each) => earnest.has(each.word))) return false;
  const isNamed = before !== undefined && (verbs.has(before.word) || naming.has(before.word));
  const isLast = words.slice(at + 1).every((each) => each.kind === "mark");
  return !isNamed && (kind === "mark" || at === 0 || isLast);
}
const naming = wordSet("a an the any no more of or and like as with without to instead");

/** Whether a tag such as ", ok" was taken off. */
const tagged = (words: readonly Word[], all: readonly Word[]): boolean => words.at(-1) !== withoutAsides(all).at(-1);

const kept = wordSet("unless except not if only never always when without instead rather");

/** Without what stands in parentheses, unless it limits what is said. */
function withoutAsides(words: readonly Word[]): readonly Word[] {
  const rest: Word[] = [];
  for (let at = 0; at < words.length; at++) {
    const close = words[at]!.word === "(" ? words.findIndex(({ word }, place) => place > at && word === ")") : -1;
    if (close < 0 || kept.has(words[at + 1]!.word)) rest.push(words[at]!);
    else at = close;
  }
  return rest;
}

/** "1)" at the beginning. */
const isItemNumber = (words: readonly Word[], at: number): boolean =>
  /^\d{1,2}$/u.test(words[at]!.word) && (words[at + 1]?.word === ")" || words[at + 1]?.word === ".");

const tags = phraseList(
  "ok|okay|right|alright|yeah|deal|understood|agreed|got it|will you|would you|if that is alright",
);

/** ", ok?" asks nothing. */
function withoutTag(words: readonly Word[]): readonly Word[] {
  for (const tag of tags) {
    const size = tag.split(" ").length;
    const from = words.length - size;
    if (from < 3 || words[from - 1]!.word !== ",") continue;
    if (joined(words.slice(from)).toLowerCase() === tag) return words.slice(0, from - 1);
  }
  return words;
}
