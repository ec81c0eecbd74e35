import type { JsonObject, JsonValue } from "../../../../json.ts";
import type { Capabilities } from "../../../chat/capabilities.ts";
import type { Losses } from "../../../chat/loss.ts";
import type { ChatRequest, Effort, Reasoning } from "../../../chat/request.ts";
import { effortFor } from "../../request/effort.ts";
import { optional, readOneOf } from "../../request/read-member.ts";

const readEffort = readOneOf("none", "minimal", "low", "medium", "high", "xhigh", "max");

export function parseReasoning(value: JsonValue | undefined): Reasoning | undefined {
  const effort = optional(readEffort)(value, "reasoning_effort");
  if (effort === undefined) return undefined;
  return effort === "none" ? { off: true } : { effort };
}

/** `reasoning_effort`, or DeepSeek's switch where thinking is turned off. */
export function formatReasoning(request: ChatRequest, capabilities: Capabilities, losses: Losses): JsonObject {
  const effort = effortOf(request, capabilities, losses);
  if (effort === undefined) return {};
  if (effort === "none" && capabilities.thinking === "switch") return { thinking: { type: "disabled" } };
  return { reasoning_effort: effort };
}

/** Where thinking and calls do not go together, the calls are kept: they are what the caller's program counts on. */
function effortOf(request: ChatRequest, capabilities: Capabilities, losses: Losses): Effort | "none" | undefined {
  const effort = request.reasoning && effortFor(request.reasoning, capabilities, losses);
  const thinks = effort === undefined ? capabilities.thinksByDefault : effort !== "none";
  if (!mustNotThink(request, capabilities) || !capabilities.efforts.includes("none")) return effort;
  if (thinks) losses.dropped("reasoning.with_tools");
  return "none";
}

function mustNotThink({ tools, toolChoice }: ChatRequest, capabilities: Capabilities): boolean {
  if (tools.length === 0) return false;
  const isForced = toolChoice?.kind === "any" || toolChoice?.kind === "tool";
  return capabilities.toolsOnlyWithoutThinking || (isForced && !capabilities.forcedToolsWithThinking);
}
