import type { JsonObject } from "../../json.ts";
import type { Answer } from "../chat/answer.ts";
import type { Usage } from "../chat/event.ts";
import { estimateTokens } from "../estimate.ts";

/** More than any provider gives. */
const choicesMax = 128;

/**
 * What an answer is charged for: what its provider counted, and an estimate of the rest, since not all providers count,
 * and none counts all of an answer that broke off. `undefined` where nothing was answered. `request`: what was sent, for
 * the estimate.
 */
export function usageOfAnswer(request: () => JsonObject, answer: Answer | undefined): Usage | undefined {
  if (answer === undefined) return undefined;
  const { usage, parts, finish } = answer;
  if (usage === undefined && parts.length === 0 && finish === undefined) return undefined;
  if (usage !== undefined && finish !== undefined) return usage;
  const said = parts.map((part) => (part.kind === "tool_use" ? part.name + part.input : part.text)).join("");
  const output = estimateTokens(said) * choicesOf(request());
  if (usage === undefined) return { input: estimateTokens(request()), output };
  return { ...usage, output: Math.max(usage.output, output) };
}

/** How many answers were asked for: only the first is read, and the others are about as long. */
function choicesOf({ n }: JsonObject): number {
  return typeof n === "number" && n >= 1 ? Math.min(Math.ceil(n), choicesMax) : 1;
}
