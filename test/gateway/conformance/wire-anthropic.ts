import type { JsonObject } from "../../../src/json.ts";
import { halves, usualUsage, type Said, type SaidPart, type SaidUsage } from "./said.ts";

/** A message, or the events of its stream, which begins with how much was read. */
export function anthropicWhole(said: Said): JsonObject {
  return { ...head, content: said.parts.map(blockOf), ...stopOf(said), usage: usageOf(said.usage ?? usualUsage) };
}

export function anthropicPieces(said: Said): JsonObject[] {
  const usage = usageOf(said.usage ?? usualUsage);
  const begun = { ...head, content: [], stop_reason: null, stop_sequence: null, usage: { ...usage, output_tokens: 1 } };
  const counted = usage["output_tokens_details"];
  const delta = { output_tokens: usage["output_tokens"]!, ...(counted && { output_tokens_details: counted }) };
  return [
    { type: "message_start", message: begun },
    { type: "ping" },
    ...said.parts.flatMap((part, index) => eventsOf(part, index)),
    { type: "message_delta", delta: stopOf(said), usage: delta },
    { type: "message_stop" },
  ];
}

export const head = { id: "msg_1", type: "message", role: "assistant", model: "m-1" };

function eventsOf(part: SaidPart, index: number): JsonObject[] {
  const block = blockOf(part, index);
  const begun = {
    ...block,
    ...("text" in block && { text: "" }),
    ...("thinking" in block && { thinking: "", signature: "" }),
  };
  const start = "input" in begun ? { ...begun, input: {} } : begun;
  return [
    { type: "content_block_start", index, content_block: start },
    ...deltasOf(part).map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ];
}

function deltasOf(part: SaidPart): JsonObject[] {
  if ("call" in part) return halves(part.input).map((partial_json) => ({ type: "input_json_delta", partial_json }));
  if ("redacted" in part) return [];
  if (!("thinking" in part)) return halves(textOf(part)).map((text) => ({ type: "text_delta", text }));
  const thoughts = halves(part.thinking).map((thinking) => ({ type: "thinking_delta", thinking }));
  return [...thoughts, ...(part.signature ? [{ type: "signature_delta", signature: part.signature }] : [])];
}

function blockOf(part: SaidPart, i: number): JsonObject {
  if ("call" in part) {
    return { type: "tool_use", id: part.id ?? `toolu_${i}`, name: part.call, input: JSON.parse(part.input || "{}") };
  }
  if ("redacted" in part) return { type: "redacted_thinking", data: part.redacted };
  if ("thinking" in part) return { type: "thinking", thinking: part.thinking, signature: part.signature ?? "" };
  return { type: "text", text: textOf(part) };
}

function textOf(part: { text: string } | { refusal: string }): string {
  return "text" in part ? part.text : part.refusal;
}

function stopOf({ parts, finish, stopSequence }: Said): JsonObject {
  const fitting = parts.some((part) => "call" in part) ? "tool_use" : "end_turn";
  return { stop_reason: finish?.anthropic ?? fitting, stop_sequence: stopSequence ?? null };
}

function usageOf({ prompt, completion, read, written, thought }: SaidUsage): JsonObject {
  return {
    input_tokens: prompt - (read ?? 0) - (written ?? 0),
    ...(read !== undefined && { cache_read_input_tokens: read }),
    ...(written !== undefined && { cache_creation_input_tokens: written }),
    output_tokens: completion,
    ...(thought !== undefined && { output_tokens_details: { thinking_tokens: thought } }),
  };
}
