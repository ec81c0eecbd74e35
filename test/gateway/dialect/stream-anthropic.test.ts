import { describe, expect, test } from "vitest";
import type { ChatEvent } from "../../../src/gateway/chat/event.ts";
import type { JsonObject } from "../../../src/json.ts";
import { readPieces, readWire, upstreams, wireOf } from "./answer-support.ts";
import { messageHead, usageOf } from "./answer-wires.ts";

const begin: JsonObject = {
  type: "message_start",
  message: { ...messageHead(), content: [], usage: usageOf("anthropic") },
};
const usage: ChatEvent = { type: "usage", usage: { input: 10, output: 30, cacheRead: 5, cacheWrite: 2 } };
const start: ChatEvent = { type: "start", id: "msg_1", model: "claude-5" };
const finish = (stop_reason: string, stop_sequence: string | null = null, usage: JsonObject = {}): JsonObject[] => [
  { type: "message_delta", delta: { stop_reason, stop_sequence }, usage },
  { type: "message_stop" },
];
const block = (index: number, content_block: JsonObject, ...deltas: JsonObject[]): JsonObject[] => [
  { type: "content_block_start", index, content_block },
  ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
  { type: "content_block_stop", index },
];
const thought = (signature: string, ...texts: string[]) => [
  ...texts.map((thinking) => ({ type: "thinking_delta", thinking })),
  { type: "signature_delta", signature },
];
const thinkingBlock = { type: "thinking", thinking: "", signature: "" };
const signature = (value: string): ChatEvent => ({ type: "signature", signature: { by: "anthropic", value } });
const end: ChatEvent = { type: "end", finish: { reason: "stop", raw: "end_turn" } };

describe("blocks to events", () => {
  test.each<[string, JsonObject[], ChatEvent[]]>([
    [
      "text, which begins when something is in it",
      block(0, { type: "text", text: "" }, { type: "text_delta", text: "" }, { type: "text_delta", text: "a" }),
      [{ type: "text_start" }, { type: "text", text: "a" }],
    ],
    ["text that stays empty", block(0, { type: "text", text: "" }), []],
    [
      "text that comes with its beginning",
      block(0, { type: "text", text: "a" }),
      [{ type: "text_start" }, { type: "text", text: "a" }],
    ],
    [
      "citations",
      block(
        0,
        { type: "text", text: "" },
        { type: "text_delta", text: "a" },
        { type: "citations_delta", citation: {} },
      ),
      [{ type: "text_start" }, { type: "text", text: "a" }],
    ],
    [
      "thinking",
      block(0, thinkingBlock, ...thought("s=", "a", "b")),
      [{ type: "thinking_start" }, { type: "thinking", text: "a" }, { type: "thinking", text: "b" }, signature("s=")],
    ],
    [
      "empty thinking with a signature",
      block(0, thinkingBlock, ...thought("s=")),
      [{ type: "thinking_start" }, signature("s=")],
    ],
    [
      "redacted thinking",
      block(0, { type: "redacted_thinking", data: "d=" }),
      [{ type: "redacted_thinking", data: "d=", by: "anthropic" }],
    ],
    [
      "thinking between calls",
      [
        ...block(0, thinkingBlock, ...thought("s=", "a")),
        ...block(
          1,
          { type: "tool_use", id: "t", name: "f", input: {} },
          { type: "input_json_delta", partial_json: "{}" },
        ),
        ...block(2, thinkingBlock, ...thought("r=", "b")),
      ],
      [
        { type: "thinking_start" },
        { type: "thinking", text: "a" },
        signature("s="),
        { type: "tool_start", id: "t", name: "f" },
        { type: "tool_input", json: "{}" },
        { type: "thinking_start" },
        { type: "thinking", text: "b" },
        signature("r="),
      ],
    ],
    [
      "a call without input",
      block(0, { type: "tool_use", id: "t", name: "f", input: {} }, { type: "input_json_delta", partial_json: "" }),
      [{ type: "tool_start", id: "t", name: "f" }],
    ],
    [
      "a call whose input comes with its beginning",
      block(0, { type: "tool_use", id: "t", name: "f", input: { a: 1 } }),
      [
        { type: "tool_start", id: "t", name: "f" },
        { type: "tool_input", json: '{"a":1}' },
      ],
    ],
    [
      "tools that Anthropic runs, and blocks and deltas of tomorrow",
      [
        ...block(
          0,
          { type: "server_tool_use", id: "s", name: "web_search", input: {} },
          { type: "input_json_delta", partial_json: "{}" },
        ),
        ...block(1, { type: "web_search_tool_result", tool_use_id: "s", content: [{ type: "web_search_result" }] }),
        ...block(2, { type: "hologram" }, { type: "hologram_delta" }),
        { type: "message_note" },
        { type: "content_block_delta", index: 9, delta: { type: "text_delta", text: "of no block" } },
        ...block(3, { type: "text", text: "" }, { type: "text_delta", text: "a" }),
      ],
      [{ type: "text_start" }, { type: "text", text: "a" }],
    ],
  ])("%s", (_what, pieces, expected) => {
    const read = readPieces("anthropic", [begin, { type: "ping" }, ...pieces, ...finish("end_turn")]);
    expect(read).toEqual([usage, start, ...expected, usage, end]);
  });

  test.each<[string, string | null, ChatEvent]>([
    ["end_turn", null, end],
    ["stop_sequence", "\n\n", { type: "end", finish: { reason: "stop", raw: "stop_sequence", stopSequence: "\n\n" } }],
    ["pause_turn", null, { type: "end", finish: { reason: "stop", raw: "pause_turn" } }],
    ["tool_use", null, { type: "end", finish: { reason: "tool_use", raw: "tool_use" } }],
    ["max_tokens", null, { type: "end", finish: { reason: "length", raw: "max_tokens" } }],
    [
      "model_context_window_exceeded",
      null,
      { type: "end", finish: { reason: "length", raw: "model_context_window_exceeded" } },
    ],
    ["refusal", null, { type: "end", finish: { reason: "content_filter", raw: "refusal" } }],
    ["of_tomorrow", null, { type: "end", finish: { reason: "stop", raw: "of_tomorrow" } }],
  ])("stop_reason %s", (reason, sequence, expected) => {
    expect(readPieces("anthropic", [begin, ...finish(reason, sequence)]).at(-1)).toEqual(expected);
  });
});

