import { Backoff } from "./backoff.ts";
import type { ErasureStore, OpenErasure } from "../entity/erasure.ts";
import type { Flusher } from "./flushing/flusher.ts";
import { Told } from "./flushing/no-room.ts";
import { BackgroundWorker, type BackgroundWorkerOptions } from "./background-worker.ts";

export type EraserOptions = BackgroundWorkerOptions & {
  store: Pick<ErasureStore, "openAccounts" | "pending" | "hide" | "sweep" | "finish">;
  flusher: Pick<Flusher, "purge" | "drop">;
  /**
   * How long an erasure has been hidden before it is purged: 1.5 s. It is longer than a process holds back the receipts of
   * its searches, so that one purge finds them all; those that could not be written then lose, when they are, what was
   * erased.
   */
  delayMs?: number;
};

/** So many accounts are purged before their last bytes go from SQL, which reads the whole file whatever there is to do. */
const accountsPerPurge = 20;
/** The rest has to wait for the next pass. */
const jobsPerAccount = 1_000;

/**
 * Removes the last bytes of what was erased: rows that SQL has got of it since it was hidden, then the base's bytes, then
 * those in SQL's file; only then the job is done. A crash in between leaves the job, and the next pass on any process does
 * it again. It has its turn with every account that has jobs, however many; one that fails is left alone for a while.
 */
export class Eraser extends BackgroundWorker {
  readonly #options: EraserOptions;
  readonly #delayMs: number;
  readonly #backoff = new Backoff();
  readonly #told = new Told();

  constructor(options: EraserOptions) {
    super(5_000, options);
    this.#options = options;
    this.#delayMs = options.delayMs ?? 1_500;
  }

  /** Something was erased: it is purged as soon as it may be. */
  override wake(): void {
    // A timer may be a little early.
    setTimeout(() => super.wake(), this.#delayMs + 5).unref();
  }

  /** To the end of the account under way, where it is stopped. */
  protected async pass(signal: AbortSignal): Promise<void> {
    for (let after = ""; ;) {
      const accounts = await this.#options.store.openAccounts(after, accountsPerPurge);
      const last = accounts.at(-1);
      if (last === undefined) return;
      after = last;
      const swept: (OpenErasure[] | undefined)[] = [];
      for (const account of accounts) {
        if (signal.aborted) return;
        if (this.#backoff.ready(account)) swept.push(await this.#sweep(account));
      }
      // Also where no base could be purged: what SQL has had of it does not wait for that.
      if (swept.some((jobs) => jobs?.length !== 0))
        await this.#options.store.finish(swept.flatMap((jobs) => jobs ?? []));
    }
  }

  /** Erasures of which nothing is left but their last bytes in SQL; `undefined` where the account could not be purged. */
  async #sweep(account: string): Promise<OpenErasure[] | undefined> {
    const { store } = this.#options;
    try {
      const jobs = await store.pending(account, Date.now() - this.#delayMs, jobsPerAccount);
      // What was interrupted is hidden now, and purged after its delay.
      for (const job of jobs) if (job.hiddenAtMs === undefined) await store.hide(job);
      const hidden = jobs.filter((job) => job.hiddenAtMs !== undefined);
      if (hidden.length > 0) await this.#purge(account, hidden);
      this.#backoff.clear(account);
      return hidden;
    } catch (error) {
      this.#backoff.fail(account);
      if (this.#told.isNews(error)) this.onError(error, account);
      return undefined;
    }
  }

  async #purge(account: string, jobs: OpenErasure[]): Promise<void> {
    const { store, flusher } = this.#options;
    if (jobs.some((job) => job.wholeAccount)) {
      await flusher.drop(account);
      await store.sweep(account, jobs);
    } else {
      // The base may be flushed by others for a while: what somebody could read does not wait for that.
      await store.sweep(account, jobs);
      await flusher.purge(account);
    }
  }
}
