import type { Terms } from "../../memory/words/terms.ts";

/**
 * The stored form of terms: how many words, a 32-bit number; the ids, 32 bits each; the counts, 16 bits each. All
 * little-endian, as every machine is that this runs on.
 */
export function encodeTerms(terms: Terms): Uint8Array {
  const size = terms.ids.length;
  const bytes = new Uint8Array(4 + 6 * size);
  new Uint32Array(bytes.buffer, 0, 1)[0] = terms.length;
  new Uint32Array(bytes.buffer, 4, size).set(terms.ids);
  new Uint16Array(bytes.buffer, 4 + 4 * size, size).set(terms.counts);
  return bytes;
}

/** Its arrays are views of one copy: the driver's buffer may begin anywhere, and may be a part of a larger one. */
export function decodeTerms(bytes: Uint8Array): Terms {
  const { buffer } = Uint8Array.from(bytes);
  const size = (bytes.length - 4) / 6;
  return {
    ids: new Uint32Array(buffer, 4, size),
    counts: new Uint16Array(buffer, 4 + 4 * size, size),
    length: new Uint32Array(buffer, 0, 1)[0]!,
  };
}
