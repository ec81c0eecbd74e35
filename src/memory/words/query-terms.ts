import type { Terms } from "./terms.ts";

/** So few that they stay in the processor's first cache. */
const slotsMin = 1_024;

/** Ascending, with how often each occurs: of a memory, or of a whole session. */
type CountedTerms = { readonly ids: Uint32Array; readonly counts: Uint16Array | Uint32Array };

/** The distinct terms of a query, ascending, and the place of a term among them. */
export class QueryTerms {
  readonly ids: Uint32Array;
  readonly #keys: Uint32Array;
  readonly #places: Int32Array;
  readonly #mask: number;

  constructor(terms: Terms) {
    this.ids = terms.ids;
    // Open addressing, and mostly empty: most terms of a memory are not in the query, and one look says so.
    const size = 2 ** Math.ceil(Math.log2(Math.max(slotsMin, terms.ids.length * 8)));
    this.#mask = size - 1;
    this.#keys = new Uint32Array(size);
    this.#places = new Int32Array(size).fill(-1);
    terms.ids.forEach((id, place) => {
      let slot = id & this.#mask;
      while (this.#places[slot] !== -1) slot = (slot + 1) & this.#mask;
      this.#keys[slot] = id;
      this.#places[slot] = place;
    });
  }

  get size(): number {
    return this.ids.length;
  }

  /** -1 for a term that the query has not. */
  placeOf(id: number): number {
    let slot = id & this.#mask;
    for (;;) {
      const place = this.#places[slot]!;
      if (place === -1 || this.#keys[slot] === id) return place;
      slot = (slot + 1) & this.#mask;
    }
  }

  /** Calls `found` for each of the first `end` terms that the query has: where it stands, and its place in the query. */
  scan(ids: Uint32Array, end: number, found: (at: number, place: number) => void): void {
    // All that the loop reads at hand: it runs over every term of an account.
    const keys = this.#keys;
    const places = this.#places;
    const mask = this.#mask;
    for (let at = 0; at < end; at++) {
      const id = ids[at]!;
      const slot = id & mask;
      if (places[slot] === -1) continue;
      const place = keys[slot] === id ? places[slot]! : this.placeOf(id);
      if (place !== -1) found(at, place);
    }
  }

  /** How often each of the query's terms is in a text: calls `found` in ascending order of terms. */
  each(terms: CountedTerms, found: (place: number, count: number) => void): void {
    if (terms.ids.length <= this.size * 4) {
      for (let at = 0; at < terms.ids.length; at++) {
        const place = this.placeOf(terms.ids[at]!);
        if (place !== -1) found(place, terms.counts[at]!);
      }
    } else {
      this.ids.forEach((id, place) => {
        const at = indexOf(terms.ids, id);
        if (at !== -1) found(place, terms.counts[at]!);
      });
    }
  }
}

function indexOf(ascending: Uint32Array, id: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle]! < id) low = middle + 1;
    else high = middle;
  }
  return ascending[low] === id ? low : -1;
}
