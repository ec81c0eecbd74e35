import type { IndexChange } from "../index-store.ts";

/** A fenced right to flush one account: its token rises with each grant, and a stale one publishes nothing. */
export type FlushLease = {
  account: string;
  token: number;
  grantedAtMs: number;
  /** The account's last change then. */
  seq: number;
  flushedSeq: number;
  baseVersion: number;
  fingerprint: string;
};

/** From how many changes on a tail is flushed: the first of an account, and each behind a base. */
export type TailBounds = { first: number; later: number };

/** What flushing reads and writes in SQL. */
export interface FlushStore {
  /** Accounts whose tails have at least so many changes, the longest first. */
  due(bounds: TailBounds, limit: number): Promise<string[]>;
  /** Takes the lease for `ttlMs`, on every process one at a time. `undefined` while another holds it. */
  acquire(account: string, ttlMs: number): Promise<FlushLease | undefined>;
  /** Makes the lease last for `ttlMs` from now. False where it was lost: another has been granted since. */
  renew(lease: FlushLease, ttlMs: number): Promise<boolean>;
  /** Changes above the flushed seq, ascending, as `IndexStore.changes` gives them. */
  changes(account: string, after: number, limit: number): Promise<IndexChange[]>;
  /**
   * Publishes a flush, by compare-and-set on the lease: flushed seq, version, and for every change the lexicon, the
   * sessions' terms and the flushed terms, in one transaction. False where the lease was lost: nothing is changed.
   */
  publish(
    lease: FlushLease,
    flush: { flushedSeq: number; baseVersion: number; changes: IndexChange[] },
  ): Promise<boolean>;
  release(lease: FlushLease): Promise<void>;
  /** After a lease was lost: erasures that were purged since it was granted are to be purged again. */
  recall(lease: FlushLease): Promise<void>;
  /** Those of the ids that are no memories of the account, or no more. */
  unknown(account: string, ids: string[]): Promise<string[]>;
  /** Forgets the base and the lexicon of an account, so that the next flush builds them anew; what is under way fails. */
  reset(account: string): Promise<void>;
}
