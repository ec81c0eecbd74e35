import { WriteBehind, type WriteBehindOptions } from "../../memory/background/write-behind.ts";
import { tokensOf, type Spent, type UsageOf, type UsageRow, type UsageStore } from "./usage-store.ts";

/** Counts what was used, by key, month and model, and writes the counts after the answers, many at once. */
export class UsageCounter {
  readonly #counts: WriteBehind<string, UsageRow>;

  constructor(store: Pick<UsageStore, "add">, options: WriteBehindOptions = {}) {
    this.#counts = new WriteBehind({ write: (rows) => store.add(rows), merge: sum }, options);
  }

  /** `urgent`: is written at once, with what waits; what comes meanwhile goes with the next write. */
  add(row: UsageRow, urgent: boolean): void {
    this.#counts.add(JSON.stringify([row.account, row.key, row.month, row.provider, row.model]), row, urgent);
  }

  /** What of a key is counted here and may not be stored yet. */
  waiting({ key, month }: UsageOf): Spent {
    const own = this.#counts.rows().filter((row) => row.key === key && row.month === month);
    return own.reduce((sum, row) => ({ tokens: sum.tokens + tokensOf(row), micros: sum.micros + row.micros }), {
      tokens: 0,
      micros: 0,
    });
  }

  /** Ends when all that was counted before is stored, or could not be. */
  settled(): Promise<void> {
    return this.#counts.drain();
  }

  close(): Promise<void> {
    return this.#counts.close();
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
