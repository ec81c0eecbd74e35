import type { StandingDirective } from "../../../memory/rulebook/viewer.ts";
import { systemUser } from "../../../memory/scope.ts";
import type { Rule } from "./rules.ts";

/**
 * Directives as conversations are told of them. What only patterns state is none of them, unless somebody pinned it: it
 * is shown with its pattern, where that bears on what is said.
 */
export function rulesOfDirectives(directives: readonly StandingDirective[]): Rule[] {
  return directives.flatMap(({ type, rule, user, evidence, memoryIds, createdAtMs, pinned }) => {
    const isSaid = evidence.some((source) => source.startsWith("signal:"));
    if (!isSaid && !pinned) return [];
    return [{ type, text: rule, isOfAll: user === systemUser, memoryIds, atMs: createdAtMs }];
  });
}
