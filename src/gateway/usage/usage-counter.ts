import { tokensOf, type Spent, type UsageOf, type UsageRow, type UsageStore } from "./usage-store.ts";

export type UsageCounterOptions = {
  /** The longest that a count waits to be written. */
  flushMs?: number;
  /** As soon as this many counts wait, they are written. */
  flushCount?: number;
  /** How many counts are kept while the store takes none; the oldest are dropped first. */
  keptMax?: number;
  onError?: (error: unknown) => void;
};

/** Counts what was used, and writes it behind the answers, many at once. */
export class UsageCounter {
  readonly #store: Pick<UsageStore, "add">;
  readonly #options: Required<UsageCounterOptions>;
  /** By key, month and model. */
  #waiting = new Map<string, UsageRow>();
  #written: readonly UsageRow[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #urgent = false;
  /** Whether the last write failed: then none is tried before its time. */
  #failing = false;

  constructor(store: Pick<UsageStore, "add">, options: UsageCounterOptions = {}) {
    this.#store = store;
    this.#options = { flushMs: 500, flushCount: 100, keptMax: 10_000, onError: () => {}, ...options };
  }

  /** `urgent`: is written at once, with what waits; what comes meanwhile goes with the next write. */
  add(row: UsageRow, urgent: boolean): void {
    this.#merge(row);
    this.#urgent ||= urgent;
    if ((this.#urgent || this.#waiting.size >= this.#options.flushCount) && !this.#failing) void this.flush();
    else this.#later();
  }

  /** What of a key is counted here and may not be stored yet. */
  waiting({ key, month }: UsageOf): Spent {
    const own = [...this.#waiting.values(), ...this.#written].filter((row) => row.key === key && row.month === month);
    return own.reduce((sum, row) => ({ tokens: sum.tokens + tokensOf(row), micros: sum.micros + row.micros }), {
      tokens: 0,
      micros: 0,
    });
  }

  /** Ends when all that was counted before is stored, or could not be. */
  async settled(): Promise<void> {
    // What is being written began before the last ones came.
    await this.#writing;
    await this.flush();
  }

  async close(): Promise<void> {
    await this.settled();
    this.#stopTimer();
  }

  /** One write at a time. */
  flush(): Promise<void> {
    this.#stopTimer();
    return (this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
      if (this.#waiting.size === 0) return;
      if (this.#urgent && !this.#failing) void this.flush();
      else this.#later();
    }));
  }

  async #write(): Promise<void> {
    this.#written = [...this.#waiting.values()];
    this.#waiting = new Map();
    this.#urgent = false;
    try {
      if (this.#written.length > 0) await this.#store.add(this.#written);
      this.#failing = false;
      this.#written = [];
    } catch (error) {
      this.#failing = true;
      const failed = this.#written;
      this.#written = [];
      for (const row of failed) this.#merge(row);
      this.#options.onError(error);
    }
  }

  #merge(row: UsageRow): void {
    const id = JSON.stringify([row.account, row.key, row.month, row.provider, row.model]);
    const known = this.#waiting.get(id);
    this.#waiting.set(id, known === undefined ? { ...row } : sum(known, row));
    if (this.#waiting.size <= this.#options.keptMax) return;
    for (const oldest of this.#waiting.keys()) {
      this.#waiting.delete(oldest);
      break;
    }
  }

  #later(): void {
    this.#timer ??= setTimeout(() => void this.flush(), this.#options.flushMs).unref();
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

function sum(a: UsageRow, b: UsageRow): UsageRow {
  return {
    ...a,
    requests: a.requests + b.requests,
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    micros: a.micros + b.micros,
    unpriced: a.unpriced + b.unpriced,
  };
}
