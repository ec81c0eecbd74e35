import type { Answer } from "../chat/answer.ts";
import type { Usage } from "../chat/event.ts";
import type { JsonObject } from "../chat/json.ts";
import { estimateTokens } from "../estimate.ts";

/**
 * What an answer is charged for: what its provider counted; an estimate of what it did not, since not all say, and none
 * says all where an answer broke off. `undefined` where nothing was answered.
 */
export function usageOfAnswer(request: JsonObject, answer: Answer | undefined): Usage | undefined {
  if (answer === undefined || (answer.usage === undefined && answer.parts.length === 0)) return undefined;
  const { usage, parts, finish } = answer;
  if (usage !== undefined && finish !== undefined) return usage;
  const said = parts.map((part) => (part.kind === "tool_use" ? part.name + part.input : part.text)).join("");
  const output = estimateTokens(said);
  if (usage === undefined) return { input: estimateTokens(request), output };
  return { ...usage, output: Math.max(usage.output, output) };
}
