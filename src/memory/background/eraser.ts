import { Backoff, Background } from "./background.ts";
import type { ErasureStore } from "../erasure.ts";
import type { Flusher } from "../search/base/flusher.ts";

export type EraserOptions = {
  store: ErasureStore;
  flusher: Pick<Flusher, "purge" | "drop">;
  intervalMs?: number;
  onError?: (error: unknown, account?: string) => void;
};

/**
 * Removes the last bytes of what was erased: first from the base, then from SQL, whose job is done only then. A crash
 * in between leaves the job, and the next pass on any process does it again.
 */
export class Eraser {
  readonly #options: EraserOptions;
  readonly #background: Background;
  readonly #backoff = new Backoff();

  constructor(options: EraserOptions) {
    this.#options = options;
    this.#background = new Background((signal) => this.#pass(signal), {
      intervalMs: options.intervalMs ?? 5_000,
      onError: (error) => options.onError?.(error),
    });
  }

  start(): void {
    this.#background.start();
  }

  /** Something was erased. */
  wake(): void {
    this.#background.wake();
  }

  /** Ends when the account under way is done. */
  async stop(): Promise<void> {
    await this.#background.stop();
  }

  /** Erasures by account, so that the base of each is purged once for all of them. */
  async #pass(signal: AbortSignal): Promise<void> {
    const pending = await this.#options.store.pending(100);
    for (const [account, jobs] of Map.groupBy(pending, (job) => job.account)) {
      if (signal.aborted) return;
      if (!this.#backoff.ready(account)) continue;
      try {
        const { store, flusher } = this.#options;
        await (jobs.some((job) => job.wholeAccount) ? flusher.drop(account) : flusher.purge(account));
        for (const job of jobs) await store.finish(job.id);
        this.#backoff.clear(account);
      } catch (error) {
        this.#backoff.fail(account);
        this.#options.onError?.(error, account);
      }
    }
  }
}
