import type { Origin } from "../entity/layer.ts";
import type { DirectiveType, StatedRule } from "./directive.ts";

const base: Readonly<Record<DirectiveType, number>> = { MUST: 70, NEVER: 75, PREFER: 40, AVOID: 45 };

/** 1 to 100: what the type weighs, more where it is said for all times, and where an operator says it. */
export function priorityOf({ type, stressed }: Pick<StatedRule, "type" | "stressed">, origin: Origin): number {
  return Math.min(100, base[type] + (stressed ? 10 : 0) + (origin === "operator" ? 10 : 0));
}
