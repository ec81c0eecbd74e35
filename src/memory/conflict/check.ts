import { readAction } from "./action.ts";
import { worst, type Rule, type Status, type Verdict } from "./conflict.ts";
import { judge } from "./judge/judge.ts";
import { excused, type WarnedPattern } from "./judge/pattern.ts";
import { readRule, type ReadRule } from "./rule.ts";

export type { WarnedPattern };

export type Checked = {
  status: Status;
  /** One a rule, in their order. */
  verdicts: Verdict[];
  /** One a pattern, in their order: the first of its anti-patterns that the action repeats. */
  patterns: (Verdict & { antiPattern?: string })[];
  /** What could not be judged; there is none in a status of SAFE. */
  warnings: string[];
};

/** Characters of an action, and of a rule, that are read: what follows is not judged, and that is a warning. */
export const maxActionChars = 16_384;
export const maxRuleChars = 2_048;
const maxRemembered = 2_000;

/** Checks an action against rules and patterns. A pure function of its arguments; its time is bounded by their number. */
export function checkAction(text: string, rules: readonly Rule[], patterns: readonly WarnedPattern[] = []): Checked {
  const action = readAction(text.slice(0, maxActionChars));
  const warnings: string[] = [];
  if (text.length > maxActionChars) {
    warnings.push(`Only the first ${maxActionChars} characters of the action were read, of ${text.length}.`);
  }
  const verdicts = rules.map((rule) => judge(remembered(rule), action));
  const long = rules.find(({ rule }) => rule.length > maxRuleChars);
  if (long)
    warnings.push(`Only the first ${maxRuleChars} characters of a rule were read: "${long.rule.slice(0, 80)}".`);
  const warned = patterns.map((pattern) => {
    let reason = "none of its anti-patterns is in the action";
    for (const antiPattern of pattern.antiPatterns) {
      const verdict = judge(remembered({ type: "AVOID", rule: antiPattern }), action);
      const excuse = verdict.status === "SAFE" ? undefined : excused(pattern, action, verdict);
      if (verdict.status !== "SAFE" && excuse === undefined) return { ...verdict, antiPattern };
      reason = excuse ?? reason;
    }
    return { status: "SAFE" as const, reason, similarity: 0 };
  });
  const statuses = [...verdicts, ...warned].map(({ status }) => status);
  return {
    status: worst([...statuses, warnings.length > 0 ? "WARNING" : "SAFE"]),
    verdicts,
    patterns: warned,
    warnings,
  };
}

const read = new Map<string, ReadRule>();

function remembered({ type, rule }: Rule): ReadRule {
  const key = `${type} ${rule}`;
  let known = read.get(key);
  if (!known) {
    known = readRule({ type, rule: rule.slice(0, maxRuleChars) });
    if (read.size >= maxRemembered) read.clear();
    read.set(key, known);
  }
  return known;
}
