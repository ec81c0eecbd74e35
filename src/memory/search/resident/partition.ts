import { tagBytes, type MemoryAttributes } from "../attributes.ts";
import type { FlushedTerms, IndexedMemory } from "../index-store.ts";
import { grown, Slab, type Placed, type Stored } from "./slab.ts";

/** A session's rows in the tail. */
export type TailSession = {
  readonly user: string;
  readonly id: string;
  /** How many rows, and how many words in all. */
  memories: number;
  length: number;
  /** The last row that had the place; it may be of the past. */
  readonly byPosition: Map<number, Row>;
};

/** A memory in the tail. It never changes: a change of the memory is another row. */
export type Row = MemoryAttributes & {
  readonly session: TailSession | undefined;
  /** Its place among the partition's rows. */
  readonly slot: number;
  /** The row of the past that had its position before it: who looked at the partition then still finds it. */
  readonly replaced: Row | undefined;
};

const rowBytes = 375;
const sessionBytes = 250;
const ghostBytes = 350;

/** One user's rows of a tail. */
export class Partition {
  readonly user: string;
  /** By slot, those of the past included. */
  readonly rows: Row[] = [];
  /** By slot, for who looks at all of them: 1, or 0 for a row of the past; and where in the slab its data are. */
  live = new Uint8Array(0);
  vectorsAt = new Int32Array(0);
  termsEnds = new Uint32Array(0);
  lengths = new Uint32Array(0);
  readonly sessions = new Map<string, TailSession>();
  /** By id, what the base and its statistics still hold of memories that have changed since. */
  readonly ghosts = new Map<string, FlushedTerms>();
  memories = 0;
  totalLength = 0;
  totalSessionLength = 0;
  readonly slab = new Slab();
  /** Of all rows, those of the past included. */
  #tags = 0;

  constructor(user: string) {
    this.user = user;
  }

  /** Makes room. */
  reserve(memories: readonly IndexedMemory[]): void {
    this.slab.reserve(memories);
    const rows = this.rows.length + memories.length;
    this.live = grown(this.live, rows, (length) => new Uint8Array(length));
    this.vectorsAt = grown(this.vectorsAt, rows, (length) => new Int32Array(length));
    this.termsEnds = grown(this.termsEnds, rows, (length) => new Uint32Array(length));
    this.lengths = grown(this.lengths, rows, (length) => new Uint32Array(length));
  }

  /** Room must be reserved. */
  add(memory: IndexedMemory): Row {
    const { vector: _vector, terms: _terms, ...attributes } = memory;
    return this.#enter(attributes, this.slab.add(memory));
  }

  /** Where a row's vector and terms are. */
  stored({ slot }: Row): Stored {
    const termsAt = slot === 0 ? 0 : this.termsEnds[slot - 1]!;
    const [vectorAt, termsEnd, length] = [this.vectorsAt[slot]!, this.termsEnds[slot]!, this.lengths[slot]!];
    return { vectorAt, termsAt, termsEnd, length, slab: this.slab };
  }

  remove(row: Row): void {
    const length = this.lengths[row.slot]!;
    this.live[row.slot] = 0;
    this.memories--;
    this.totalLength -= length;
    const { session } = row;
    if (!session) return;
    this.totalSessionLength -= length;
    session.length -= length;
    if (--session.memories === 0) this.sessions.delete(session.id);
  }

  /** Whether most rows are of the past. */
  get wasteful(): boolean {
    return this.rows.length - this.memories > Math.max(64, this.memories);
  }

  /** The same without rows of the past; the row objects are new. */
  compacted(): Partition {
    const fresh = new Partition(this.user);
    const memories = this.rows.filter(({ slot }) => this.live[slot] === 1).map((row) => this.#memoryOf(row));
    fresh.reserve(memories);
    for (const memory of memories) fresh.add(memory);
    for (const [id, ghost] of this.ghosts) fresh.ghosts.set(id, ghost);
    return fresh;
  }

  get bytes(): number {
    const rows = rowBytes * this.rows.length + tagBytes * this.#tags;
    return this.slab.bytes + rows + sessionBytes * this.sessions.size + ghostBytes * this.ghosts.size;
  }

  #enter(attributes: MemoryAttributes, { vectorAt, termsEnd, length }: Placed): Row {
    const session = attributes.sessionId === "" ? undefined : this.#session(attributes.sessionId);
    // The strings of partition and session stand in for the row's own, which are copies.
    const sessionId = session?.id ?? "";
    const slot = this.rows.length;
    const replaced = attributes.position < 0 ? undefined : session?.byPosition.get(attributes.position);
    const row: Row = { ...attributes, user: this.user, sessionId, session, slot, replaced };
    this.live[slot] = 1;
    this.vectorsAt[slot] = vectorAt;
    this.termsEnds[slot] = termsEnd;
    this.lengths[slot] = length;
    this.rows.push(row);
    this.#tags += row.tags.length;
    this.memories++;
    this.totalLength += length;
    if (session) {
      this.totalSessionLength += length;
      session.memories++;
      session.length += length;
      if (row.position >= 0) session.byPosition.set(row.position, row);
    }
    return row;
  }

  #session(id: string): TailSession {
    let session = this.sessions.get(id);
    if (!session) {
      session = { user: this.user, id, memories: 0, length: 0, byPosition: new Map() };
      this.sessions.set(id, session);
    }
    return session;
  }

  #memoryOf(row: Row): IndexedMemory {
    const { session: _session, replaced: _replaced, slot: _slot, ...attributes } = row;
    const { vectorAt, termsAt, termsEnd, length, slab } = this.stored(row);
    const { vectors, termIds, termCounts, dimensions } = slab;
    return {
      ...attributes,
      vector: vectorAt < 0 ? undefined : vectors.subarray(vectorAt, vectorAt + dimensions),
      terms: { ids: termIds.subarray(termsAt, termsEnd), counts: termCounts.subarray(termsAt, termsEnd), length },
    };
  }
}
