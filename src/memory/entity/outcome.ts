import type { Once } from "../once.ts";
import type { Scope } from "../scope.ts";

/** Whether what a retrieval returned has helped. */
export type NewOutcome = {
  retrievalId: string;
  success: boolean;
  /** Those that did, or did not; by rank where none is named. */
  memoryIds?: string[];
  note?: string;
  /** Told from what the user said, not reported: it weighs a quarter, and never replaces a report. */
  implicit?: boolean;
};

export type OutcomeStatus = "recorded" | "replaced" | "unchanged";
/** `success` is what counts from now on; `credited`: how many memories it counts for. */
export type RecordedOutcome = { success: boolean; status: OutcomeStatus; credited: number };

/** Reports of what became of retrievals. */
export interface OutcomeStore {
  /**
   * Records what became of a retrieval; of several reports the last one counts. The scope is that of who reports: what
   * everybody shares learns from `system` only, which stands for whoever may act for the account itself, and what it
   * learned is not replaced by a user's report. `undefined` where the scope has no such retrieval. Errors: AppError
   * invalid_argument, where a memory is named that it did not return; permission_denied, where a user names a shared one.
   */
  record(scope: Scope, outcome: NewOutcome, once?: Once): Promise<RecordedOutcome | undefined>;
}

/** What an implicit outcome weighs; a report weighs 1. */
export const implicitWeight = 0.25;
const rankedMax = 10;

/**
 * What each of the first results is credited with where nobody says which one helped: 1 / rank, of the first ten, so
 * that all shares together are 1.
 */
export function sharesByRank(results: number): number[] {
  const parts = Array.from({ length: Math.min(results, rankedMax) }, (_, at) => 1 / (at + 1));
  const sum = parts.reduce((total, part) => total + part, 0);
  return parts.map((part) => part / sum);
}
