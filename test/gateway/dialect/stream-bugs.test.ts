import { describe, expect, test } from "vitest";
import type { ChatEvent } from "../../../src/gateway/chat/event.ts";
import { heldThoughtCharsMax } from "../../../src/gateway/answer/answer-bounds.ts";
import type { JsonObject, JsonValue } from "../../../src/json.ts";
import { formatStatus as formatAnthropicStatus } from "../../../src/gateway/dialect/anthropic/error.ts";
import { formatStatus as formatOpenAiStatus } from "../../../src/gateway/dialect/openai/error.ts";
import { callers, callerNames, dataOf, readPieces, upstreams, writeWire, type Upstream } from "./answer-support.ts";
import { call, chunk, messageHead, response, usageOf } from "./answer-wires.ts";

/** What other gateways keep getting wrong in answers; the names say what goes wrong there. */

type Data = { type?: string; index?: number; delta?: JsonObject; content_block?: JsonObject; usage?: JsonObject };

function anthropicOf(upstream: Upstream, pieces: JsonObject[]): Data[] {
  return dataOf(writeWire("anthropic", readPieces(upstream, pieces))) as Data[];
}

/** Blocks by index, their inputs put together; fails where two are open at once, or an index is left out. */
function blocksOf(events: Data[]): JsonObject[] {
  const blocks: { type: JsonValue; name: JsonValue; json: string }[] = [];
  let open: number | undefined;
  const must = (holds: boolean, event: Data) => {
    if (!holds) throw new Error(`out of order: ${JSON.stringify(event)}`);
  };
  for (const event of events) {
    const { type, index, delta, content_block } = event;
    if (type === "content_block_start") {
      must(open === undefined && index === blocks.length, event);
      open = index;
      blocks.push({ type: content_block!["type"]!, name: content_block!["name"] ?? "", json: "" });
    } else if (type === "content_block_delta") {
      must(index === open, event);
      blocks.at(-1)!.json += String(delta!["partial_json"] ?? delta!["text"] ?? "");
    } else if (type === "content_block_stop") {
      must(index === open, event);
      open = undefined;
    }
  }
  return blocks;
}

const begin = (index: number, name: string, args = "") =>
  call(index, args, { id: `c${index}`, type: "function", name });
const calls = (...tool_calls: JsonObject[]) => chunk({ tool_calls });
const stopReasonOf = (events: Data[]) => events.find(({ type }) => type === "message_delta")!.delta!["stop_reason"];

describe("arguments are dropped where text gives way to a tool", () => {
  const expected = [
    { type: "text", name: "", json: "I look." },
    { type: "tool_use", name: "f", json: '{"a":1}' },
  ];

  test.each<[string, JsonObject[]]>([
    ["in two chunks", [chunk({ content: "I look." }), calls(begin(0, "f", '{"a"')), calls(call(0, ":1}"))]],
    ["in one chunk", [chunk({ content: "I look.", tool_calls: [begin(0, "f", '{"a"')] }), calls(call(0, ":1}"))]],
    [
      "with an empty delta between",
      [chunk({ content: "I look." }), calls(begin(0, "f")), chunk({ content: "" }), calls(call(0, '{"a":1}'))],
    ],
  ])("%s", (_how, pieces) => {
    expect(blocksOf(anthropicOf("openai", [...pieces, chunk({}, "tool_calls")]))).toEqual(expected);
  });
});

test("parallel arguments land in the wrong block", () => {
  const pieces = [
    calls(begin(0, "f"), begin(1, "g"), begin(2, "h")),
    calls(call(2, '{"c":'), call(0, '{"a":'), call(1, '{"b":')),
    calls(call(1, "2}"), call(2, "3}"), call(0, "1}")),
    chunk({}, "tool_calls"),
  ];
  expect(blocksOf(anthropicOf("openai", pieces))).toEqual([
    { type: "tool_use", name: "f", json: '{"a":1}' },
    { type: "tool_use", name: "g", json: '{"b":2}' },
    { type: "tool_use", name: "h", json: '{"c":3}' },
  ]);
});

