import type { JsonObject, JsonValue } from "../../../../json.ts";
import type { ChatRequest, Reasoning, Turn } from "../../../chat/request.ts";
import { budgetOfEffort, effortFor } from "../../request/effort.ts";
import type { Formatting } from "../../request/formatting.ts";
import { compact, optional, readInteger, readObject, readOneOf } from "../../request/read-member.ts";
import { isForced } from "./tools.ts";

const readEffort = readOneOf("low", "medium", "high", "xhigh", "max");
const readThinking = readOneOf("enabled", "disabled", "adaptive", "between_tools");

/** `thinking`, and `output_config.effort` beside it. */
export function parseReasoning(
  value: JsonValue | undefined,
  effortValue: JsonValue | undefined,
  foreign: JsonObject,
): Reasoning | undefined {
  const thinking = optional(readObject)(value, "thinking");
  const effort = optional(readEffort)(effortValue, "output_config.effort");
  if (thinking === undefined) return effort && { effort };
  const display = optional(readOneOf("summarized", "omitted"))(thinking["display"], "thinking.display");
  const said = { ...(effort && { effort }), ...(display && { show: display === "summarized" }) };
  switch (readThinking(thinking["type"], "thinking.type")) {
    case "disabled":
      return { ...said, off: true };
    case "between_tools":
      foreign["thinking.between_tools"] = true;
      return { ...said, adaptive: true };
    case "adaptive":
      return { ...said, adaptive: true };
    case "enabled":
      return { ...said, budget: readInteger(1024)(thinking["budget_tokens"], "thinking.budget_tokens") };
  }
}

/** How the model is asked to think, and whether it then may. */
export type Thinking = { thinking?: JsonObject; effort?: string; isOn: boolean };

/**
 * A model that thinks cannot be held to a call, as a rule. Of the two the call is kept, for it is what the caller's
 * program counts on, where thinking can be turned off.
 */
export function formatReasoning(request: ChatRequest, maxTokens: number, formatting: Formatting): Thinking {
  const { capabilities, losses } = formatting;
  const asked = askedThinking(request, maxTokens, formatting);
  const isInTheWay = asked.isOn && isForced(request, formatting) && !capabilities.forcedToolsWithThinking;
  if (!isInTheWay || !capabilities.efforts.includes("none")) return asked;
  losses.dropped("reasoning.with_tools");
  return turnedOff(formatting);
}

function askedThinking(request: ChatRequest, maxTokens: number, formatting: Formatting): Thinking {
  const { capabilities, losses } = formatting;
  const { reasoning } = request;
  if (reasoning === undefined) return { isOn: capabilities.thinksByDefault };
  switch (capabilities.thinking) {
    case "budget":
      if (reasoning.off) return turnedOff(formatting);
      if (!continuesUnsigned(request.turns)) return withBudget(reasoning, maxTokens, formatting);
      losses.dropped("reasoning.without_signature");
      return turnedOff(formatting);
    case "adaptive": {
      const effort = effortFor(reasoning, formatting);
      if (effort === "none") return turnedOff(formatting);
      return { thinking: compact({ type: "adaptive", display: displayOf(reasoning) }), effort, isOn: true };
    }
    default:
      if (!reasoning.off) losses.dropped("reasoning");
      return { isOn: false };
  }
}

/**
 * Whether tools answer a turn that does not begin with thinking of Anthropic's own: a model with a budget goes on from
 * such a turn only without thinking.
 */
function continuesUnsigned(turns: readonly Turn[]): boolean {
  const last = turns.findLastIndex(({ role }) => role === "assistant");
  const answered = turns.slice(last + 1).some(({ parts }) => parts.some(({ kind }) => kind === "tool_result"));
  const [first] = turns[last]?.parts ?? [];
  const isSigned = first?.kind === "thinking" && (first.signature?.by === "anthropic" || first.redacted !== undefined);
  return answered && !isSigned;
}

function turnedOff({ capabilities }: Formatting): Thinking {
  return capabilities.thinksByDefault ? { thinking: { type: "disabled" }, isOn: false } : { isOn: false };
}

/** A budget is at least what the provider wants, and leaves something for the answer. */
function withBudget(reasoning: Reasoning, maxTokens: number, { capabilities, losses }: Formatting): Thinking {
  const { min, max } = capabilities.budget;
  const wanted = reasoning.budget ?? budgetOfEffort[reasoning.effort ?? "medium"];
  const budget = Math.min(Math.max(wanted, min), max, maxTokens - 1);
  if (budget < min) {
    losses.dropped("reasoning.budget");
    return { isOn: false };
  }
  if (budget !== wanted || reasoning.budget === undefined) losses.emulated("reasoning.budget");
  const thinking = compact({ type: "enabled", budget_tokens: budget, display: displayOf(reasoning) });
  return { thinking, isOn: true };
}

function displayOf({ show }: Reasoning): string | undefined {
  if (show === undefined) return undefined;
  return show ? "summarized" : "omitted";
}
