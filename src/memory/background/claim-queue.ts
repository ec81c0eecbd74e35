import { setImmediate as turn } from "node:timers/promises";
import type { ClaimStore, ReadMessage } from "../graph/claim-store.ts";
import { extractClaims, rulesVersion } from "../graph/extract.ts";
import { Background } from "./background.ts";

export type ClaimQueueOptions = {
  store: Pick<ClaimStore, "next" | "complete">;
  intervalMs?: number;
  /** Messages of one transaction. */
  batch?: number;
  onError?: (error: unknown) => void;
};

/** Others have their turn after so long; a single message takes less than 0.1 s at worst, a usual one less than 1 ms. */
const sliceMs = 5;

/**
 * Reads what messages claim, in the background, account by account. What waits is in SQL: messages behind the place up
 * to which their account was read. That place moves in the transaction which stores the claims, so that a crash loses
 * none and reads none twice; several processes may do it at once.
 */
export class ClaimQueue {
  readonly #options: ClaimQueueOptions;
  readonly #batch: number;
  readonly #background: Background;
  #served = "";

  constructor(options: ClaimQueueOptions) {
    this.#options = options;
    this.#batch = options.batch ?? 100;
    this.#background = new Background((signal) => this.#drain(signal), {
      intervalMs: options.intervalMs ?? 1_000,
      onError: (error) => options.onError?.(error),
    });
  }

  start(): void {
    this.#background.start();
  }

  /** Ends when the batch under way is stored, or left. */
  async stop(): Promise<void> {
    await this.#background.stop();
  }

  /** Until nothing waits, one batch of an account after another. */
  async #drain(signal: AbortSignal): Promise<void> {
    const { store } = this.#options;
    while (!signal.aborted) {
      const job = await store.next(rulesVersion, this.#served, this.#batch);
      if (!job) return;
      this.#served = job.account;
      const read: ReadMessage[] = [];
      let until = performance.now() + sliceMs;
      for (const message of job.messages) {
        if (performance.now() > until) {
          await turn();
          if (signal.aborted) return;
          until = performance.now() + sliceMs;
        }
        read.push({ message, claims: extractClaims(message.text, message.saidAtMs) });
      }
      await store.complete(rulesVersion, job, read);
    }
  }
}