describe("the answer ends as if no tool had been called", () => {
  const called: Record<Upstream, JsonObject[]> = {
    openai: [calls(begin(0, "f", "{}")), chunk({}, "stop")],
    anthropic: [
      { type: "message_start", message: messageHead() },
      { type: "content_block_start", index: 0, content_block: { type: "tool_use", id: "t", name: "f", input: {} } },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "end_turn" } },
      { type: "message_stop" },
    ],
    gemini: [response([{ functionCall: { name: "f", args: {} } }]), response([{ text: "" }], "STOP")],
  };

  test.each(Object.entries(called) as [Upstream, JsonObject[]][])("of %s", (upstream, pieces) => {
    const events = readPieces(upstream, pieces);
    expect(stopReasonOf(anthropicOf(upstream, pieces))).toBe("tool_use");
    expect(callers.anthropic.formatAnswer(events)).toMatchObject({ stop_reason: "tool_use" });
    expect(callers.openai.formatAnswer(events)).toMatchObject({ choices: [{ finish_reason: "tool_calls" }] });
    const finishes = dataOf(writeWire("openai", events)).filter((data) =>
      JSON.stringify(data).includes('"finish_reason":"'),
    );
    expect(finishes).toMatchObject([{ choices: [{ finish_reason: "tool_calls" }] }]);
  });

  test("nor does it end in a call that nobody made, or was cut off", () => {
    expect(stopReasonOf(anthropicOf("openai", [chunk({ content: "a" }), chunk({}, "tool_calls")]))).toBe("end_turn");
    expect(stopReasonOf(anthropicOf("openai", [calls(begin(0, "f", '{"a')), chunk({}, "length")]))).toBe("max_tokens");
  });
});

describe("empty texts that nobody said", () => {
  const onlyCalls: Record<Upstream, JsonObject[]> = {
    openai: [
      chunk({ role: "assistant", content: "" }),
      calls(begin(0, "f", "{}")),
      chunk({ content: "" }),
      chunk({}, "tool_calls"),
    ],
    anthropic: [
      { type: "message_start", message: messageHead() },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_stop", index: 0 },
      { type: "content_block_start", index: 1, content_block: { type: "tool_use", id: "t", name: "f", input: {} } },
      { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: "{}" } },
      { type: "content_block_stop", index: 1 },
      { type: "message_delta", delta: { stop_reason: "tool_use" } },
      { type: "message_stop" },
    ],
    gemini: [
      response([{ text: "" }]),
      response([{ functionCall: { name: "f", args: {} } }]),
      response([{ text: "" }], "STOP"),
    ],
  };

  test.each(Object.entries(onlyCalls) as [Upstream, JsonObject[]][])("of %s", (upstream, pieces) => {
    const events = readPieces(upstream, pieces);
    expect(blocksOf(anthropicOf(upstream, pieces))).toEqual([{ type: "tool_use", name: "f", json: "{}" }]);
    expect(writeWire("openai", events)).not.toContain('"content":""');
    expect(callers.openai.formatAnswer(events)).toMatchObject({ choices: [{ message: { content: null } }] });
  });
});

test("`tool_calls: []` is taken for a call", () => {
  const pieces = [
    chunk({ content: "a", tool_calls: [] }),
    chunk({ content: "b", tool_calls: [] }),
    chunk({ tool_calls: [] }, "stop"),
  ];
  const events = anthropicOf("openai", pieces);
  expect(blocksOf(events)).toEqual([{ type: "text", name: "", json: "ab" }]);
  expect(stopReasonOf(events)).toBe("end_turn");
  const whole = { choices: [{ message: { content: "a", tool_calls: [] }, finish_reason: "stop" }] };
  expect(callers.openai.formatAnswer(upstreams.openai.readAnswer(whole))).not.toHaveProperty(
    "choices.0.message.tool_calls",
  );
});

describe("cache tokens are zero in streams", () => {
  const cached: Record<Upstream, JsonObject[]> = {
    openai: [chunk({ content: "a" }, "stop"), { choices: [], usage: usageOf("openai") }],
    anthropic: [
      { type: "message_start", message: { ...messageHead(), usage: usageOf("anthropic") } },
      { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 30 } },
      { type: "message_stop" },
    ],
    gemini: [response([{ text: "a" }], "STOP")],
  };

  test.each(Object.entries(cached) as [Upstream, JsonObject[]][])("of %s", (upstream, pieces) => {
    const events = readPieces(upstream, pieces);
    const delta = anthropicOf(upstream, pieces).find(({ type }) => type === "message_delta");
    expect(delta!.usage).toMatchObject({ cache_read_input_tokens: 5, output_tokens: 30 });
    const [usage] = dataOf(writeWire("openai", events)).filter((data) => JSON.stringify(data).includes('"choices":[]'));
    expect(usage).toMatchObject({ usage: { prompt_tokens: 17, prompt_tokens_details: { cached_tokens: 5 } } });
  });
});

