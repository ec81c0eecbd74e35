import type { BaseSession } from "../../memory/search/index-store.ts";

/**
 * The terms of a whole session. Its counts have 32 bits and, unlike those of a memory, no cap: taking a memory out
 * gives exactly what was there before it.
 */
export type SessionTerms = { memories: number; length: number; counts: Map<number, number> };

/**
 * The stored form: memories and length, then the term ids ascending, then their counts; each an unsigned 32-bit number,
 * little-endian, as every machine is that this runs on.
 */
export function encodeSession(session: SessionTerms): Uint8Array {
  const ids = Uint32Array.from(session.counts.keys()).sort();
  const words = new Uint32Array(2 + 2 * ids.length);
  words.set([session.memories, session.length]);
  words.set(ids, 2);
  words.set(
    Uint32Array.from(ids, (id) => session.counts.get(id)!),
    2 + ids.length,
  );
  return new Uint8Array(words.buffer);
}

export function decodeSession(bytes: Uint8Array): SessionTerms {
  const words = wordsOf(bytes);
  const { ids, counts } = columns(words);
  const byId = new Map<number, number>();
  for (let at = 0; at < ids.length; at++) byId.set(ids[at]!, counts[at]!);
  return { memories: words[0]!, length: words[1]!, counts: byId };
}

/** As search reads it. */
export function decodeBaseSession(bytes: Uint8Array): BaseSession {
  const words = wordsOf(bytes);
  return { memories: words[0]!, length: words[1]!, ...columns(words) };
}

function columns(words: Uint32Array): { ids: Uint32Array; counts: Uint32Array } {
  const middle = 2 + (words.length - 2) / 2;
  return { ids: words.subarray(2, middle), counts: words.subarray(middle) };
}

/** A copy: the driver's buffer may begin anywhere, and may be a part of a larger one. */
function wordsOf(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(Uint8Array.from(bytes).buffer);
}
