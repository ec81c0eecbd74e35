import { baseForm } from "../language/base-form.ts";
import { stopWords } from "../search/words/stop-words.ts";
import { wordSet } from "./words/classes.ts";

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
  [
    "unit",
    "metric imperial centimetre centimetres millimetre millimetres inch inches feet metre metres celsius fahrenheit kilometres miles kilogram grams ounces pounds litres",
  ],
  ["length", "short long brief detailed shorter longer concise lengthy"],
  ["indent", "tabs spaces"],
  ["manner", "formal informal casual"],
  ["time", "morning mornings evening evenings afternoon afternoons night nights noon"],
];
for (const [name, words] of classes) for (const word of words.split(" ")) isFrom.set(word, name);

/** What a rule is about: the base forms of its words, and the classes of things of which only one can be chosen. */
export type Subject = { words: ReadonlySet<string>; slots: ReadonlyMap<string, string> };

export function subjectOf(rule: string): Subject {
  const words = rule.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const slots = new Map<string, string>();
  const kept = new Set<string>();
  for (const word of words) {
    const slot = isFrom.get(word);
    if (slot !== undefined) slots.set(slot, word);
    if (!stopWords.has(word) && !general.has(word)) kept.add(key(word));
  }
  return { words: kept, slots };
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

/** Whether both choose from one class, differently: French and English. */
export const choosesOtherwise = (one: Subject, other: Subject): boolean =>
  [...one.slots].some(([slot, word]) => other.slots.has(slot) && other.slots.get(slot) !== word);
