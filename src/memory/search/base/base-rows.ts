import { sessionKey } from "../facts.ts";
import type { BaseSession, IndexedMemory, IndexStore } from "../index-store.ts";
import type { ResidentTail } from "../resident/resident-tail.ts";

type Store = Pick<IndexStore, "byId" | "byPlace" | "sessionTerms">;

/** A memory of the base, read from SQL. */
export type BaseRow = { readonly memory: IndexedMemory; readonly session: SessionRows | undefined };

/** What is known of a session in the base: `undefined` was not asked for, `null` is not there. */
export type SessionRows = {
  readonly user: string;
  readonly id: string;
  whole: BaseSession | null | undefined;
  readonly byPosition: Map<number, BaseRow | null>;
};

export type Place = { session: SessionRows; position: number };

const rowBytes = 1_000;

/**
 * What searches read of an account's base for exact scoring, kept while the account is resident. A row of the base
 * changes only by a flush of what was in the tail: `forget` takes that out.
 */
export class BaseRows {
  readonly #store: Store;
  readonly #account: string;
  readonly #rows = new Map<string, BaseRow>();
  readonly #sessions = new Map<string, SessionRows>();
  #bytes = 0;
  /** Rises when something is forgotten: what was read before it is not kept. */
  #epoch = 0;

  constructor(store: Store, account: string) {
    this.#store = store;
    this.#account = account;
  }

  get bytes(): number {
    return this.#bytes;
  }

  session(user: string, id: string): SessionRows {
    const key = sessionKey(user, id);
    let session = this.#sessions.get(key);
    if (!session) {
      this.#sessions.set(key, (session = { user, id, whole: undefined, byPosition: new Map() }));
      this.#bytes += 300;
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
    const memories = await this.#store.byId(this.#account, missing);
    return [...found, ...memories.map((memory) => this.#enter(memory, epoch))];
  }

  /** Makes places known that are not. */
  async loadPlaces(missing: readonly Place[]): Promise<void> {
    if (missing.length === 0) return;
    const epoch = this.#epoch;
    const asked = missing.map(({ session, position }) => ({ user: session.user, sessionId: session.id, position }));
    const memories = await this.#store.byPlace(this.#account, asked);
    if (epoch !== this.#epoch) return;
    for (const { session, position } of missing) session.byPosition.set(position, null);
    this.#bytes += 60 * missing.length;
    for (const memory of memories) this.#enter(memory, epoch);
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
      session.whole = found[at] ?? null;
      this.#bytes += (found[at]?.ids.length ?? 0) * 6;
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
    this.#rows.delete(id);
    const session = this.#sessions.get(sessionKey(user, sessionId));
    if (!session) return;
    session.whole = undefined;
    session.byPosition.clear();
  }

  #enter(memory: IndexedMemory, epoch: number): BaseRow {
    const known = this.#rows.get(memory.id);
    const session = memory.sessionId === "" ? undefined : this.session(memory.user, memory.sessionId);
    const row = known ?? { memory, session };
    if (epoch !== this.#epoch) return row;
    this.#rows.set(memory.id, row);
    if (memory.position >= 0) session?.byPosition.set(memory.position, row);
    if (!known) this.#bytes += rowBytes + (memory.vector?.byteLength ?? 0) + memory.terms.ids.length * 6;
    return row;
  }
}
