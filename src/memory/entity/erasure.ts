import type { Once } from "../once.ts";
import type { Scope } from "../scope.ts";

/** What to forget. A user's erasure takes everything the scope's user has; an account's takes all. */
export type ErasureTarget = { kind: "message" | "pattern" | "session"; id: string } | { kind: "user" | "account" };

/** How much of each it took. */
export type ErasureCounts = { messages: number; patterns: number; sessions: number; retrievals: number };

/** Hidden from every read once it was answered; `doneAtMs` is set when no stored byte is left. */
export type Erasure = {
  id: string;
  counts: ErasureCounts;
  createdAtMs: number;
  doneAtMs?: number;
};

/**
 * An erasure that is not done: its last bytes are still to go, or, where it is not hidden, was interrupted. `hiddenAtMs`
 * moves where it has to be purged anew.
 */
export type OpenErasure = { id: string; account: string; wholeAccount: boolean; hiddenAtMs: number | undefined };

/** Erasures: hidden at once, purged in the background. */
export interface ErasureStore {
  /**
   * Hides the target, in as many short transactions as it takes. The first one records the job of purging it, so that
   * after a crash `hide` goes on; once this answers, nothing of the target can be read. `undefined` where there is no
   * such thing: then everything is as it was.
   */
  begin(scope: Scope, target: ErasureTarget, once?: Once): Promise<Erasure | undefined>;
  get(scope: Scope, id: string): Promise<Erasure | undefined>;
  /** Accounts with erasures that are not done, behind one of them, in the order of ids. */
  openAccounts(after: string, limit: number): Promise<string[]>;
  /** The oldest open erasures of an account, without those that were hidden, or interrupted, after a time. */
  pending(account: string, untilMs: number, limit: number): Promise<OpenErasure[]>;
  /** Goes on where `begin` was interrupted. */
  hide(job: OpenErasure): Promise<void>;
  /** Takes from SQL what was written of them after they were hidden; of a whole account everything there is. */
  sweep(account: string, jobs: OpenErasure[]): Promise<void>;
  /**
   * Removes the last bytes from SQL (free pages and write-ahead log included), then marks these done, but those that are
   * to be purged anew since they were read.
   */
  finish(jobs: OpenErasure[]): Promise<void>;
}
