import type { Retrieval, RetrievalStore } from "../retrieval.ts";
import { systemUser, type Scope } from "../scope.ts";

export type ReceiptsOptions = {
  /** The longest a receipt waits to be written. */
  flushMs?: number;
  /** So many are written without waiting. */
  flushCount?: number;
  /** While the store takes none, so many are kept; the oldest go first. */
  keptMax?: number;
  /** Of their texts and results together. */
  keptBytes?: number;
  onError?: (error: unknown) => void;
};

/** Receipts of searches, written behind the answers, many at once. `get` sees those that wait, too. */
export class Receipts {
  readonly #store: RetrievalStore;
  readonly #options: Required<ReceiptsOptions>;
  readonly #waiting = new Map<string, Retrieval>();
  #waitingBytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  /** Whether the last write failed: then none is tried before its time. */
  #failing = false;
  #closed = false;

  constructor(store: RetrievalStore, options: ReceiptsOptions = {}) {
    this.#store = store;
    this.#options = {
      flushMs: 500,
      flushCount: 100,
      keptMax: 10_000,
      keptBytes: 2 ** 25,
      onError: () => {},
      ...options,
    };
  }

  add(retrieval: Retrieval): void {
    this.#waiting.set(retrieval.id, retrieval);
    this.#waitingBytes += bytesOf(retrieval);
    const { keptMax, keptBytes } = this.#options;
    for (const oldest of this.#waiting.keys()) {
      if (this.#waiting.size <= keptMax && this.#waitingBytes <= keptBytes) break;
      this.#letGo(oldest);
    }
    if (this.#waiting.size >= this.#options.flushCount && !this.#failing) void this.#flush();
    else this.#later();
  }

  async get(scope: Scope, id: string): Promise<Retrieval | undefined> {
    const waiting = this.#waiting.get(id);
    if (!waiting) return this.#store.get(scope, id);
    const readable = waiting.account === scope.account && [waiting.user, systemUser].includes(scope.user);
    return readable ? waiting : undefined;
  }

  /** Ends when all that was added before is written, or could not be: then it is tried again in its time. */
  async drain(): Promise<void> {
    // What is being written began before the last ones came.
    await this.#writing;
    await this.#flush();
  }

  /** Drains, and stops: what could not be written is not tried again. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.drain();
    this.#stopTimer();
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #later(): void {
    if (this.#closed) return;
    this.#timer ??= setTimeout(() => void this.#flush(), this.#options.flushMs).unref();
  }

  /** One write at a time; a receipt leaves the waiting ones when it is stored. */
  #flush(): Promise<void> {
    this.#stopTimer();
    return (this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
      if (this.#waiting.size > 0) this.#later();
    }));
  }

  async #write(): Promise<void> {
    const batch = [...this.#waiting.values()];
    if (batch.length === 0) return;
    try {
      await this.#store.record(batch);
      for (const { id } of batch) this.#letGo(id);
      this.#failing = false;
    } catch (error) {
      this.#failing = true;
      this.#options.onError(error);
    }
  }

  #letGo(id: string): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    this.#waitingBytes -= bytesOf(waiting);
  }
}

/** Roughly, and no less than it takes: two bytes for a character, and an id in each result. */
function bytesOf({ query = "", results }: Retrieval): number {
  return 500 + 2 * query.length + 150 * results.length;
}
