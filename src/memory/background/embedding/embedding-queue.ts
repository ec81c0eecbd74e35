import { AppError } from "../../../error.ts";
import { Backoff } from "../backoff.ts";
import { batchOf, embedEach, refusedMs, type Embedded } from "./embed-each.ts";
import type { Embedder } from "../../embedder.ts";
import type { EmbeddingJob, EmbeddingStore } from "./embedding-store.ts";
import { BackgroundWorker, type BackgroundWorkerOptions } from "../background-worker.ts";

export type EmbeddingQueueOptions = BackgroundWorkerOptions & {
  store: EmbeddingStore;
  embedder: Embedder;
  /** Texts that are claimed together, and vectors of one transaction; `embedEach` divides them into calls. */
  batch?: number;
};

/** A claim outlives the slowest batch. A process that dies holds its texts back for so long. */
export const leaseMs = 60_000;
/** After vectors could not be stored. */
const retryMs = 1_000;

/** Gives every memory its vector, in the background. What waits is in SQL, so nothing is lost with the process. */
export class EmbeddingQueue extends BackgroundWorker {
  readonly #options: EmbeddingQueueOptions;
  readonly #batch: number;
  readonly #backoff = new Backoff();
  #recalled = false;

  constructor(options: EmbeddingQueueOptions) {
    super(1_000, options);
    this.#options = options;
    this.#batch = options.batch ?? batchOf(options.embedder);
  }

  /** Until nothing waits: one batch is stored while the next is embedded. */
  protected async pass(signal: AbortSignal): Promise<void> {
    const { store, embedder } = this.#options;
    if (!this.#recalled) await store.recall(leaseMs);
    this.#recalled = true;
    let stored: Promise<unknown> = Promise.resolve();
    try {
      while (!signal.aborted) {
        const jobs = await store.claim(embedder.fingerprint, this.#batch, leaseMs);
        if (jobs.length === 0) return;
        const batch = await this.#embed(jobs, signal);
        const failure = await stored;
        stored = this.#store(batch);
        if (failure) throw failure;
        if (batch.failure) throw batch.failure;
      }
    } finally {
      const failure = await stored;
      if (failure) this.onError(failure);
    }
  }

  /** What came of a batch. The claims of what the embedder did not come to are given back. */
  async #embed(jobs: EmbeddingJob[], signal: AbortSignal): Promise<Embedded> {
    const patience = AbortSignal.any([signal, AbortSignal.timeout(leaseMs * 0.8)]);
    const batch = await embedEach(this.#options.embedder, jobs, patience);
    if (batch.failure === undefined) this.#backoff.clear("embedder");
    else await this.#options.store.release(batch.rest, signal.aborted ? 0 : this.#backoff.fail("embedder"));
    return batch;
  }

  async #putOff(refused: EmbeddingJob[], asked: number): Promise<void> {
    await this.#options.store.release(refused, refusedMs);
    const what = `the embedder refused ${refused.length} of ${asked} texts`;
    this.onError(
      new AppError(
        "invalid_argument",
        `${what}; they are found by words only, and are tried again after a restart or a day`,
      ),
    );
  }

  /** Never throws: answers with what failed, after the claims were given back. */
  async #store({ done, refused }: Embedded): Promise<unknown> {
    const { store, embedder } = this.#options;
    try {
      if (refused.length > 0) await this.#putOff(refused, done.length + refused.length);
      if (done.length > 0) await store.complete(embedder.fingerprint, done);
      return undefined;
    } catch (error) {
      const claims = done.map(({ job }) => job);
      await store.release(claims, retryMs).catch((failure: unknown) => this.onError(failure));
      return error;
    }
  }
}
