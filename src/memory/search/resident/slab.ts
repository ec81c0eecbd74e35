import type { IndexedMemory } from "../index-store.ts";

/** Where in a slab a memory's vector and terms are. */
export type Placed = {
  /** -1 without a vector. */
  readonly vectorAt: number;
  readonly termsAt: number;
  readonly termsEnd: number;
  /** How many words, as in `Terms`. */
  readonly length: number;
};

export type Stored = Placed & { readonly slab: Slab };

/**
 * Vectors and terms of many memories side by side, only ever appended to. Arrays of each memory's own would take some
 * 600 bytes more, and a search of many would wait for each of them in turn.
 */
export class Slab {
  vectors = new Uint16Array(0);
  termIds = new Uint32Array(0);
  termCounts = new Uint16Array(0);
  /** Of the vectors; one vector space has one length. 0 before there is any. */
  dimensions = 0;
  #vectorsEnd = 0;
  #termsEnd = 0;

  /** Makes room: exactly as much the first time, for most are filled once and then grow slowly, if at all. */
  reserve(memories: readonly IndexedMemory[]): void {
    let vectors = this.#vectorsEnd;
    let terms = this.#termsEnd;
    for (const memory of memories) {
      vectors += memory.vector?.length ?? 0;
      terms += memory.terms.ids.length;
    }
    this.vectors = grown(this.vectors, vectors, (length) => new Uint16Array(length));
    this.termIds = grown(this.termIds, terms, (length) => new Uint32Array(length));
    this.termCounts = grown(this.termCounts, terms, (length) => new Uint16Array(length));
  }

  /** Room must be reserved. */
  add({ vector, terms }: IndexedMemory): Placed {
    const vectorAt = vector ? this.#vectorsEnd : -1;
    if (vector) {
      this.dimensions = vector.length;
      this.vectors.set(vector, this.#vectorsEnd);
      this.#vectorsEnd += vector.length;
    }
    const termsAt = this.#termsEnd;
    this.termIds.set(terms.ids, termsAt);
    this.termCounts.set(terms.counts, termsAt);
    this.#termsEnd += terms.ids.length;
    return { vectorAt, termsAt, termsEnd: this.#termsEnd, length: terms.length };
  }

  /** How many vectors. */
  get count(): number {
    return this.#vectorsEnd / Math.max(1, this.dimensions);
  }

  /** How many terms, each memory's counted by itself. */
  get termCount(): number {
    return this.#termsEnd;
  }

  get bytes(): number {
    return this.vectors.byteLength + this.termIds.byteLength + this.termCounts.byteLength;
  }
}

/** The array itself where it is long enough, or else a longer one that begins with it. */
export function grown<A extends Uint8Array | Uint16Array | Uint32Array | Int32Array>(
  array: A,
  needed: number,
  make: (length: number) => A,
): A {
  if (needed <= array.length) return array;
  const larger = make(array.length === 0 ? needed : Math.max(needed, Math.ceil(array.length * 1.5)));
  larger.set(array);
  return larger;
}
