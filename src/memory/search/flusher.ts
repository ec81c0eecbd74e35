import { AppError } from "../../error.ts";
import { Backoff, Background } from "../background.ts";
import type { Base } from "./base.ts";
import type { FlushLease, FlushStore } from "./flush-store.ts";
import type { IndexChange } from "./index-store.ts";
import { batchesOf, batchRows, seqOf, Tails } from "./tail.ts";

/** What has just been done of a flush or a purge. After each, a crash costs nothing but the repetition. */
export type FlushStep = "acquired" | "read" | "applied" | "published" | "purged";

export type FlusherOptions = {
  store: FlushStore;
  base: Base;
  /** Of the vectors of an embedder. */
  dimensions: (fingerprint: string) => number;
  /** An account whose tail has so many changes is flushed. */
  flushRows?: number;
  /** Changes of one commit in LanceDB and of one transaction in SQL. */
  batchRows?: number;
  intervalMs?: number;
  /** How long a tail waits for the vector of a memory; then it is flushed without, and again with it. */
  embedWaitMs?: number;
  onError?: (error: unknown, account?: string) => void;
  /** For tests: called, and awaited, after each step. */
  onStep?: (step: FlushStep, account: string) => Promise<void>;
};

const leaseMs = 60_000;
/** A purge rewrites the whole table. */
const purgeLeaseMs = 300_000;

/** Moves accounts' tails from memory to the base, one account at a time. */
export class Flusher {
  readonly #options: FlusherOptions;
  readonly #flushRows: number;
  readonly #batchRows: number;
  readonly #background: Background;
  readonly #backoff = new Backoff();
  readonly #tails: Tails;

  constructor(options: FlusherOptions) {
    this.#options = options;
    this.#flushRows = options.flushRows ?? 4_000;
    this.#batchRows = options.batchRows ?? batchRows;
    this.#tails = new Tails(options.store, options.embedWaitMs ?? 10_000);
    this.#background = new Background((signal) => this.#pass(signal), {
      intervalMs: options.intervalMs ?? 1_000,
      onError: (error) => options.onError?.(error),
    });
  }

  start(): void {
    this.#background.start();
  }

  /** Ends when the flush under way has ended. */
  async stop(): Promise<void> {
    await this.#background.stop();
  }

  /** Moves the whole tail to the base. Does nothing while another process flushes the account. */
  async flushAccount(account: string): Promise<void> {
    await this.#leased(account, leaseMs, (lease) => this.#flush(lease, false));
  }

  /**
   * Leaves no byte of what was deleted up to now in the base. Errors: AppError unavailable where the account is being
   * flushed elsewhere, or the lease was lost: try again.
   */
  async purge(account: string): Promise<void> {
    const held = await this.#leased(account, purgeLeaseMs, async (lease) => {
      const { base } = this.#options;
      // Without a published base, a table is what a crashed first flush left: all of it can go.
      if (lease.flushedSeq === 0) return base.drop(account);
      const flushed = await this.#flush(lease, false);
      const baseVersion = await base.purge(account, lease.fingerprint);
      await base.drop(account, lease.fingerprint);
      await this.#step("purged", account);
      if (baseVersion !== undefined) await this.#publish(flushed, flushed.flushedSeq, baseVersion, []);
    });
    if (!held) throw beingFlushed(account);
  }

  /** Removes everything of an account from the base, never while another process flushes it. Errors: as `purge`. */
  async drop(account: string): Promise<void> {
    const held = await this.#leased(account, leaseMs, () => this.#options.base.drop(account));
    if (!held) throw beingFlushed(account);
  }

  /** Every account with a long tail, in turn. One that fails is left alone for a while. */
  async #pass(signal: AbortSignal): Promise<void> {
    for (const account of await this.#options.store.due(this.#flushRows, 64)) {
      if (signal.aborted) return;
      if (!this.#backoff.ready(account)) continue;
      try {
        await this.#leased(account, leaseMs, (lease) => this.#flush(lease, true));
        this.#backoff.clear(account);
      } catch (error) {
        this.#backoff.fail(account);
        this.#options.onError?.(error, account);
      }
    }
  }

  /** False where another holds the lease. */
  async #leased(account: string, ttlMs: number, work: (lease: FlushLease) => Promise<unknown>): Promise<boolean> {
    const lease = await this.#options.store.acquire(account, ttlMs);
    if (!lease) return false;
    try {
      await this.#step("acquired", account);
      await work(lease);
    } finally {
      await this.#options.store.release(lease);
    }
    return true;
  }

  /** Flushes what there is now; answers with the lease as it stands after that. */
  async #flush(lease: FlushLease, wait: boolean): Promise<FlushLease> {
    const { base, dimensions } = this.#options;
    const { account, fingerprint } = lease;
    for (let current = lease; ;) {
      const changes = await this.#tails.read(current, wait);
      if (changes.length === 0) return current;
      await this.#step("read", account);
      const slices: IndexChange[][] = [];
      for (let i = 0; i < changes.length; i += this.#batchRows) slices.push(changes.slice(i, i + this.#batchRows));
      const baseVersion = await base.apply(account, fingerprint, dimensions(fingerprint), batchesOf(slices));
      await this.#step("applied", account);
      // Until all are published the base is ahead of the flushed seq, which is harmless: the tail hides the same ids.
      for (const slice of slices) current = await this.#publish(current, seqOf(slice.at(-1)!), baseVersion, slice);
    }
  }

  async #publish(lease: FlushLease, flushedSeq: number, baseVersion: number, changes: IndexChange[]) {
    if (!(await this.#options.store.publish(lease, { flushedSeq, baseVersion, changes }))) {
      await this.#withdraw(lease);
      throw beingFlushed(lease.account);
    }
    await this.#step("published", lease.account);
    return { ...lease, flushedSeq, baseVersion };
  }

  /** After a lost lease: what was written too late may be what the lease's next holder had removed. */
  async #withdraw({ account, fingerprint, flushedSeq }: FlushLease): Promise<void> {
    const { store, base, dimensions } = this.#options;
    for (let after = flushedSeq; ;) {
      const page = await store.changes(account, after, batchRows);
      const gone = page.filter((change) => change.kind === "tombstone");
      if (gone.length > 0) await base.apply(account, fingerprint, dimensions(fingerprint), batchesOf([gone]));
      if (page.length < batchRows) return;
      after = seqOf(page.at(-1)!);
    }
  }

  async #step(step: FlushStep, account: string): Promise<void> {
    await this.#options.onStep?.(step, account);
  }
}

function beingFlushed(account: string): AppError {
  return new AppError("unavailable", `account ${account} is being flushed by another process`);
}
