import type { Bm25 } from "../words/bm25.ts";
import { cosines } from "./half.ts";
import type { FlushedTerms } from "../index-store.ts";
import type { Partition, Row, TailSession } from "./partition.ts";
import type { QueryTerms } from "../words/query-terms.ts";

/** A session as its rows in the tail make it; `counts` runs parallel to the query's terms, `undefined` for none at all. */
export type SessionScan = {
  readonly session: TailSession;
  readonly memories: number;
  readonly length: number;
  counts: Float64Array | undefined;
};

/**
 * One partition, looked at once for one query: what all that follows knows of it, though the partition may change
 * between two steps. Linear in the partition: for the size of a tail that is quicker than any index, and a third of the bytes.
 */
export class PartitionScan {
  readonly partition: Partition;
  /** By slot; longer than `size` once rows were added. */
  readonly rows: readonly Row[];
  readonly size: number;
  readonly memories: number;
  readonly totalLength: number;
  readonly totalSessionLength: number;
  /** By slot: NaN without a vector. */
  readonly cosines: Float64Array;
  /** By slot: BM25, once `weigh` was called. */
  readonly words: Float64Array;
  /** In how many rows each term of the query is. */
  readonly frequency: Float64Array;
  readonly sessions: Map<TailSession, SessionScan>;
  readonly ghosts: readonly FlushedTerms[];
  readonly #query: QueryTerms;
  /** Triples of slot, term and count, in ascending order of both. */
  readonly #hits: number[] = [];

  constructor(partition: Partition, query: QueryTerms, vector: Float64Array | undefined) {
    this.partition = partition;
    this.rows = partition.rows;
    this.size = partition.rows.length;
    this.memories = partition.memories;
    this.totalLength = partition.totalLength;
    this.totalSessionLength = partition.totalSessionLength;
    this.cosines = new Float64Array(this.size).fill(Number.NaN);
    this.words = new Float64Array(this.size);
    this.frequency = new Float64Array(query.size);
    this.ghosts = [...partition.ghosts.values()];
    this.sessions = new Map();
    for (const session of partition.sessions.values()) {
      const { memories, length } = session;
      this.sessions.set(session, { session, memories, length, counts: undefined });
    }
    this.#query = query;
    // A vector of another space says nothing.
    if (vector?.length === partition.slab.dimensions) this.#measure(vector);
    if (query.size > 0) for (let slot = 0; slot < this.size; slot++) this.#find(this.rows[slot]!);
  }

  /** Turns what was found into scores. */
  weigh(bm25: Bm25): void {
    for (let at = 0; at < this.#hits.length; at += 3) {
      const slot = this.#hits[at]!;
      this.words[slot]! += bm25.part(this.#hits[at + 1]!, this.#hits[at + 2]!, this.rows[slot]!.length);
    }
  }

  /** The row at a place, if it was there when the partition was looked at. */
  rowAt(session: TailSession, position: number): Row | undefined {
    const row = session.byPosition.get(position);
    return row && row.slot < this.size && this.rows[row.slot] === row ? row : undefined;
  }

  #measure(vector: Float64Array): void {
    const { vectors, count } = this.partition.slab;
    const all = cosines(vector, vectors, count);
    for (let slot = 0; slot < this.size; slot++) {
      const row = this.rows[slot]!;
      if (row.live && row.vectorAt >= 0) this.cosines[slot] = all[row.vectorAt / vector.length]!;
    }
  }

  #find(row: Row): void {
    if (!row.live) return;
    const { termIds, termCounts } = this.partition.slab;
    for (let at = row.termsAt; at < row.termsEnd; at++) {
      const place = this.#query.placeOf(termIds[at]!);
      if (place === -1) continue;
      const count = termCounts[at]!;
      this.#hits.push(row.slot, place, count);
      this.frequency[place]!++;
      if (row.session) this.#countsOf(row.session)[place]! += count;
    }
  }

  #countsOf(session: TailSession): Float64Array {
    // A live row's session is in the partition.
    const scan = this.sessions.get(session)!;
    return (scan.counts ??= new Float64Array(this.#query.size));
  }
}
