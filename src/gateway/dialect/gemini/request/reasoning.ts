import type { JsonObject } from "../../../../json.ts";
import type { Reasoning } from "../../../chat/request.ts";
import { budgetOfEffort, effortFor } from "../../request/effort.ts";
import type { Formatting } from "../../request/formatting.ts";
import { compact } from "../../request/read-member.ts";

/** `thinkingConfig`: a level from Gemini 3 on, a budget in tokens before. */
export function formatReasoning(reasoning: Reasoning | undefined, formatting: Formatting): JsonObject {
  if (reasoning === undefined) return {};
  const { capabilities, losses } = formatting;
  if (capabilities.thinking === "none") {
    if (!reasoning.off) losses.dropped("reasoning");
    return {};
  }
  const config = compact({ ...formatAmount(reasoning, formatting), includeThoughts: isShown(reasoning) || undefined });
  return Object.keys(config).length > 0 ? { thinkingConfig: config } : {};
}

function formatAmount(reasoning: Reasoning, formatting: Formatting): JsonObject {
  const { capabilities, losses } = formatting;
  if (capabilities.thinking === "budget") return { thinkingBudget: budgetOf(reasoning, capabilities.budget, losses) };
  return compact({ thinkingLevel: effortFor(reasoning, formatting) });
}

/** Gemini's own word for as much as it thinks fit. */
const dynamic = -1;

function budgetOf(
  { off, budget, effort }: Reasoning,
  { min, max }: { min: number; max: number },
  losses: Formatting["losses"],
): number {
  if (off) {
    if (min > 0) losses.emulated("reasoning.off");
    return min;
  }
  if (budget === undefined && effort === undefined) return dynamic;
  const wanted = budget ?? budgetOfEffort[effort!];
  const taken = Math.min(Math.max(wanted, min), max);
  if (taken !== budget) losses.emulated("reasoning.budget");
  return taken;
}

/** Who speaks of budgets, or leaves it to the model, waits for the thoughts; who names an effort may not. */
function isShown({ show, off, budget, adaptive }: Reasoning): boolean {
  return !off && (show ?? (budget !== undefined || adaptive === true));
}
