import type { JsonObject } from "../../../src/json.ts";
import type { Upstream } from "./answer-support.ts";

/**
 * One answer as each provider tells it, streamed and whole: it thinks, speaks, and calls two tools. The model read 17
 * tokens, 5 of them from a cache; Anthropic wrote 2 of them to it.
 */
export const streamed: Record<Upstream, JsonObject[]> = {
  openai: [
    chunk({ role: "assistant", content: "", refusal: null }),
    chunk({ reasoning_content: "Two things", content: null }),
    chunk({ reasoning_content: " to ask." }),
    chunk({ content: "Let me " }),
    chunk({ content: "look.", tool_calls: [] }),
    chunk({ tool_calls: [call(0, "", { id: "call_a", type: "function", name: "weather" })] }),
    chunk({ tool_calls: [call(0, '{"city":')] }),
    chunk({ tool_calls: [call(1, "", { id: "call_b", type: "function", name: "time" })] }),
    chunk({ tool_calls: [call(1, '{"zone":'), call(0, '"Oslo"}')] }),
    chunk({ tool_calls: [call(1, '"CET"}')] }),
    { ...chunk({}), choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] },
    { ...chunk({}), choices: [], usage: usageOf("openai") },
  ],
  anthropic: [
    {
      type: "message_start",
      message: { ...messageHead(), content: [], usage: { ...usageOf("anthropic"), output_tokens: 1 } },
    },
    { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "", signature: "" } },
    { type: "ping" },
    { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "Two things" } },
    { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: " to ask." } },
    { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "EqQB==" } },
    { type: "content_block_stop", index: 0 },
    { type: "content_block_start", index: 1, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "Let me " } },
    { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "look." } },
    { type: "content_block_stop", index: 1 },
    {
      type: "content_block_start",
      index: 2,
      content_block: { type: "tool_use", id: "toolu_a", name: "weather", input: {} },
    },
    { type: "content_block_delta", index: 2, delta: { type: "input_json_delta", partial_json: "" } },
    { type: "content_block_delta", index: 2, delta: { type: "input_json_delta", partial_json: '{"city":' } },
    { type: "content_block_delta", index: 2, delta: { type: "input_json_delta", partial_json: '"Oslo"}' } },
    { type: "content_block_stop", index: 2 },
    {
      type: "content_block_start",
      index: 3,
      content_block: { type: "tool_use", id: "toolu_b", name: "time", input: {} },
    },
    { type: "content_block_delta", index: 3, delta: { type: "input_json_delta", partial_json: '{"zone":"CET"}' } },
    { type: "content_block_stop", index: 3 },
    {
      type: "message_delta",
      delta: { stop_reason: "tool_use", stop_sequence: null },
      usage: { input_tokens: null, cache_creation_input_tokens: 2, cache_read_input_tokens: 5, output_tokens: 30 },
    },
    { type: "message_stop" },
  ],
  gemini: [
    response([{ text: "Two things", thought: true }]),
    response([{ text: " to ask.", thought: true }]),
    response([{ text: "Let me " }]),
    response([
      { text: "look." },
      { functionCall: { name: "weather", args: { city: "Oslo" } }, thoughtSignature: "c2ln" },
    ]),
    response([{ functionCall: { name: "time", args: { zone: "CET" } } }]),
    response([{ text: "" }], "STOP"),
  ],
};

export const whole: Record<Upstream, JsonObject> = {
  openai: {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1_760_000_000,
    model: "gpt-5.6",
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: "Let me look.",
          refusal: null,
          reasoning_content: "Two things to ask.",
          tool_calls: [
            { id: "call_a", type: "function", function: { name: "weather", arguments: '{"city":"Oslo"}' } },
            { id: "call_b", type: "function", function: { name: "time", arguments: '{"zone":"CET"}' } },
          ],
        },
        finish_reason: "tool_calls",
      },
    ],
    usage: usageOf("openai"),
  },
  anthropic: {
    ...messageHead(),
    content: [
      { type: "thinking", thinking: "Two things to ask.", signature: "EqQB==" },
      { type: "text", text: "Let me look." },
      { type: "tool_use", id: "toolu_a", name: "weather", input: { city: "Oslo" } },
      { type: "tool_use", id: "toolu_b", name: "time", input: { zone: "CET" } },
    ],
    stop_reason: "tool_use",
    usage: usageOf("anthropic"),
  },
  gemini: response(
    [
      { text: "Two things to ask.", thought: true },
      { text: "Let me look." },
      { functionCall: { name: "weather", args: { city: "Oslo" } }, thoughtSignature: "c2ln" },
      { functionCall: { name: "time", args: { zone: "CET" } } },
    ],
    "STOP",
  ),
};

/** A chunk of an OpenAI stream. */
export function chunk(delta: JsonObject, finish_reason: string | null = null): JsonObject {
  return {
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1_760_000_000,
    model: "gpt-5.6",
    choices: [{ index: 0, delta, finish_reason }],
  };
}

/** A member of a delta's `tool_calls`. */
export function call(
  index: number,
  args: string,
  begin: { id?: string; type?: string; name?: string } = {},
): JsonObject {
  const { name, ...members } = begin;
  return { index, ...members, function: { ...(name !== undefined && { name }), arguments: args } };
}

/** A response of a Gemini stream. */
export function response(parts: JsonObject[], finishReason?: string): JsonObject {
  return {
    candidates: [{ content: { parts, role: "model" }, index: 0, ...(finishReason !== undefined && { finishReason }) }],
    usageMetadata: usageOf("gemini"),
    modelVersion: "gemini-3-pro",
    responseId: "QHiLaa6LBrb8",
  };
}

export function messageHead(): JsonObject {
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude-5",
    stop_reason: null,
    stop_sequence: null,
  };
}

export function usageOf(upstream: Upstream): JsonObject {
  switch (upstream) {
    case "openai":
      return {
        prompt_tokens: 17,
        completion_tokens: 30,
        total_tokens: 47,
        prompt_tokens_details: { cached_tokens: 5 },
        completion_tokens_details: { reasoning_tokens: 9 },
      };
    case "anthropic":
      return { input_tokens: 10, cache_creation_input_tokens: 2, cache_read_input_tokens: 5, output_tokens: 30 };
    case "gemini":
      return {
        promptTokenCount: 17,
        candidatesTokenCount: 21,
        thoughtsTokenCount: 9,
        cachedContentTokenCount: 5,
        totalTokenCount: 47,
      };
  }
}
