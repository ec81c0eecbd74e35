import { stem } from "../words/stem.ts";
import { wordSet } from "./word-set.ts";

/** They end in "s" and are no plural: "https" is another one than "http". */
const noPlurals = wordSet("https ftps wss imaps smtps ldaps rtmps mqtts dns tls css aws");

/** The stem of a word, but for one that only seems to have an ending. */
export const stemOf = (word: string): string => (noPlurals.has(word) ? word : stem(word));

/** Where a noun or adverb is a verb's or adjective's own, its ending is taken off: if what is left is known. */
const endings: readonly [string, string][] = [
  ["ization", "ize"],
  ["isation", "ise"],
  ["ication", "y"],
  ["ation", "ate"],
  ["ation", ""],
  ["tion", "te"],
  ["ion", ""],
  ["ment", ""],
  ["al", ""],
  ["ance", ""],
  ["ly", ""],
  ["ness", ""],
  ["er", ""],
];

/** A key for all forms of a word: "deployed", "deploys", and with `known` "deployment". */
export function baseForm(word: string, known: (base: string) => boolean): string {
  const base = stemOf(word);
  if (noPlurals.has(word) || word.length < 5 || word.length > 40 || known(base)) return base;
  for (const [ending, instead] of endings) {
    for (const form of [word, word.endsWith("s") ? word.slice(0, -1) : ""]) {
      if (!form.endsWith(ending) || form.length - ending.length < 3) continue;
      const shorter = stem(form.slice(0, -ending.length) + instead);
      if (known(shorter)) return shorter;
    }
  }
  return base;
}
