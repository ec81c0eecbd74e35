export type RuleType = "MUST" | "NEVER" | "PREFER" | "AVOID";

/** A rule as the checker takes it: the type gives the direction, the text may repeat it. */
export type Rule = { type: RuleType; rule: string };

/** From harmless to bad. */
export type Status = "SAFE" | "WARNING" | "CONFLICT";

/** What an action means to one rule. `reason` is one sentence that quotes the rule and says why, for SAFE too. */
export type Verdict = {
  status: Status;
  reason: string;
  similarity: number;
  /** No model makes it SAFE. */
  isFloor?: true;
  /** Rule or action are not in English, so that nothing was judged. */
  isUnread?: true;
};

const order: Record<Status, number> = { SAFE: 0, WARNING: 1, CONFLICT: 2 };

export const worst = (statuses: readonly Status[]): Status =>
  statuses.reduce<Status>((one, other) => (order[other] > order[one] ? other : one), "SAFE");
