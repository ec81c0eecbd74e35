import type { JsonObject, JsonValue } from "../../../../json.ts";
import type { ChatRequest, Effort, Reasoning } from "../../../chat/request.ts";
import { effortFor } from "../../request/effort.ts";
import type { Formatting } from "../../request/formatting.ts";
import { optional, readOneOf } from "../../request/read-member.ts";

const readEffort = readOneOf("none", "minimal", "low", "medium", "high", "xhigh", "max");

export function parseReasoning(value: JsonValue | undefined): Reasoning | undefined {
  const effort = optional(readEffort)(value, "reasoning_effort");
  if (effort === undefined) return undefined;
  return effort === "none" ? { off: true } : { effort };
}

/** `reasoning_effort`, or DeepSeek's switch where thinking is turned off. */
export function formatReasoning(request: ChatRequest, formatting: Formatting): JsonObject {
  const effort = effortOf(request, formatting);
  if (effort === undefined) return {};
  if (effort === "none" && formatting.capabilities.thinking === "switch") return { thinking: { type: "disabled" } };
  return { reasoning_effort: effort };
}

/** Where thinking and calls do not go together, the calls are kept: they are what the caller's program counts on. */
function effortOf(request: ChatRequest, formatting: Formatting): Effort | "none" | undefined {
  const { capabilities, losses } = formatting;
  const effort = request.reasoning && effortFor(request.reasoning, formatting);
  const thinks = effort === undefined ? capabilities.thinksByDefault : effort !== "none";
  if (!mustNotThink(request, formatting) || !capabilities.efforts.includes("none")) return effort;
  if (thinks) losses.dropped("reasoning.with_tools");
  return "none";
}

function mustNotThink({ tools, toolChoice }: ChatRequest, { capabilities }: Formatting): boolean {
  if (tools.length === 0) return false;
  const isForced = toolChoice?.kind === "any" || toolChoice?.kind === "tool";
  return capabilities.toolsOnlyWithoutThinking || (isForced && !capabilities.forcedToolsWithThinking);
}
