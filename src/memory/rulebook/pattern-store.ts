import type { WarnedPattern } from "../conflict/check.ts";
import type { PatternContent } from "../entity/pattern.ts";
import type { Scope } from "../scope.ts";
import type { TrackRecord } from "../entity/track-record.ts";
import type { Origin } from "../entity/layer.ts";

/** A pattern from which rules may be taken, with its record, which changes with time. */
export type RulingPattern = Pick<PatternContent, "title" | "solution" | "tags" | "antiPatterns"> & {
  id: string;
  user: string;
  origin: Origin;
  /** The session it was forged from; empty without one. */
  sessionId: string;
  updatedAtMs: number;
  record: TrackRecord;
};

export interface RulingPatternStore {
  /** The seq of the account's last change; 0 for one that never wrote. */
  seq(account: string): Promise<number>;
  /** Whether any pattern of the account has changed, or gone, behind a seq. */
  changedSince(account: string, seq: number): Promise<boolean>;
  /** Those with anti-patterns or outcomes, of the scope's user and `system`: of more, the `limit` updated last. */
  ruling(scope: Scope, limit: number): Promise<RulingPattern[]>;
  /** What patterns warn of, and when they do not, by id; of those only that the scope may read. */
  warned(scope: Scope, ids: readonly string[]): Promise<Map<string, WarnedPattern>>;
}
