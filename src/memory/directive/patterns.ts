import type { Origin } from "../entity/layer.ts";
import type { PatternContent } from "../entity/pattern.ts";
import { systemUser } from "../scope.ts";
import type { Sourced } from "./fold.ts";
import { ruleOfAntiPattern, ruleOfSolution } from "./wording/pattern-rule.ts";

/** A pattern as directives are taken from it. Rates are as of the time at which it is asked. */
export type PatternEvidence = Pick<PatternContent, "title" | "solution" | "antiPatterns"> & {
  id: string;
  user: string;
  origin: Origin;
  updatedAtMs: number;
  applications: number;
  confidence: number;
  quarantined: boolean;
};

/** A solution is well proven from so many outcomes and this confidence on. */
const provenApplications = 5;
const provenConfidence = 0.75;

/** Anti-patterns as AVOID, well-proven solutions as PREFER: of operators and agents only, for the patterns' own users. */
export function patternStatements(patterns: readonly PatternEvidence[], user: string): Sourced[] {
  return patterns
    .filter((pattern) => !pattern.quarantined && (pattern.origin === "operator" || pattern.origin === "agent"))
    .filter((pattern) => pattern.user === user || pattern.user === systemUser)
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .flatMap(rulesOf);
}

function rulesOf(pattern: PatternEvidence): Sourced[] {
  const proven = pattern.applications >= provenApplications && pattern.confidence >= provenConfidence;
  const rules = [
    ...pattern.antiPatterns.map((text) => ["AVOID", ruleOfAntiPattern(text)] as const),
    ...(proven ? [["PREFER", ruleOfSolution(pattern.solution)] as const] : []),
  ];
  return rules.flatMap(([type, rule]): Sourced[] =>
    rule === ""
      ? []
      : [
          {
            statement: { kind: "rule", type, rule, changes: false, stressed: false },
            source: `pattern:${pattern.id}`,
            user: pattern.user,
            atMs: pattern.updatedAtMs,
            priority: Math.max(1, Math.round(20 + 40 * pattern.confidence)),
          },
        ],
  );
}
