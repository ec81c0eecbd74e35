import { sessionKey, tagBytes, type MemoryAttributes } from "../attributes.ts";
import type { BaseSession, IndexedMemory, IndexStore } from "../index-store.ts";
import type { ResidentTail } from "../resident/resident-tail.ts";
import { Slab, type Stored } from "../resident/slab.ts";

type Store = Pick<IndexStore, "byId" | "byPlace" | "sessionTerms">;

/** A memory of the base, read from SQL. */
export type BaseRow = MemoryAttributes & Stored & { readonly session: SessionRows | undefined };

/** What is known of a session in the base: `undefined` was not asked for, `null` is not there. */
export type SessionRows = {
  readonly user: string;
  readonly id: string;
  whole: BaseSession | null | undefined;
  readonly byPosition: Map<number, BaseRow | null>;
  /** How many rows are kept; when the last one goes, the session does. */
  kept: number;
};

export type Place = { session: SessionRows; position: number };

/** As measured: the object, its id, its places in two maps. */
const rowBytes = 350;
const sessionBytes = 900;

/**
 * What searches read of an account's base for exact scoring, kept while the account is resident; beyond a bound the
 * oldest rows go, but none while a search works. A row of the base changes only by a flush of what was in the tail:
 * `forget` takes that out.
 */
export class BaseRows {
  readonly #store: Store;
  readonly #account: string;
  readonly #bytesMax: number;
  /** Oldest first. */
  readonly #rows = new Map<string, BaseRow>();
  readonly #sessions = new Map<string, SessionRows>();
  #bytes = 0;
  /** Rises when something is forgotten: what was read before it is not kept. */
  #epoch = 0;
  #searches = 0;

  constructor(store: Store, account: string, bytesMax: number) {
    this.#store = store;
    this.#account = account;
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** A search at work: what it has found stays until it ends. */
  async during<T>(search: () => Promise<T>): Promise<T> {
    this.#searches++;
    try {
      return await search();
    } finally {
      if (--this.#searches === 0) this.#shrink();
    }
  }

  session(user: string, id: string): SessionRows {
    const key = sessionKey(user, id);
    let session = this.#sessions.get(key);
    if (!session) {
      session = { user, id, whole: undefined, byPosition: new Map(), kept: 0 };
      this.#sessions.set(key, session);
      this.#bytes += bytesOfSession(session);
    }
    return session;
  }

  /** Those of the ids that the base holds, in no order. */
  async byId(ids: Iterable<string>): Promise<BaseRow[]> {
    const found: BaseRow[] = [];
    const missing: string[] = [];
    for (const id of new Set(ids)) {
      const row = this.#rows.get(id);
      if (row) found.push(row);
      else missing.push(id);
    }
    if (missing.length === 0) return found;
    const epoch = this.#epoch;
    const read = this.#enter(await this.#store.byId(this.#account, missing), epoch);
    return [...found, ...read];
  }

  /** Makes places known that are not. */
  async loadPlaces(missing: readonly Place[]): Promise<void> {
    if (missing.length === 0) return;
    const epoch = this.#epoch;
    const asked = missing.map(({ session, position }) => ({ user: session.user, sessionId: session.id, position }));
    const memories = await this.#store.byPlace(this.#account, asked);
    if (epoch !== this.#epoch) return;
    for (const { session, position } of missing) session.byPosition.set(position, null);
    this.#enter(memories, epoch);
  }

  /** Sees to it that the sessions' terms are known. */
  async loadSessions(sessions: Iterable<SessionRows>): Promise<void> {
    const missing = [...new Set(sessions)].filter((session) => session.whole === undefined);
    if (missing.length === 0) return;
    const epoch = this.#epoch;
    const asked = missing.map(({ user, id }) => ({ user, sessionId: id }));
    const found = await this.#store.sessionTerms(this.#account, asked);
    if (epoch !== this.#epoch) return;
    missing.forEach((session, at) => {
      this.#bytes -= bytesOfSession(session);
      session.whole = found[at] ?? null;
      this.#bytes += bytesOfSession(session);
    });
  }

  /** After a flush: all that the tail held until then, and the sessions of it. */
  forget(tail: ResidentTail): void {
    this.#epoch++;
    for (const partition of tail.partitions()) {
      for (const row of partition.rows) this.#forget(row.id, row.user, row.sessionId);
      for (const [id, ghost] of partition.ghosts) this.#forget(id, ghost.user, ghost.sessionId);
    }
  }

  #forget(id: string, user: string, sessionId: string): void {
    const row = this.#rows.get(id);
    if (row) this.#remove(row);
    const session = this.#sessions.get(sessionKey(user, sessionId));
    if (!session) return;
    this.#bytes -= bytesOfSession(session);
    session.whole = undefined;
    this.#bytes += bytesOfSession(session);
    session.byPosition.clear();
  }

  #shrink(): void {
    for (const row of this.#rows.values()) {
      if (this.#bytes <= this.#bytesMax) return;
      this.#remove(row);
    }
    if (this.#bytes <= this.#bytesMax) return;
    this.#sessions.clear();
    this.#bytes = 0;
  }

  #remove(row: BaseRow): void {
    this.#rows.delete(row.id);
    this.#bytes -= bytesOfRow(row);
    const { session } = row;
    if (!session) return;
    if (session.byPosition.get(row.position) === row) session.byPosition.delete(row.position);
    if (--session.kept > 0) return;
    this.#sessions.delete(sessionKey(session.user, session.id));
    this.#bytes -= bytesOfSession(session);
  }

  /** What is read together lies together. */
  #enter(memories: readonly IndexedMemory[], epoch: number): BaseRow[] {
    const slab = new Slab();
    slab.reserve(memories.filter(({ id }) => !this.#rows.has(id)));
    return memories.map((memory) => {
      const known = this.#rows.get(memory.id);
      const row = known ?? rowOf(memory, this.#sessionOf(memory), slab);
      if (epoch !== this.#epoch) return row;
      if (!known) this.#keep(row);
      if (row.position >= 0) row.session?.byPosition.set(row.position, row);
      return row;
    });
  }

  #sessionOf({ user, sessionId }: IndexedMemory): SessionRows | undefined {
    return sessionId === "" ? undefined : this.session(user, sessionId);
  }

  #keep(row: BaseRow): void {
    this.#rows.set(row.id, row);
    this.#bytes += bytesOfRow(row);
    if (row.session) row.session.kept++;
  }
}

/** Written out: copies of an object take twice the room. The session's strings stand in for the memory's own copies. */
function rowOf(memory: IndexedMemory, session: SessionRows | undefined, slab: Slab): BaseRow {
  const { vectorAt, termsAt, termsEnd, length } = slab.add(memory);
  return {
    id: memory.id,
    seq: memory.seq,
    layer: memory.layer,
    user: session?.user ?? memory.user,
    sessionId: session?.id ?? "",
    position: memory.position,
    createdAtMs: memory.createdAtMs,
    tags: memory.tags,
    standing: memory.standing,
    textHash: memory.textHash,
    awaitsVector: memory.awaitsVector,
    vectorAt,
    termsAt,
    termsEnd,
    length,
    slab,
    session,
  };
}

function bytesOfRow({ vectorAt, termsAt, termsEnd, slab, tags }: BaseRow): number {
  return rowBytes + (vectorAt < 0 ? 0 : 2 * slab.dimensions) + 6 * (termsEnd - termsAt) + tagBytes * tags.length;
}

function bytesOfSession({ whole }: SessionRows): number {
  return sessionBytes + 8 * (whole?.ids.length ?? 0);
}