describe("usage", () => {
  test("is of the whole message: later counts replace, what is left out or null stays", () => {
    const later = {
      input_tokens: null,
      output_tokens: 44,
      cache_read_input_tokens: 6,
      output_tokens_details: { thinking_tokens: 4 },
    };
    expect(readPieces("anthropic", [begin, ...finish("end_turn", null, later)]).at(-2)).toEqual({
      type: "usage",
      usage: { input: 10, output: 44, cacheRead: 6, cacheWrite: 2, reasoning: 4 },
    });
  });
});

describe("what breaks", () => {
  const error = (type: string): JsonObject => ({ type: "error", error: { type, message: "Overloaded" } });

  test.each([
    ["overloaded_error", 529, "overloaded"],
    ["rate_limit_error", 429, "rate_limit"],
    ["timeout_error", 504, "timeout"],
    ["api_error", 500, "internal"],
  ])("event: error of type %s has the status %i", (raw, status, kind) => {
    expect(readPieces("anthropic", [begin, error(raw), ...finish("end_turn")])).toEqual([
      usage,
      start,
      { type: "error", error: { status, kind, message: "Overloaded", raw } },
    ]);
  });

  test("an error that only says it is one", () => {
    const pieces = [begin, { error: { type: "overloaded_error", message: "Overloaded" } }];
    expect(readPieces("anthropic", pieces).at(-1)).toMatchObject({ type: "error", error: { status: 529 } });
  });

  test.each<[string, string, string]>([
    ["the bytes end in a block", wireOf("anthropic", [begin, ...block(0, { type: "text", text: "a" })]), "broke off"],
    [
      "the bytes end in an event",
      wireOf("anthropic", [begin]).concat('event: message_delta\ndata: {"type":"mess'),
      "cannot be read",
    ],
    ["no JSON", `${wireOf("anthropic", [begin])}event: x\ndata: <html>\n\n`, "cannot be read"],
    ["nothing at all", "", "broke off"],
  ])("%s", (_what, wire, words) => {
    expect(readWire("anthropic", wire).at(-1)).toEqual({
      type: "error",
      error: { status: 502, kind: "unavailable", message: `the provider's answer ${words}` },
    });
  });

  test("message_stop is the end, whatever the connection does", () => {
    const reader = upstreams.anthropic.createStreamReader();
    const read = [begin, ...finish("end_turn")].map((piece) => reader.read({ data: JSON.stringify(piece) }));
    expect(read.at(-1)).toEqual([end]);
    expect(reader.close()).toEqual([]);
  });

  test("only message_stop is missing: the answer was whole", () => {
    expect(readPieces("anthropic", [begin, finish("end_turn")[0]!]).at(-1)).toEqual(end);
  });
});

test("blocks that are begun and never ended are bounded", () => {
  const begun = Array.from({ length: 257 }, (_, index) => ({
    type: "content_block_start",
    index,
    content_block: { type: "text", text: "" },
  }));
  const message = "the provider began more than 256 blocks without ending them";
  expect(readPieces("anthropic", begun)).toEqual([
    { type: "error", error: { status: 502, kind: "unavailable", message } },
  ]);
  expect(readPieces("anthropic", begun.slice(1))).toEqual([
    { type: "error", error: { status: 502, kind: "unavailable", message: "the provider's answer broke off" } },
  ]);
});
