import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/json.ts";
import { callers, upstreams, type Caller, type Upstream } from "./answer-support.ts";
import { whole } from "./answer-wires.ts";

const openAiCalls = (a: string, b: string) => [
  { id: a, type: "function", function: { name: "weather", arguments: '{"city":"Oslo"}' } },
  { id: b, type: "function", function: { name: "time", arguments: '{"zone":"CET"}' } },
];
const openAi = (head: JsonObject, message: JsonObject, usage: JsonObject) => ({
  ...head,
  object: "chat.completion",
  created: expect.any(Number),
  choices: [
    {
      index: 0,
      message: {
        role: "assistant",
        content: "Let me look.",
        refusal: null,
        reasoning_content: "Two things to ask.",
        ...message,
      },
      logprobs: null,
      finish_reason: "tool_calls",
    },
  ],
  usage: { prompt_tokens: 17, completion_tokens: 30, total_tokens: 47, ...usage },
});
const thought = { completion_tokens_details: { reasoning_tokens: 9 } };
const anthropic = (head: JsonObject, signature: string, calls: JsonObject[], usage: JsonObject) => ({
  ...head,
  type: "message",
  role: "assistant",
  content: [
    { type: "thinking", thinking: "Two things to ask.", signature },
    { type: "text", text: "Let me look." },
    ...calls,
  ],
  stop_reason: "tool_use",
  stop_sequence: null,
  usage: { output_tokens: 30, cache_read_input_tokens: 5, ...usage },
});
const weather = (id: string) => ({ type: "tool_use", id, name: "weather", input: { city: "Oslo" } });
const time = (id: string) => ({ type: "tool_use", id, name: "time", input: { zone: "CET" } });
const ofGemini = { id: "QHiLaa6LBrb8", model: "gemini-3-pro" };

const pairs: [Upstream, Caller, unknown][] = [
  [
    "openai",
    "openai",
    openAi(
      { id: "chatcmpl-1", model: "gpt-5.6" },
      { tool_calls: openAiCalls("call_a", "call_b") },
      { prompt_tokens_details: { cached_tokens: 5 }, ...thought },
    ),
  ],
  [
    "anthropic",
    "openai",
    openAi(
      { id: "msg_1", model: "claude-5" },
      {
        thinking_blocks: [{ type: "thinking", thinking: "Two things to ask.", signature: "EqQB==" }],
        tool_calls: openAiCalls("toolu_a", "toolu_b"),
      },
      { prompt_tokens_details: { cached_tokens: 5, cache_write_tokens: 2 } },
    ),
  ],
  [
    "gemini",
    "openai",
    openAi(
      ofGemini,
      {
        tool_calls: openAiCalls("call_QHiLaa6LBrb8_0", "call_QHiLaa6LBrb8_1").map((call, i) =>
          i === 0 ? { ...call, extra_content: { google: { thought_signature: "c2ln" } } } : call,
        ),
      },
      { prompt_tokens_details: { cached_tokens: 5 }, ...thought },
    ),
  ],
  [
    "openai",
    "anthropic",
    anthropic({ id: "chatcmpl-1", model: "gpt-5.6" }, "cairn:openai:", [weather("call_a"), time("call_b")], {
      input_tokens: 12,
      cache_creation_input_tokens: 0,
      output_tokens_details: { thinking_tokens: 9 },
    }),
  ],
  [
    "anthropic",
    "anthropic",
    anthropic({ id: "msg_1", model: "claude-5" }, "EqQB==", [weather("toolu_a"), time("toolu_b")], {
      input_tokens: 10,
      cache_creation_input_tokens: 2,
    }),
  ],
  [
    "gemini",
    "anthropic",
    anthropic(
      ofGemini,
      "cairn:openai:",
      [
        { type: "thinking", thinking: "", signature: "cairn:gemini:tool:c2ln" },
        weather("call_QHiLaa6LBrb8_0"),
        time("call_QHiLaa6LBrb8_1"),
      ],
      { input_tokens: 12, cache_creation_input_tokens: 0, output_tokens_details: { thinking_tokens: 9 } },
    ),
  ],
];

describe("a whole answer that thinks, speaks and calls two tools", () => {
  test.each(pairs)("of %s for a caller of %s", (upstream, caller, expected) => {
    expect(callers[caller].formatAnswer(upstreams[upstream].readAnswer(whole[upstream]))).toEqual(expected);
  });
});

describe("a whole answer that says nothing", () => {
  const silent: [Upstream, JsonObject][] = [
    ["openai", { choices: [{ message: { role: "assistant", content: "" }, finish_reason: "stop" }] }],
    ["anthropic", { type: "message", content: [{ type: "text", text: "" }], stop_reason: "end_turn" }],
    ["gemini", { candidates: [{ finishReason: "STOP" }] }],
  ];

  test.each(silent)("of %s has no empty text, and an id of its own", (upstream, body) => {
    const events = upstreams[upstream].readAnswer(body);
    const [message, completion] = [callers.anthropic.formatAnswer(events), callers.openai.formatAnswer(events)];
    expect(message).toMatchObject({ content: [], stop_reason: "end_turn", id: expect.stringMatching(/^msg_\w{32}$/u) });
    expect(completion).toMatchObject({
      choices: [{ message: { content: null, refusal: null }, finish_reason: "stop" }],
      id: expect.stringMatching(/^chatcmpl-.{36}$/u),
    });
  });
});

describe("a whole answer that is none", () => {
  test.each<[Upstream, JsonObject | string]>([
    ["openai", "<html>"],
    ["openai", {}],
    ["openai", { choices: [{ message: { content: "cut" }, finish_reason: null }] }],
    ["anthropic", "<html>"],
    ["anthropic", {}],
    ["anthropic", { type: "message", content: [] }],
    ["gemini", "<html>"],
    ["gemini", {}],
  ])("of %s is an error: %j", (upstream, body) => {
    expect(upstreams[upstream].readAnswer(body).at(-1)).toMatchObject({
      type: "error",
      error: { status: 502, kind: "unavailable" },
    });
  });
});
