import { readAction } from "./action.ts";
import { worst, type Rule, type Status, type Verdict } from "./conflict.ts";
import { judge } from "./judge/judge.ts";
import { readRule } from "./rule.ts";

/** What of a pattern can be broken. */
export type WarnedPattern = { antiPatterns: readonly string[]; solution: string; conditions: readonly string[] };

export type Checked = {
  status: Status;
  verdicts: Verdict[];
  patterns: { status: Status; antiPattern?: string; verdict?: Verdict }[];
};

/** Checks an action against rules and patterns, in their order. */
export function checkAction(text: string, rules: readonly Rule[], patterns: readonly WarnedPattern[] = []): Checked {
  const action = readAction(text);
  const verdicts = rules.map((rule) => judge(readRule(rule), action));
  const warned = patterns.map(({ antiPatterns }) => {
    for (const antiPattern of antiPatterns) {
      const verdict = judge(readRule({ type: "AVOID", rule: antiPattern }), action);
      if (verdict.status !== "SAFE") return { status: verdict.status, antiPattern, verdict };
    }
    return { status: "SAFE" as const };
  });
  return { status: worst([...verdicts, ...warned].map(({ status }) => status)), verdicts, patterns: warned };
}
