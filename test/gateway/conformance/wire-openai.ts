import type { JsonObject } from "../../../src/json.ts";
import { halves, usualUsage, type Said, type SaidPart, type SaidUsage } from "./said.ts";

/** A `chat.completion`, or its chunks. What was thought is `reasoning_content`, as DeepSeek has it. */
export function openaiWhole(said: Said): JsonObject {
  const text = (name: "text" | "refusal" | "thinking") => said.parts.map((part) => ownText(part, name)).join("");
  const calls = said.parts.flatMap((part, i) => ("call" in part ? [callOf(part, i)] : []));
  const message = {
    role: "assistant",
    content: text("text") || null,
    refusal: text("refusal") || null,
    ...(text("thinking") !== "" && { reasoning_content: text("thinking") }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  return {
    ...head("chat.completion"),
    choices: [{ index: 0, message, finish_reason: finishOf(said), logprobs: null }],
    usage: usageOf(said.usage ?? usualUsage),
  };
}

export function openaiPieces(said: Said): JsonObject[] {
  let index = -1;
  const deltas = said.parts.flatMap((part, i): JsonObject[] => {
    if ("text" in part) return halves(part.text).map((content) => ({ content }));
    if ("refusal" in part) return halves(part.refusal).map((refusal) => ({ refusal }));
    if ("thinking" in part) return halves(part.thinking).map((text) => ({ reasoning_content: text }));
    if (!("call" in part)) return [];
    index++;
    const { id, type, function: called } = callOf(part, i) as { id: string; type: string; function: JsonObject };
    const begun = { index, id, type, function: { ...called, arguments: "" } };
    const rest = halves(part.input).map((json) => ({ index, function: { arguments: json } }));
    return [begun, ...rest].map((call) => ({ tool_calls: [call] }));
  });
  return [
    chunk({ role: "assistant", content: "" }),
    ...deltas.map((delta) => chunk(delta)),
    chunk({}, finishOf(said)),
    { ...head("chat.completion.chunk"), choices: [], usage: usageOf(said.usage ?? usualUsage) },
  ];
}

export function chunk(delta: JsonObject, finish_reason: string | null = null): JsonObject {
  return { ...head("chat.completion.chunk"), choices: [{ index: 0, delta, finish_reason }] };
}

function head(object: string): JsonObject {
  return { id: "chatcmpl-1", object, created: 1_700_000_000, model: "m-1" };
}

function ownText(part: SaidPart, name: string): string {
  const [first, text] = Object.entries(part)[0]!;
  return first === name ? text : "";
}

function callOf(part: Extract<SaidPart, { call: string }>, i: number): JsonObject {
  return { id: part.id ?? `call_${i}`, type: "function", function: { name: part.call, arguments: part.input } };
}

function finishOf({ parts, finish }: Said): string {
  return finish?.openai ?? (parts.some((part) => "call" in part) ? "tool_calls" : "stop");
}

function usageOf({ prompt, completion, read, written, thought }: SaidUsage): JsonObject {
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    ...((read ?? written) !== undefined && {
      prompt_tokens_details: {
        cached_tokens: read ?? 0,
        ...(written !== undefined && { cache_write_tokens: written }),
      },
    }),
    ...(thought !== undefined && { completion_tokens_details: { reasoning_tokens: thought } }),
  };
}
