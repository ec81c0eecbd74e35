import type { Base, BaseCandidates, BaseFilter } from "../../src/memory/search/base/base.ts";
import type {
  BaseSession,
  FlushedTerms,
  HydratedMemory,
  IndexChange,
  IndexedMemory,
  IndexState,
  IndexStore,
  LexiconStats,
} from "../../src/memory/search/index-store.ts";
import type { Scope } from "../../src/memory/scope.ts";
import { visibleUsers } from "../../src/memory/scope.ts";
import type { Terms } from "../../src/memory/words/terms.ts";

/**
 * One account's memories, in plain maps: what SQL and the base would say, without any of search's own bookkeeping. Its
 * base offers every memory that passes the filter, so that candidates are exact.
 */
export class World implements IndexStore, Pick<Base, "candidates"> {
  readonly memories = new Map<string, IndexedMemory>();
  readonly fingerprint: string = "space";
  pending = 0;
  pendingReplies = 0;
  reads = { changes: 0, byId: 0, byPlace: 0, sessions: 0 };
  /** Called before each read: where a test lets something happen in between. */
  onRead: (read: string) => void = () => {};
  readonly #tombstones = new Map<string, number>();
  readonly #flushed = new Map<string, FlushedTerms>();
  #seq = 0;
  #flushedSeq = 0;
  #baseVersion = 0;

  put(memory: Omit<IndexedMemory, "seq">): void {
    this.memories.set(memory.id, { ...memory, seq: ++this.#seq });
  }

  remove(id: string): void {
    if (this.memories.delete(id)) this.#tombstones.set(id, ++this.#seq);
  }

  /** Moves changes to the base, up to a seq. */
  flush(upTo = this.#seq): void {
    this.beginFlush(upTo)();
  }

  /** Reads what is to be moved; it is moved when what this answers is called. */
  beginFlush(upTo = this.#seq): () => void {
    const flushedSeq = Math.max(upTo, this.#flushedSeq);
    const changes = this.#changesAfter(this.#flushedSeq).filter(({ seq }) => seq <= flushedSeq);
    return () => {
      for (const { id, memory } of changes) {
        if (memory) this.#flushed.set(id, memory);
        else this.#flushed.delete(id);
      }
      this.#flushedSeq = flushedSeq;
      this.#baseVersion++;
    };
  }

  get seq(): number {
    return this.#seq;
  }

  /** As a base that is built anew starts. */
  reset(): void {
    this.#flushed.clear();
    this.#flushedSeq = 0;
  }

  async state(): Promise<IndexState | undefined> {
    this.onRead("state");
    if (this.#seq === 0) return undefined;
    const { fingerprint, pending, pendingReplies } = this;
    const users = new Set([...this.#flushed.values()].map(({ user }) => user));
    return {
      maxSeq: this.#seq,
      flushedSeq: this.#flushedSeq,
      baseVersion: this.#baseVersion,
      soleBaseUser: users.size === 1 ? [...users][0] : undefined,
      fingerprint,
      pending,
      pendingReplies,
    };
  }

  async changes(_account: string, after: number, limit: number): Promise<IndexChange[]> {
    this.onRead("changes");
    this.reads.changes++;
    return this.#changesAfter(after).slice(0, limit);
  }

  async byId(_account: string, ids: string[]): Promise<IndexedMemory[]> {
    this.onRead("byId");
    this.reads.byId += ids.length;
    return ids.map((id) => this.#based(id)).filter((memory) => memory !== undefined);
  }

  async byPlace(_account: string, places: { user: string; sessionId: string; position: number }[]) {
    this.onRead("byPlace");
    this.reads.byPlace += places.length;
    const wanted = new Set(places.map((place) => JSON.stringify([place.user, place.sessionId, place.position])));
    return [...this.memories.values()].filter(
      ({ id, user, sessionId, position }) =>
        position >= 0 && this.#flushed.has(id) && wanted.has(JSON.stringify([user, sessionId, position])),
    );
  }

  async lexicon(_account: string, users: string[], termIds: Uint32Array): Promise<LexiconStats> {
    this.onRead("lexicon");
    const memories = [...this.#flushed.values()].filter(({ user }) => users.includes(user));
    const keys = new Set(memories.filter((m) => m.sessionId !== "").map((m) => JSON.stringify([m.user, m.sessionId])));
    const sessions = [...keys].map((key) => {
      const [user, sessionId] = JSON.parse(key) as [string, string]; // as written two lines above
      return this.#session(user, sessionId)!;
    });
    const holding = (all: Pick<Terms, "ids">[]) =>
      Float64Array.from(termIds, (id) => all.filter(({ ids }) => ids.includes(id)).length);
    return {
      memories: memories.length,
      totalLength: memories.reduce((sum, { terms }) => sum + terms.length, 0),
      sessions: sessions.length,
      totalSessionLength: sessions.reduce((sum, { length }) => sum + length, 0),
      memoryFrequency: holding(memories.map(({ terms }) => terms)),
      sessionFrequency: holding(sessions),
    };
  }

  async sessionTerms(_account: string, sessions: { user: string; sessionId: string }[]) {
    this.onRead("sessions");
    this.reads.sessions += sessions.length;
    return sessions.map(({ user, sessionId }) => this.#session(user, sessionId));
  }

  async hydrate(scope: Scope, ids: string[]): Promise<HydratedMemory[]> {
    this.onRead("hydrate");
    return ids.flatMap((id) => {
      const memory = this.memories.get(id);
      if (!memory || !visibleUsers(scope).includes(memory.user)) return [];
      const { layer, user, createdAtMs } = memory;
      return [{ id, layer, user, content: "", createdAtMs, successRate: 0 }];
    });
  }

  async candidates(_account: string, _at: object, query: { filter: BaseFilter }): Promise<BaseCandidates> {
    this.onRead("candidates");
    const { users } = query.filter;
    const visible = [...this.#flushed].filter(([, { user }]) => users === "all" || users.includes(user));
    const ids = visible.map(([id]) => id);
    return { byVector: ids, byWords: ids };
  }

  #based(id: string): IndexedMemory | undefined {
    return this.#flushed.has(id) ? this.memories.get(id) : undefined;
  }

  #session(user: string, sessionId: string): BaseSession | undefined {
    const own = [...this.#flushed.values()].filter((m) => m.user === user && m.sessionId === sessionId);
    if (own.length === 0) return undefined;
    const counts = new Map<number, number>();
    for (const { terms } of own)
      terms.ids.forEach((id, at) => counts.set(id, (counts.get(id) ?? 0) + terms.counts[at]!));
    const ids = Uint32Array.from(counts.keys()).sort();
    return {
      memories: own.length,
      ids,
      counts: Uint32Array.from(ids, (id) => counts.get(id)!),
      length: own.reduce((sum, { terms }) => sum + terms.length, 0),
    };
  }

  #changesAfter(after: number): IndexChange[] {
    const changes: IndexChange[] = [];
    for (const memory of this.memories.values()) {
      const { id, seq } = memory;
      changes.push({ id, seq, memory, indexed: this.#flushed.get(id) });
    }
    for (const [id, seq] of this.#tombstones) changes.push({ id, seq, indexed: this.#flushed.get(id) });
    return changes.filter(({ seq }) => seq > after).sort((one, other) => one.seq - other.seq);
  }
}
