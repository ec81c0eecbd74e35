import type { MemoryFacts } from "../facts.ts";
import type { FlushedTerms, IndexedMemory } from "../index-store.ts";

/** A session's rows in the tail. */
export type TailSession = {
  readonly user: string;
  readonly id: string;
  /** How many rows, and how many words in all. */
  memories: number;
  length: number;
  readonly byPosition: Map<number, Row>;
};

/** A memory in the tail. It never changes but for `live`: a change of the memory is another row. */
export type Row = MemoryFacts & {
  live: boolean;
  readonly session: TailSession | undefined;
  /** Its place among the partition's rows. */
  readonly slot: number;
  /** Where its vector begins; -1 without one. */
  readonly vectorAt: number;
  /** Where its terms begin and end. */
  readonly termsAt: number;
  readonly termsEnd: number;
  readonly length: number;
};

const rowBytes = 380;
const sessionBytes = 250;
const ghostBytes = 350;

/** One user's rows of a tail: vectors and terms side by side in large arrays, only ever appended to. */
export class Partition {
  readonly user: string;
  readonly rows: Row[] = [];
  readonly sessions = new Map<string, TailSession>();
  /** By id, what the base and its statistics still hold of memories that have changed since. */
  readonly ghosts = new Map<string, FlushedTerms>();
  memories = 0;
  totalLength = 0;
  totalSessionLength = 0;
  vectors = new Uint16Array(0);
  termIds = new Uint32Array(0);
  termCounts = new Uint16Array(0);
  /** Of the vectors; one vector space has one length. 0 before there is any. */
  dimensions = 0;
  #vectorsEnd = 0;
  #termsEnd = 0;

  constructor(user: string) {
    this.user = user;
  }

  /** Makes room: exactly as much the first time, for most accounts are loaded once and then grow slowly. */
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
  add(memory: IndexedMemory): Row {
    const { vector, terms, ...facts } = memory;
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
    const places = { slot: this.rows.length, vectorAt, termsAt, termsEnd: this.#termsEnd };
    return this.#enter(facts, { ...places, length: terms.length });
  }

  remove(row: Row): void {
    row.live = false;
    this.memories--;
    this.totalLength -= row.length;
    const { session } = row;
    if (!session) return;
    this.totalSessionLength -= row.length;
    session.length -= row.length;
    if (session.byPosition.get(row.position) === row) session.byPosition.delete(row.position);
    if (--session.memories === 0) this.sessions.delete(session.id);
  }

  /** Whether most rows are of the past. */
  get wasteful(): boolean {
    return this.rows.length - this.memories > Math.max(64, this.memories);
  }

  /** The same without rows of the past; the row objects are new. */
  compacted(): Partition {
    const fresh = new Partition(this.user);
    const memories = this.rows.filter((row) => row.live).map((row) => this.#memoryOf(row));
    fresh.reserve(memories);
    for (const memory of memories) fresh.add(memory);
    for (const [id, ghost] of this.ghosts) fresh.ghosts.set(id, ghost);
    return fresh;
  }

  get bytes(): number {
    const arrays = this.vectors.byteLength + this.termIds.byteLength + this.termCounts.byteLength;
    return arrays + rowBytes * this.rows.length + sessionBytes * this.sessions.size + ghostBytes * this.ghosts.size;
  }

  #enter(facts: MemoryFacts, places: Pick<Row, "slot" | "vectorAt" | "termsAt" | "termsEnd" | "length">): Row {
    const session = facts.sessionId === "" ? undefined : this.#session(facts.sessionId);
    // The strings of partition and session stand in for the row's own, which are copies.
    const sessionId = session?.id ?? "";
    const row: Row = { ...facts, user: this.user, sessionId, live: true, session, ...places };
    this.rows.push(row);
    this.memories++;
    this.totalLength += row.length;
    if (session) {
      this.totalSessionLength += row.length;
      session.memories++;
      session.length += row.length;
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
    const { live: _live, session: _session, slot: _slot, vectorAt, termsAt, termsEnd, length, ...facts } = row;
    return {
      ...facts,
      vector: vectorAt < 0 ? undefined : this.vectors.subarray(vectorAt, vectorAt + this.dimensions),
      terms: {
        ids: this.termIds.subarray(termsAt, termsEnd),
        counts: this.termCounts.subarray(termsAt, termsEnd),
        length,
      },
    };
  }
}

function grown<A extends Uint16Array | Uint32Array>(array: A, needed: number, make: (length: number) => A): A {
  if (needed <= array.length) return array;
  const larger = make(array.length === 0 ? needed : Math.max(needed, Math.ceil(array.length * 1.5)));
  larger.set(array);
  return larger;
}
