import { checkedOf, readForCheck, type Checked, type WarnedPattern } from "../../src/memory/conflict/check.ts";
import type { Rule } from "../../src/memory/conflict/conflict.ts";

/** Holds an action against rules and patterns, by words alone. */
export function checkAction(text: string, rules: readonly Rule[], patterns: readonly WarnedPattern[] = []): Checked {
  const check = readForCheck(text);
  const verdicts = rules.map((rule) => check.judge(rule));
  return checkedOf(
    check,
    rules,
    verdicts,
    patterns.map((pattern) => check.judgePattern(pattern)),
  );
}
