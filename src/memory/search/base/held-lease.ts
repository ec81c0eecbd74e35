import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../../error.ts";
import type { FlushLease, FlushStore } from "./flush-store.ts";
import type { IndexChange } from "../index-store.ts";

/** So long after a process died, or was stopped, another may flush the account. */
const leaseMs = 15_000;
const renewMs = 5_000;
/** Between two tries, and as much again by chance. */
const retryMs = 20;

/**
 * An account's lease, renewed until it is released. A process that was stopped for longer than the lease can still have
 * lost it: `confirm` before each write to the base finds that.
 */
export class HeldLease {
  readonly #store: FlushStore;
  readonly #timer: NodeJS.Timeout;
  #lease: FlushLease;

  private constructor(store: FlushStore, lease: FlushLease) {
    this.#store = store;
    this.#lease = lease;
    // One that fails is followed by another, and by `confirm`, which tells.
    this.#timer = setInterval(() => void store.renew(lease, leaseMs).catch(() => false), renewMs).unref();
  }

  /** `undefined` where another holds it for longer than this one waits. */
  static async take(store: FlushStore, account: string, waitMs: number): Promise<HeldLease | undefined> {
    for (const untilMs = performance.now() + waitMs; ;) {
      const lease = await store.acquire(account, leaseMs);
      if (lease) return new HeldLease(store, lease);
      if (performance.now() >= untilMs) return undefined;
      await sleep(retryMs * (1 + Math.random()));
    }
  }

  /** As of the last publication. */
  get current(): FlushLease {
    return this.#lease;
  }

  /** Nobody else writes the base for as long as a lease lasts from now. Errors: BeingFlushedError where it is lost. */
  async confirm(): Promise<void> {
    if (!(await this.#store.renew(this.#lease, leaseMs))) throw await this.#lost();
  }

  /** Errors: BeingFlushedError where it is lost. */
  async publish(flushedSeq: number, baseVersion: number, changes: IndexChange[]): Promise<void> {
    if (!(await this.#store.publish(this.#lease, { flushedSeq, baseVersion, changes }))) throw await this.#lost();
    this.#lease = { ...this.#lease, flushedSeq, baseVersion };
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    await this.#store.release(this.#lease);
  }

  /** What was written too late may be what the next holder had removed: that is to be purged again. */
  async #lost(): Promise<AppError> {
    await this.#store.recall(this.#lease);
    return new BeingFlushedError(this.#lease.account);
  }
}

/** The account's lease is somebody else's: try again. */
export class BeingFlushedError extends AppError {
  constructor(account: string) {
    super("unavailable", `account ${account} is being flushed by another process`);
  }
}
