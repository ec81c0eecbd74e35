import { wordSet } from "../language/word-set.ts";
import { stem } from "../search/words/stem.ts";
import { stopWords } from "../search/words/stop-words.ts";
import { isSameAct } from "./act.ts";
import { phraseOf, type Phrase } from "./phrase.ts";
import { choiceOf } from "./words/choices.ts";

/** Words that a rule has whatever it is about. */
const general = wordSet(
  `always never ever avoid prefer try please make sure ensure remember must use using keep give rather instead switch back stop skip have let get put
   write suggest recommend answer reply things thing way whenever like want need only now new without`,
);
const limiting = wordSet("before after until unless except");
/** "Tea over coffee", "functions without comments": what is not to be. */
const rejecting = /(?:\b(?:over|than|instead of|without)|, not) (?:(?:the|a|an|any) )?(?<rejected>[\p{L}\p{N}]+)/gu;

/** What a rule is about. */
export type Subject = {
  /** By which it is told from others. */
  phrase: Phrase;
  /** The base forms of its words. */
  words: ReadonlySet<string>;
  /** What it chooses of classes of which only one can be chosen. */
  slots: ReadonlyMap<string, string>;
  /** "Before the merge", "after the merge": rules of the same words that hold beside each other. */
  limits: string;
  /** "Tea over coffee", "coffee over tea": rules of the same words that do not. */
  rejected: string;
};

export function subjectOf(rule: string): Subject {
  const words = rule.toLowerCase().match(/[\p{L}\p{N}]+[+#]*/gu) ?? [];
  const slots = new Map<string, string>();
  const kept = new Set<string>();
  for (const word of words) {
    const slot = choiceOf(word);
    if (slot !== undefined) slots.set(slot, word);
    if (!stopWords.has(word) && !general.has(word)) kept.add(stem(word));
  }
  const rejected = [...rule.toLowerCase().matchAll(rejecting)].map(({ groups }) => groups!["rejected"]!);
  const limits = words.filter((word) => limiting.has(word));
  return {
    phrase: phraseOf(rule),
    words: kept,
    slots,
    limits: limits.join(" "),
    rejected: rejected
      .filter((word) => !stopWords.has(word))
      .map(stem)
      .join(" "),
  };
}

const shared = (one: Subject, other: Subject): number => [...one.words].filter((word) => other.words.has(word)).length;

/** The share of the smaller one's words that both have; 0 where there are none. */
export function overlap(one: Subject, other: Subject): number {
  const least = Math.min(one.words.size, other.words.size);
  return least === 0 ? 0 : shared(one, other) / least;
}

/** The share of one's words that the other has too, as such or as what is done: "explain", "explanation"; 0 where there are none. */
export function covered(one: Subject, by: Subject): number {
  const found = [...one.words].filter((word) => says(by, word));
  return one.words.size === 0 ? 0 : found.length / one.words.size;
}

export const says = ({ words }: Subject, word: string): boolean =>
  words.has(word) || [...words].some((each) => isSameAct(each, word));

/** The share of all words that both have. */
export function likeness(one: Subject, other: Subject): number {
  const both = shared(one, other);
  const all = one.words.size + other.words.size - both;
  return all === 0 ? 0 : both / all;
}

/** Whether both have the same words, whatever their order, but for those that any rule may have. */
export const hasSameWords = (one: Subject, other: Subject): boolean =>
  one.words.size > 0 && likeness(one, other) === 1 && one.limits === other.limits;

/** Whether one has the words of the other but for one, and no limit of another kind. */
export const isPieceOf = (one: Subject, other: Subject): boolean =>
  overlap(one, other) === 1 && Math.abs(one.words.size - other.words.size) === 1 && one.limits === other.limits;

/** Whether both choose differently: from one class, as French and English, or of the same two things. */
export const choosesOtherwise = (one: Subject, other: Subject): boolean =>
  (one.rejected !== other.rejected && hasSameWords(one, other)) ||
  (one.slots.size > 0 && [...one.slots].some(([slot, word]) => (other.slots.get(slot) ?? word) !== word));
