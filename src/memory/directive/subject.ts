import { baseForm } from "../language/base-form.ts";
import { stopWords } from "../search/words/stop-words.ts";
import { wordSet } from "../language/word-set.ts";

/** Words that a rule has whatever it is about. */
const general = wordSet(
  `always never ever avoid prefer try please make sure ensure remember must use using keep give rather instead switch back stop skip have let get put
   write suggest recommend answer reply things thing way whenever like want need only now new without`,
);
const isFrom = new Map<string, string>();
const classes: readonly (readonly [string, string])[] = [
  [
    "language",
    "english german french spanish italian portuguese dutch polish swedish danish norwegian finnish greek turkish russian ukrainian arabic hebrew hindi japanese chinese korean czech hungarian romanian latin welsh irish",
  ],
  ["system", "metric imperial"],
  [
    "distance",
    "centimetre centimetres millimetre millimetres inch inches feet metre metres kilometre kilometres mile miles",
  ],
  ["mass", "kilogram kilograms gram grams ounce ounces pound pounds"],
  ["temperature", "celsius fahrenheit"],
  ["length", "short long brief detailed shorter longer concise lengthy"],
  ["indent", "tabs spaces"],
  ["manner", "formal informal casual"],
];
for (const [name, words] of classes) for (const word of words.split(" ")) isFrom.set(word, name);

const limiting = wordSet("before after until unless except");
/** "Tea over coffee", "functions without comments": what is not to be. */
const rejecting = /(?:\b(?:over|than|instead of|without)|, not) (?:(?:the|a|an|any) )?(?<rejected>[\p{L}\p{N}]+)/gu;

/** What a rule is about. */
export type Subject = {
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
  const words = rule.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const slots = new Map<string, string>();
  const kept = new Set<string>();
  for (const word of words) {
    const slot = isFrom.get(word);
    if (slot !== undefined) slots.set(slot, word);
    if (!stopWords.has(word) && !general.has(word)) kept.add(key(word));
  }
  const rejected = [...rule.toLowerCase().matchAll(rejecting)].map(({ groups }) => groups!["rejected"]!);
  const limits = words.filter((word) => limiting.has(word));
  return {
    words: kept,
    slots,
    limits: limits.join(" "),
    rejected: rejected
      .filter((word) => !stopWords.has(word))
      .map(key)
      .join(" "),
  };
}

/** "explain" and "explanations" have one key. */
function key(word: string): string {
  const base = baseForm(word, () => false);
  return base.length > 5 ? base.slice(0, 5) : base;
}

const shared = (one: Subject, other: Subject): number => [...one.words].filter((word) => other.words.has(word)).length;

/** The share of the smaller one's words that both have; 0 where there are none. */
export function overlap(one: Subject, other: Subject): number {
  const least = Math.min(one.words.size, other.words.size);
  return least === 0 ? 0 : shared(one, other) / least;
}

/** The share of one's words that the other has too; 0 where there are none. */
export const covered = (one: Subject, by: Subject): number =>
  one.words.size === 0 ? 0 : shared(one, by) / one.words.size;

/** The share of all words that both have. */
export function likeness(one: Subject, other: Subject): number {
  const both = shared(one, other);
  const all = one.words.size + other.words.size - both;
  return all === 0 ? 0 : both / all;
}

/** Whether one has all words of the other, and no limit of another kind. */
export const isWithin = (one: Subject, other: Subject): boolean =>
  covered(one, other) === 1 && one.limits === other.limits;

/** Whether both have the same words, but for those that any rule may have. */
export const hasSameWords = (one: Subject, other: Subject): boolean =>
  one.words.size === other.words.size && isWithin(one, other);

/** Whether both choose differently: from one class, as French and English, or of the same two things. */
export const choosesOtherwise = (one: Subject, other: Subject): boolean =>
  (one.rejected !== other.rejected && hasSameWords(one, other)) ||
  [...one.slots].some(([slot, word]) => other.slots.has(slot) && other.slots.get(slot) !== word);
