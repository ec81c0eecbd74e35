import type { Effort, Reasoning } from "../../chat/request.ts";
import type { Formatting } from "./formatting.ts";

const scale: readonly (Effort | "none")[] = ["none", "minimal", "low", "medium", "high", "xhigh", "max"];

/** The effort that a budget in tokens stands for. */
function effortOfBudget(tokens: number): Effort {
  if (tokens < 2_000) return "low";
  if (tokens < 8_000) return "medium";
  return tokens < 24_000 ? "high" : "xhigh";
}

/** A budget that `effortOfBudget` takes for the effort, or for the one nearest to it. */
export const budgetOfEffort: Readonly<Record<Effort, number>> = {
  minimal: 1_024,
  low: 1_536,
  medium: 4_096,
  high: 16_384,
  xhigh: 32_768,
  max: 65_536,
};

/**
 * The model's own effort that is nearest to what is wanted: of two at the same distance, the stronger. `none` stands for
 * thinking turned off. `undefined` where nothing was asked for, or the model takes no effort.
 */
export function effortFor(reasoning: Reasoning, { capabilities, losses }: Formatting): Effort | "none" | undefined {
  const wanted = wantedEffort(reasoning);
  const { efforts } = capabilities;
  if (wanted === undefined) {
    if (reasoning.adaptive && efforts.length === 0 && !capabilities.thinksByDefault) losses.dropped("reasoning");
    return undefined;
  }
  if (efforts.length === 0) {
    if (wanted !== "none" || capabilities.thinksByDefault) losses.dropped(nameOf(reasoning));
    return undefined;
  }
  if (nameOf(reasoning) === "reasoning.budget") losses.emulated("reasoning.budget");
  if (efforts.includes(wanted)) return wanted;
  losses.emulated(nameOf(reasoning));
  // A model that was asked to think must not end up not thinking.
  const candidates = wanted === "none" ? efforts : efforts.filter((each) => each !== "none");
  return nearest(candidates, wanted);
}

function nameOf({ off, effort }: Reasoning): string {
  if (off) return "reasoning.off";
  return effort === undefined ? "reasoning.budget" : "reasoning.effort";
}

function nearest(efforts: readonly (Effort | "none")[], wanted: Effort | "none"): Effort | "none" | undefined {
  const distance = (effort: Effort | "none") => Math.abs(scale.indexOf(effort) - scale.indexOf(wanted));
  const strongestFirst = efforts.toSorted((a, b) => scale.indexOf(b) - scale.indexOf(a));
  return strongestFirst.toSorted((a, b) => distance(a) - distance(b))[0];
}

function wantedEffort({ off, effort, budget }: Reasoning): Effort | "none" | undefined {
  if (off) return "none";
  return effort ?? (budget === undefined ? undefined : effortOfBudget(budget));
}
