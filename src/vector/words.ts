import type { Terms } from "../memory/search/terms.ts";

/**
 * Beyond 32 occurrences BM25's term frequency (k1 = 1.2) is within 4% of its limit, and candidates are scored exactly
 * afterwards. The cap bounds the string of a text that says one word 60,000 times.
 */
const repetitionCap = 32;

/** A memory's terms as LanceDB's full-text index reads them: ids in base 36, each as often as it occurs. */
export function memoryWords(terms: Terms): string {
  const words: string[] = [];
  for (let i = 0; i < terms.ids.length; i++) {
    const word = terms.ids[i]!.toString(36);
    for (let n = Math.min(terms.counts[i]!, repetitionCap); n > 0; n--) words.push(word);
  }
  return words.join(" ");
}

/** A query's terms, each once. */
export function queryWords(terms: Terms): string {
  return Array.from(terms.ids, (id) => id.toString(36)).join(" ");
}
