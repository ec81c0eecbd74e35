import type { Once } from "./once.ts";
import type { Scope } from "./scope.ts";

/** What to forget. A user's erasure takes everything the scope's user has; an account's takes all. */
export type ErasureTarget =
  | { kind: "message"; id: string }
  | { kind: "pattern"; id: string }
  | { kind: "session"; sessionId: string }
  | { kind: "user" }
  | { kind: "account" };

export type ErasureCounts = { messages: number; patterns: number; sessions: number; retrievals: number };

/** Hidden from every read at the commit that made it; `doneAtMs` is set when no stored byte is left. */
export type Erasure = {
  id: string;
  counts: ErasureCounts;
  createdAtMs: number;
  doneAtMs?: number;
};

export interface ErasureStore {
  /** Hides the target and records the job of purging it, in one transaction. `undefined` where there is no such thing. */
  begin(scope: Scope, target: ErasureTarget, once?: Once): Promise<Erasure | undefined>;
  get(scope: Scope, id: string): Promise<Erasure | undefined>;
  /** The oldest erasures not done yet: account and job. */
  pending(limit: number): Promise<{ id: string; account: string; wholeAccount: boolean }[]>;
  /** Removes the hidden rows' last bytes from SQL (free pages and write-ahead log included), then marks the job done. */
  finish(id: string): Promise<void>;
}
