import { Backoff } from "../backoff.ts";
import { BackgroundWorker, type BackgroundWorkerOptions } from "../background-worker.ts";
import type { Base, BaseBatch, BaseWriter } from "../../search/base/base.ts";
import type { FlushStore, TailBounds } from "../../search/base/flush-store.ts";
import { BeingFlushedError, HeldLease } from "../../search/base/held-lease.ts";
import type { IndexChange } from "../../search/index-store.ts";
import { NoRoomError, Told } from "./no-room.ts";
import { batchesOf, pageRows, Tails } from "../../search/base/tail.ts";

/** What has just been done of a flush or a purge. After each, a crash costs nothing but the repetition. */
export type FlushStep = "acquired" | "read" | "applied" | "published" | "purged";

export type FlusherOptions = BackgroundWorkerOptions & {
  store: FlushStore;
  base: Base;
  /** Of the vectors of an embedder. */
  dimensions: (fingerprint: string) => number;
  /** An account that has no base yet is searched in memory up to so many memories. */
  residentRows?: number;
  /** Accounts to flush whatever the number of their changes: their tails take too much memory. */
  heavy?: () => string[];
  /** Changes of one commit in LanceDB and of one transaction in SQL. */
  flushRows?: number;
  /** How long a tail waits for the vector of a memory; then it is flushed without, and again with it. */
  embedWaitMs?: number;
  /** How long a purge waits for others who flush the account, which takes them a moment: 3 s. */
  purgeWaitMs?: number;
  /** For tests: called, and awaited, after each step. */
  onStep?: (step: FlushStep, account: string) => Promise<void>;
};

/** With a base, a search has both to look at: the tail is to take a part of its time only. */
const laterShare = 3;

/** When tails are due, of accounts that are searched in memory up to so many memories. */
export function tailBounds(residentRows: number): TailBounds {
  return { first: residentRows, later: Math.ceil(residentRows / laterShare) };
}

/** Moves accounts' tails from memory to the base, one account at a time. */
export class Flusher extends BackgroundWorker {
  readonly #options: FlusherOptions;
  readonly #bounds: TailBounds;
  readonly #flushRows: number;
  readonly #purgeWaitMs: number;
  readonly #backoff = new Backoff();
  /** Accounts whose base a search could not read. */
  readonly #suspects = new Set<string>();
  readonly #suspicions = new Backoff();
  readonly #told = new Told();
  readonly #tails: Tails;

  constructor(options: FlusherOptions) {
    super(1_000, options);
    this.#options = options;
    this.#bounds = tailBounds(options.residentRows ?? 12_000);
    this.#flushRows = options.flushRows ?? pageRows;
    this.#purgeWaitMs = options.purgeWaitMs ?? 3_000;
    this.#tails = new Tails(options.store, options.embedWaitMs ?? 10_000);
  }

  /**
   * Moves the whole tail to the base. Does nothing while another process flushes the account. Errors: NoRoomError where
   * the disk has no room, also of a purge.
   */
  async flushAccount(account: string): Promise<void> {
    await this.#leased(account, (held) => this.#flush(held));
  }

