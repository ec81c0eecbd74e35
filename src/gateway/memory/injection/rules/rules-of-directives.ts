import type { StandingDirective } from "../../../../memory/rulebook/viewer.ts";
import { systemUser } from "../../../../memory/scope.ts";
import type { Rule } from "./rules.ts";

/**
 * The directives that conversations are shown. Those that only patterns state are left out, unless somebody pinned them:
 * they are shown with their patterns, where these bear on what is said.
 */
export function rulesOfDirectives(directives: readonly StandingDirective[]): Rule[] {
  return directives.flatMap(({ type, rule, user, evidence, memoryIds, createdAtMs, pinned }) => {
    const isSaid = evidence.some((source) => source.startsWith("signal:"));
    if (!isSaid && !pinned) return [];
    return [{ type, text: rule, isOfAll: user === systemUser, memoryIds, atMs: createdAtMs }];
  });
}
