import type { MemoryFacts } from "../facts.ts";
import type { FlushedTerms, IndexedMemory } from "../index-store.ts";
import { Slab, type Placed } from "./slab.ts";

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
export type Row = MemoryFacts &
  Placed & {
    live: boolean;
    readonly session: TailSession | undefined;
    /** Its place among the partition's rows. */
    readonly slot: number;
  };

const rowBytes = 380;
const sessionBytes = 250;
const ghostBytes = 350;

/** One user's rows of a tail. */
export class Partition {
  readonly user: string;
  readonly rows: Row[] = [];
  readonly sessions = new Map<string, TailSession>();
  /** By id, what the base and its statistics still hold of memories that have changed since. */
  readonly ghosts = new Map<string, FlushedTerms>();
  memories = 0;
  totalLength = 0;
  totalSessionLength = 0;
  readonly slab = new Slab();

  constructor(user: string) {
    this.user = user;
  }

  /** Room must be reserved in the slab. */
  add(memory: IndexedMemory): Row {
    const { vector: _vector, terms: _terms, ...facts } = memory;
    return this.#enter(facts, { slot: this.rows.length, ...this.slab.add(memory) });
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
    fresh.slab.reserve(memories);
    for (const memory of memories) fresh.add(memory);
    for (const [id, ghost] of this.ghosts) fresh.ghosts.set(id, ghost);
    return fresh;
  }

  get bytes(): number {
    return (
      this.slab.bytes + rowBytes * this.rows.length + sessionBytes * this.sessions.size + ghostBytes * this.ghosts.size
    );
  }

  #enter(facts: MemoryFacts, places: Placed & Pick<Row, "slot">): Row {
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
    const { vectors, termIds, termCounts, dimensions } = this.slab;
    return {
      ...facts,
      vector: vectorAt < 0 ? undefined : vectors.subarray(vectorAt, vectorAt + dimensions),
      terms: { ids: termIds.subarray(termsAt, termsEnd), counts: termCounts.subarray(termsAt, termsEnd), length },
    };
  }
}