  /** A search could not read the account's base: it is looked at soon, but the more seldom the more often that is said. */
  suspect(account: string): void {
    if (!this.#suspicions.ready(account)) return;
    this.#suspicions.fail(account);
    this.#suspects.add(account);
    this.wake();
  }

  /**
   * Leaves no byte of what was deleted up to now in the base. Errors: BeingFlushedError where the account is
   * flushed elsewhere for too long, or the lease was lost.
   */
  async purge(account: string): Promise<void> {
    await this.#leasedSoon(account, async (held) => {
      const { base, store } = this.#options;
      // Without a published base, a table is what a crashed first flush left: all of it can go.
      if (held.current.flushedSeq === 0) return this.#drop(held);
      await this.#flush(held);
      await this.#makeRoom(held);
      const version = await base.purge(account, writerOf(held), {
        unknown: (ids) => store.unknown(account, ids),
        confirm: () => held.confirm(),
      });
      await this.#step("purged", account);
      await this.#publish(held, held.current.flushedSeq, version, []);
    });
  }

  /** Removes everything of an account from the base, never while another process flushes it. Errors: as `purge`. */
  async drop(account: string): Promise<void> {
    await this.#leasedSoon(account, (held) => this.#drop(held));
  }

  /** Every account whose base is in doubt, then every one with a long tail. One that fails is left alone for a while. */
  protected async pass(signal: AbortSignal): Promise<void> {
    const { store, heavy = () => [] } = this.#options;
    for (const account of this.#suspects) {
      if (signal.aborted) return;
      this.#suspects.delete(account);
      await this.#attempt(account, (held) => this.#mend(held));
    }
    for (const account of new Set([...heavy(), ...(await store.due(this.#bounds, 64))])) {
      if (signal.aborted) return;
      if (this.#backoff.ready(account))
        await this.#attempt(account, (held) => this.#flush(held, { wait: true, signal }));
    }
  }

  async #attempt(account: string, work: (held: HeldLease) => Promise<void>): Promise<void> {
    try {
      await this.#leased(account, work);
      this.#backoff.clear(account);
    } catch (error) {
      this.#backoff.fail(account);
      if (this.#told.isNews(error)) this.onError(error, account);
    }
  }

  /** Waits a while for another who holds the lease. */
  async #leasedSoon(account: string, work: (held: HeldLease) => Promise<void>): Promise<void> {
    if (!(await this.#leased(account, work, this.#purgeWaitMs))) throw new BeingFlushedError(account);
  }

  /** False where another holds the lease. */
  async #leased(account: string, work: (held: HeldLease) => Promise<void>, waitMs = 0): Promise<boolean> {
    const held = await HeldLease.take(this.#options.store, account, waitMs);
    if (!held) return false;
    try {
      await this.#step("acquired", account);
      await work(held);
    } catch (error) {
      if (error instanceof NoRoomError) throw error;
      // Whatever failed may have failed because the lease was lost, or because the base is damaged.
      await held.confirm();
      await this.#mend(held);
      throw error;
    } finally {
      await held.release();
    }
    return true;
  }

  /** Forgets a base that is damaged: searches then find all in SQL, and the next flush builds it anew. */
  async #mend(held: HeldLease): Promise<void> {
    const { base, store } = this.#options;
    const { account, fingerprint, baseVersion: version } = held.current;
    if (version === 0 || (await base.isWhole(account, { fingerprint, version }))) return;
    await held.confirm();
    await store.reset(account);
    this.onError(new Error("the base was damaged and is being rebuilt"), account);
    await this.#drop(held);
  }

  async #drop(held: HeldLease): Promise<void> {
    const { account, token } = held.current;
    await this.#options.base.drop(account, { before: token });
  }

  /** Flushes what there was when the lease was granted: an account that is written to without end gets no more than its turn. */
  async #flush(
    held: HeldLease,
    { wait = false, signal }: { wait?: boolean; signal?: AbortSignal } = {},
  ): Promise<void> {
    const { base, dimensions } = this.#options;
    const { account, fingerprint, baseVersion, token, seq } = held.current;
    // Whatever was begun before and never published, is not going to be.
    if (baseVersion === 0) await base.drop(account, { before: token });
    for (;;) {
      if (held.current.flushedSeq >= seq || signal?.aborted) return;
      await this.#makeRoom(held);
      const changes = await this.#tails.read(held.current, wait);
      if (changes.length === 0) return;
      await this.#step("read", account);
      const slices: IndexChange[][] = [];
      for (let i = 0; i < changes.length; i += this.#flushRows) slices.push(changes.slice(i, i + this.#flushRows));
      const batches = confirmed(batchesOf(slices), held);
      const version = await base.apply(account, writerOf(held), dimensions(fingerprint), batches);
      await this.#step("applied", account);
      // Until all are published the base is ahead of the flushed seq, which is harmless: the tail hides the same ids.
      for (const slice of slices) await this.#publish(held, slice.at(-1)!.seq, version, slice);
    }
  }

  async #makeRoom(held: HeldLease): Promise<void> {
    const { account } = held.current;
    const hasRoom = await this.#options.base.makeRoom(account, writerOf(held), () => held.confirm());
    if (!hasRoom) throw new NoRoomError(account);
  }

  async #publish(held: HeldLease, flushedSeq: number, baseVersion: number, changes: IndexChange[]): Promise<void> {
    await held.publish(flushedSeq, baseVersion, changes);
    await this.#step("published", held.current.account);
  }

  async #step(step: FlushStep, account: string): Promise<void> {
    await this.#options.onStep?.(step, account);
  }
}

function writerOf({ current: { fingerprint, baseVersion, token } }: HeldLease): BaseWriter {
  return { fingerprint, version: baseVersion, token };
}

/** Each batch is written under a lease that was confirmed just before. */
async function* confirmed(batches: AsyncIterable<BaseBatch>, held: HeldLease): AsyncIterable<BaseBatch> {
  for await (const batch of batches) {
    await held.confirm();
    yield batch;
  }
}
