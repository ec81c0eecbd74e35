import type { Bm25 } from "../scoring/bm25.ts";
import { cosines } from "./half.ts";
import type { FlushedTerms } from "../index-store.ts";
import type { Partition, Row, TailSession } from "./partition.ts";
import type { QueryTerms } from "../../words/query-terms.ts";

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
 * What is done for every row reads columns alone; a row itself, which lies anywhere in memory, only where something was found.
 */
export class PartitionScan {
  readonly partition: Partition;
  /** By slot; longer than `size` once rows were added. */
  readonly rows: readonly Row[];
  readonly size: number;
  /** By slot: 1, or 0 for a row of the past. */
  readonly live: Uint8Array;
  readonly memories: number;
  readonly totalLength: number;
  readonly totalSessionLength: number;
  /** By slot: NaN without a vector. A row of the past may have one. */
  readonly cosines: Float32Array;
  /** By slot: BM25, once `weigh` was called. */
  readonly words: Float64Array;
  /** In how many rows each term of the query is. */
  readonly frequency: Float64Array;
  /** By id, as they were. */
  readonly sessions: Map<string, SessionScan>;
  readonly ghosts: readonly FlushedTerms[];
  readonly #query: QueryTerms;
  readonly #lengths: Uint32Array;
  /** Triples of slot, term and count, in ascending order of both; of live rows. */
  readonly #hits: number[] = [];

  constructor(partition: Partition, query: QueryTerms, vector: Float32Array | undefined) {
    this.partition = partition;
    this.rows = partition.rows;
    this.size = partition.rows.length;
    this.live = partition.live.slice(0, this.size);
    this.memories = partition.memories;
    this.totalLength = partition.totalLength;
    this.totalSessionLength = partition.totalSessionLength;
    this.#lengths = partition.lengths;
    this.words = new Float64Array(this.size);
    this.frequency = new Float64Array(query.size);
    this.ghosts = [...partition.ghosts.values()];
    this.sessions = new Map();
    for (const session of partition.sessions.values()) {
      const { id, memories, length } = session;
      this.sessions.set(id, { session, memories, length, counts: undefined });
    }
    this.#query = query;
    this.cosines = cosinesOf(partition, vector);
    if (query.size > 0) this.#find();
  }

  /** Turns what was found into scores. */
  weigh(bm25: Bm25): void {
    for (let at = 0; at < this.#hits.length; at += 3) {
      const slot = this.#hits[at]!;
      this.words[slot]! += bm25.part(this.#hits[at + 1]!, this.#hits[at + 2]!, this.#lengths[slot]!);
    }
  }

  /** The row that was at a place when the partition was looked at. */
  rowAt(session: TailSession, position: number): Row | undefined {
    let row = session.byPosition.get(position);
    while (row && row.slot >= this.size) row = row.replaced;
    return row && this.live[row.slot] === 1 ? row : undefined;
  }

  #find(): void {
    const { termsEnds, slab } = this.partition;
    const { termIds, termCounts, termCount } = slab;
    let slot = 0;
    let session: TailSession | undefined;
    let sessionCounts: Float64Array = new Float64Array(0);
    this.#query.scan(termIds, termCount, (at, place) => {
      while (termsEnds[slot]! <= at) slot++;
      if (this.live[slot] === 0) return;
      const count = termCounts[at]!;
      this.#hits.push(slot, place, count);
      this.frequency[place]!++;
      const row = this.rows[slot]!;
      if (!row.session) return;
      if (row.session !== session) {
        session = row.session;
        sessionCounts = this.#countsOf(session);
      }
      sessionCounts[place]! += count;
    });
  }

  #countsOf(session: TailSession): Float64Array {
    // A live row's session is in the partition.
    const scan = this.sessions.get(session.id)!;
    return (scan.counts ??= new Float64Array(this.#query.size));
  }
}

/** By slot. A vector of another space says nothing. */
function cosinesOf({ slab, rows, vectorsAt }: Partition, vector: Float32Array | undefined): Float32Array {
  if (vector?.length !== slab.dimensions) return new Float32Array(rows.length).fill(Number.NaN);
  const all = cosines(vector, slab.vectors, slab.count);
  if (all.length === rows.length) return all;
  const bySlot = new Float32Array(rows.length);
  for (let slot = 0; slot < bySlot.length; slot++) {
    const at = vectorsAt[slot]!;
    bySlot[slot] = at < 0 ? Number.NaN : all[at / vector.length]!;
  }
  return bySlot;
}
