import type { Terms } from "../memory/words/terms.ts";

/**
 * Beyond 32 occurrences BM25's term frequency (k1 = 1.2) is within 4% of its limit, and candidates are scored exactly
 * afterwards. The cap bounds the string of a text that says one word 60,000 times.
 */
const repetitionCap = 32;

const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** A term's id as eight hexadecimal digits: from a table, for `toString` takes five times as long. */
function word(id: number): string {
  return digits[id >>> 24]! + digits[(id >>> 16) & 255]! + digits[(id >>> 8) & 255]! + digits[id & 255]!;
}

/** A memory's terms as LanceDB's full-text index reads them: each as often as it occurs. */
export function memoryWords({ ids, counts }: Terms): string {
  let words = "";
  for (let i = 0; i < ids.length; i++) {
    const one = `${word(ids[i]!)} `;
    words += counts[i] === 1 ? one : one.repeat(Math.min(counts[i]!, repetitionCap));
  }
  return words;
}

/** A query's terms, each once. */
export function queryWords(terms: Terms): string {
  return Array.from(terms.ids, word).join(" ");
}
