import type { Status, Verdict } from "../conflict.ts";
import type { ReadRule } from "../rule.ts";

/** A verdict whose reason quotes the rule. */
function verdict(rule: ReadRule, status: Status, why: string, similarity: number): Verdict {
  return { status, reason: `"${rule.rule.rule}": ${why}`, similarity };
}

/** Broken: CONFLICT of a MUST or NEVER, WARNING of a PREFER or AVOID. */
export function broken(rule: ReadRule, why: string, similarity = 1): Verdict {
  return verdict(rule, rule.strict ? "CONFLICT" : "WARNING", why, similarity);
}

/** In doubt: a WARNING. */
export const doubtful = (rule: ReadRule, why: string, similarity = 0.5): Verdict =>
  verdict(rule, "WARNING", why, similarity);

/** A WARNING at least: a model may find it a CONFLICT. */
export const doubtfulAtLeast = (rule: ReadRule, why: string, similarity: number): Verdict => ({
  ...asUnsure(doubtful(rule, why, similarity)),
  isFloor: true,
});

/** Not certain, however many of the rule's words the action has: a model may look again. */
export const asUnsure = (verdict: Verdict): Verdict => ({ ...verdict, similarity: Math.min(verdict.similarity, 0.99) });

/** SAFE, but not certain: nothing of the rule was found, or not all of it. */
export const unsure = (rule: ReadRule, why: string, similarity = 0): Verdict => asUnsure(safe(rule, why, similarity));

export const safe = (rule: ReadRule, why: string, similarity = 0): Verdict => verdict(rule, "SAFE", why, similarity);
