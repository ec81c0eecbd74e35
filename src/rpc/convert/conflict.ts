import type { MessageInitShape } from "@bufbuild/protobuf";
import type { CheckConflictResponseSchema } from "../../../gen/cairn/directives/v1/directives_pb.ts";
import type { Conflict } from "../../memory/rulebook/conflicts.ts";

export function formatConflict(conflict: Conflict): MessageInitShape<typeof CheckConflictResponseSchema> {
  return {
    status: conflict.status,
    directiveConflicts: conflict.directives.map(({ directive, similarity, reason }) => {
      const { type, rule, priority, source, id } = directive;
      return { type, rule, priority, source, similarity, reason, id };
    }),
    patternConflicts: conflict.patterns,
    warnings: conflict.warnings,
    explanation: explanationOf(conflict),
  };
}

/** The first thing that speaks against the action, and how much else does. */
function explanationOf({ status, directives, patterns, warnings, checked }: Conflict): string {
  const extent = `${count(checked.directives, "directive")} and ${count(checked.patterns, "pattern")} were checked`;
  if (status === "SAFE") return `Nothing was found that goes against the action: ${extent}.`;
  const hard = directives.find(({ directive: { type } }) => type === "MUST" || type === "NEVER");
  const first = (hard ?? directives[0] ?? patterns[0])?.reason ?? warnings[0]?.message ?? "";
  const others = directives.length + patterns.length + warnings.length - 1;
  return others > 0 ? `${sentence(first)} ${count(others, "other finding")}; ${extent}.` : sentence(first);
}

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;
const sentence = (text: string): string => (/[.!?]["”]?$/u.test(text) ? text : `${text}.`);
