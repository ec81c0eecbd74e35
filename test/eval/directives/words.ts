import { baseForm } from "../../../src/memory/language/base-form.ts";
import { stopWords } from "../../../src/memory/words/stop-words.ts";

const typeWords = new Set("always never ever do not avoid prefer try please".split(" "));
const keptWords = new Set(["without", "unless", "until", "before", "after"]);
const weekdays = new Set(
  ["mon", "tues", "wednes", "thurs", "fri", "satur", "sun"].flatMap((day) => [`${day}day`, `${day}days`]),
);

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll("’", "'")
    .match(/[\p{L}\p{N}]+/gu) ?? [];

export const wordCount = (text: string): number => text.split(/\s+/u).filter((word) => word !== "").length;

/** The lemmas of a rule's words, without stop words and the words of its type. */
export function contentOf(text: string): Set<string> {
  const content = wordsOf(text).filter((word) => !stopWords.has(word) && !typeWords.has(word));
  return new Set(content.map((word) => baseForm(word, () => false)));
}

/** What a given rule may not lose: digits, weekdays and the words that turn a rule around. */
export function mustKeep(text: string): Set<string> {
  const kept = wordsOf(text).flatMap((word) => {
    if (/^\p{N}/u.test(word)) return [word];
    if (weekdays.has(word)) return [word.replace(/s$/, "")];
    return keptWords.has(word) ? [word] : [];
  });
  return new Set(kept);
}

/** F1 of two sets. */
export function overlap(one: Set<string>, other: Set<string>): number {
  const both = [...one].filter((word) => other.has(word)).length;
  return both === 0 ? 0 : (2 * both) / (one.size + other.size);
}