describe("thinking is dropped or out of place", () => {
  const signed: JsonObject[] = [
    { type: "message_start", message: messageHead() },
    { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "", signature: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "s=" } },
    { type: "content_block_stop", index: 0 },
    { type: "content_block_start", index: 1, content_block: { type: "tool_use", id: "t", name: "f", input: {} } },
    { type: "content_block_stop", index: 1 },
    { type: "message_delta", delta: { stop_reason: "tool_use" } },
    { type: "message_stop" },
  ];

  test("that is only a signature stays, streamed and whole, for both callers", () => {
    const events = readPieces("anthropic", signed);
    const block = { type: "thinking", thinking: "", signature: "s=" };
    expect(writeWire("anthropic", events)).toContain('{"type":"signature_delta","signature":"s="}');
    expect(callers.anthropic.formatAnswer(events)).toMatchObject({ content: [block, { type: "tool_use" }] });
    expect(writeWire("openai", events)).toContain(JSON.stringify({ thinking_blocks: [block] }));
    expect(callers.openai.formatAnswer(events)).toMatchObject({ choices: [{ message: { thinking_blocks: [block] } }] });
  });

  test("stands before the call that it led to", () => {
    const pieces = [chunk({ reasoning_content: "t" }), calls(begin(0, "f", "{}")), chunk({}, "tool_calls")];
    expect(blocksOf(anthropicOf("openai", pieces)).map(({ type }) => type)).toEqual(["thinking", "tool_use"]);
    const whole = { tool_calls: [begin(0, "f", "{}")], reasoning_content: "t" };
    const events = upstreams.openai.readAnswer({ choices: [{ message: whole, finish_reason: "tool_calls" }] });
    expect(events.map(({ type }) => type)).toEqual([
      "start",
      "thinking_start",
      "thinking",
      "tool_start",
      "tool_input",
      "end",
    ]);
  });
});

test.each(callerNames)("Gemini's thought signature is lost for a caller of %s", (caller) => {
  const pieces = [response([{ functionCall: { name: "f", args: {} }, thoughtSignature: "c2ln" }], "STOP")];
  const events = readPieces("gemini", pieces);
  const told = {
    openai: '"extra_content":{"google":{"thought_signature":"c2ln"}}',
    anthropic: '"cairn:gemini:tool:c2ln"',
  };
  expect(writeWire(caller, events)).toContain(told[caller]);
  expect(JSON.stringify(callers[caller].formatAnswer(events))).toContain(told[caller]);
});

test("an overload in the middle of a stream has no status, and is not told", () => {
  const events = readPieces("anthropic", [
    { type: "message_start", message: messageHead() },
    { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
  ]);
  const error: ChatEvent = {
    type: "error",
    error: { status: 529, kind: "overloaded", message: "Overloaded", raw: "overloaded_error" },
  };
  expect(events.at(-1)).toEqual(error);
  expect([formatOpenAiStatus(529), formatAnthropicStatus(529)]).toEqual([503, 529]);
  expect(writeWire("anthropic", [error])).toBe(
    'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
  );
  expect(writeWire("openai", [error])).toBe(
    'data: {"error":{"message":"Overloaded","type":"server_error","param":null,"code":"overloaded"}}\n\n',
  );
});

test("thoughts that a caller of OpenAI's dialect is told once more are held to a bound", () => {
  const writer = callers.openai.createStreamWriter({ streamUsage: false });
  writer.write({ type: "start", id: "a", model: "m" });
  writer.write({ type: "thinking_start" });
  const think = (length: number) => writer.write({ type: "thinking", text: "x".repeat(length) });
  expect(think(heldThoughtCharsMax - 1_000)).toHaveLength(1);
  expect(() => think(1_000)).toThrow(`the provider sent more than ${heldThoughtCharsMax} characters of thinking`);
});
