import { describe, expect, test } from "vitest";
import type { ChatEvent } from "../../../src/gateway/chat/event.ts";
import { JsonEnd } from "../../../src/gateway/chat/json-end.ts";
import type { JsonObject } from "../../../src/json.ts";
import { PartQueue } from "../../../src/gateway/dialect/openai/answer/part-queue.ts";
import { ChunkMachine } from "../../../src/gateway/dialect/openai/answer/stream-reader.ts";
import { readPieces, readWire } from "./answer-support.ts";
import { call, chunk } from "./answer-wires.ts";

const start: ChatEvent = { type: "start", id: "chatcmpl-1", model: "gpt-5.6", createdAtS: 1_760_000_000 };
const stop: ChatEvent = { type: "end", finish: { reason: "stop", raw: "stop" } };
const calls: ChatEvent = { type: "end", finish: { reason: "tool_use", raw: "tool_calls" } };
const text = (text: string): ChatEvent[] => [{ type: "text_start" }, { type: "text", text }];
const thinking = (text: string): ChatEvent[] => [{ type: "thinking_start" }, { type: "thinking", text }];
const tool = (id: string, name: string, ...json: string[]): ChatEvent[] => [
  { type: "tool_start", id, name },
  ...json.map((json): ChatEvent => ({ type: "tool_input", json })),
];
const begin = (index: number, id: string, name: string, args = "") => call(index, args, { id, type: "function", name });
const broken = (message: string): ChatEvent => ({
  type: "error",
  error: { status: 502, kind: "unavailable", message },
});
const delta = (...deltas: JsonObject[]) => [...deltas.map((delta) => chunk(delta)), chunk({}, "stop")];
const messageChunk = (content: string): JsonObject => ({
  ...chunk({}),
  choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: null }],
});
const deltaCalls = (...deltas: JsonObject[]) => [
  ...deltas.map((delta) => chunk({ tool_calls: [delta] })),
  chunk({}, "tool_calls"),
];

describe("chunks to events", () => {
  test.each<[string, JsonObject[], ChatEvent[]]>([
    [
      "text",
      delta({ role: "assistant", content: "" }, { content: "a" }, { content: "b" }),
      [...text("a"), { type: "text", text: "b" }, stop],
    ],
    [
      "null and empty deltas",
      delta({ content: null, reasoning_content: null, refusal: null }, { content: "" }),
      [stop],
    ],
    [
      "messages in the place of deltas",
      [messageChunk("a"), messageChunk("b"), chunk({}, "stop")],
      [...text("a"), { type: "text", text: "b" }, stop],
    ],
    ["a message that says the deltas once more", [...delta({ content: "a" }), messageChunk("a")], [...text("a"), stop]],
    [
      "DeepSeek's thinking",
      delta({ reasoning_content: "t", content: null }, { content: "a" }),
      [...thinking("t"), ...text("a"), stop],
    ],
    [
      "a custom tool's call, whose input is no JSON",
      deltaCalls(
        { index: 0, id: "call_1", type: "custom", custom: { name: "apply_patch", input: "" } },
        { index: 0, custom: { input: "*** {}" } },
        { index: 1, id: "call_2", type: "custom", custom: { name: "apply_patch", input: "y" } },
        { index: 0, custom: { input: " End" } },
      ),
      [...tool("call_1", "apply_patch", "*** {}", " End"), ...tool("call_2", "apply_patch", "y"), calls],
    ],
    [
      "a call whose id comes behind its name",
      deltaCalls(
        { index: 0, function: { name: "f", arguments: "" } },
        { index: 0, id: "call_1", function: { arguments: '{"a"' } },
        { index: 0, id: "call_1", function: { arguments: ":1}" } },
        { index: 1, id: "call_2", function: { name: "g", arguments: "{}" } },
      ),
      [...tool("call_chatcmpl-1_0", "f", '{"a"', ":1}"), ...tool("call_2", "g", "{}"), calls],
    ],
    [
      "a call as it was before tools",
      [
        chunk({ content: null, function_call: { name: "f", arguments: "" } }),
        chunk({ function_call: { arguments: '{"a"' } }),
        chunk({ function_call: { arguments: ":1}" } }),
        chunk({}, "function_call"),
      ],
      [
        ...tool("call_chatcmpl-1_0", "f", '{"a"', ":1}"),
        { type: "end", finish: { reason: "tool_use", raw: "function_call" } },
      ],
    ],
    [
      "a call as it was before tools, beside today's",
      [
        chunk({ function_call: { name: "", arguments: "" }, tool_calls: [begin(0, "a", "f", "{}")] }),
        chunk({ function_call: { name: "f", arguments: "{}" }, tool_calls: [begin(1, "b", "g", "{}")] }),
        chunk({}, "tool_calls"),
      ],
      [...tool("a", "f", "{}"), ...tool("b", "g", "{}"), calls],
    ],
    [
      "what is spoken",
      delta({ audio: { id: "audio_1", transcript: "Hel" } }, { audio: { transcript: "lo", data: "AA==" } }),
      [...text("Hel"), { type: "text", text: "lo" }, stop],
    ],
    ["thinking as `reasoning`", delta({ reasoning: "t" }, { content: "a" }), [...thinking("t"), ...text("a"), stop]],
    ["thinking said twice in a delta", delta({ reasoning: "t", reasoning_content: "t" }), [...thinking("t"), stop]],
    [
      "thinking and text in one delta",
      delta({ content: "a", reasoning_content: "t" }),
      [...thinking("t"), ...text("a"), stop],
    ],
    [
      "Mistral's thinking within content",
      delta(
        { content: [{ type: "thinking", thinking: [{ type: "text", text: "t" }] }] },
        {
          content: [
            { type: "text", text: "a" },
            { type: "reference", reference_ids: [1] },
          ],
        },
      ),
      [...thinking("t"), ...text("a"), stop],
    ],
    [
      "a refusal",
      delta({ refusal: "No" }, { refusal: "." }),
      [{ type: "refusal_start" }, { type: "refusal", text: "No" }, { type: "refusal", text: "." }, stop],
    ],
    ["a call whose arguments come whole", deltaCalls(begin(0, "c", "f", "{}")), [...tool("c", "f", "{}"), calls]],
    [
      "a call whose name is repeated",
      deltaCalls(begin(0, "c", "f"), begin(0, "c", "f", "{}")),
      [...tool("c", "f", "{}"), calls],
    ],
    [
      "arguments as an object",
      deltaCalls({ index: 0, id: "c", function: { name: "f", arguments: { a: 1 } } }),
      [...tool("c", "f", '{"a":1}'), calls],
    ],
    [
      "a name behind the arguments",
      deltaCalls(call(0, '{"a"', { id: "c" }), call(0, ":1}", { name: "f" })),
      [...tool("c", "f", '{"a":1}'), calls],
    ],
    [
      "a call whose arguments are blank",
      deltaCalls(begin(0, "c", "f", " "), call(0, "\n")),
      [...tool("c", "f"), calls],
    ],
    [
      "calls without ids: ours follow from the answer's",
      deltaCalls(call(0, "{}", { name: "f" }), call(1, "{}", { name: "g" })),
      [...tool("call_chatcmpl-1_0", "f", "{}"), ...tool("call_chatcmpl-1_1", "g", "{}"), calls],
    ],
    [
      "whole calls without an index",
      deltaCalls(
        { id: "a", function: { name: "f", arguments: "{}" } },
        { id: "b", function: { name: "g", arguments: "{}" } },
      ),
      [...tool("a", "f", "{}"), ...tool("b", "g", "{}"), calls],
    ],
    [
      "whole calls without index or id",
      deltaCalls({ function: { name: "f", arguments: "{}" } }, { function: { name: "f", arguments: "{}" } }),
      [...tool("call_chatcmpl-1_0", "f", "{}"), ...tool("call_chatcmpl-1_1", "f", "{}"), calls],
    ],
    [
      "calls that share an index",
      deltaCalls(begin(0, "a", "f", "{}"), begin(0, "b", "g", "{}")),
      [...tool("a", "f", "{}"), ...tool("b", "g", "{}"), calls],
    ],
    [
      "Google's signature of a call",
      deltaCalls({ ...begin(0, "c", "f", "{}"), extra_content: { google: { thought_signature: "c2ln" } } }),
      [
        { type: "tool_start", id: "c", name: "f", signature: { by: "gemini", value: "c2ln" } },
        { type: "tool_input", json: "{}" },
        calls,
      ],
    ],
    [
      "a signature that is empty",
      deltaCalls({ ...begin(0, "c", "f", "{}"), extra_content: { google: { thought_signature: "" } } }),
      [{ type: "tool_start", id: "c", name: "f" }, { type: "tool_input", json: "{}" }, calls],
    ],
    [
      "other choices",
      [
        {
          ...chunk({}),
          choices: [
            { index: 1, delta: { content: "b" } },
            { index: 0, delta: { content: "a" } },
          ],
        },
        chunk({}, "stop"),
      ],
      [...text("a"), stop],
    ],
  ])("%s", (_what, pieces, expected) => {
    expect(readPieces("openai", pieces)).toEqual([start, ...expected]);
  });

  test("Azure's first chunk has no choices: the answer begins with the next", () => {
    const filtered = { id: "", model: "", choices: [], prompt_filter_results: [] };
    expect(readPieces("openai", [filtered, ...delta({ content: "a" })])).toEqual([start, ...text("a"), stop]);
  });

  test("the usage behind the end of the text comes before the end of the answer", () => {
    const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
    expect(readPieces("openai", [...delta({ content: "a" }), { choices: [], usage }])).toEqual([
      start,
      ...text("a"),
      { type: "usage", usage: { input: 3, output: 2 } },
      stop,
    ]);
  });

  test("the usage in the last chunk, and null in all others", () => {
    const usage = { prompt_tokens: 3, completion_tokens: 2 };
    const pieces = [
      { ...chunk({ content: "a" }), usage: null },
      { ...chunk({}, "stop"), usage },
    ];
    expect(readPieces("openai", pieces)).toEqual([
      start,
      ...text("a"),
      { type: "usage", usage: { input: 3, output: 2 } },
      stop,
    ]);
  });
});

describe("parallel calls whose arguments come in any order", () => {
  const first = begin(0, "a", "f", '{"x":');
  const second = begin(1, "b", "g", '{"y":');

  test("the first passes as it comes, the second when the first is whole", () => {
    const pieces = deltaCalls(first, second, call(0, '"}"'), call(1, "2"), call(0, "}"), call(1, "}"));
    const expected = [...tool("a", "f", '{"x":', '"}"', "}"), ...tool("b", "g", '{"y":', "2", "}")];
    expect(readPieces("openai", pieces)).toEqual([start, ...expected, calls]);
  });

  test("the second passes at once where the first is whole", () => {
    const reader = new PartQueue();
    const one = reader.addTool({ type: "tool_start", id: "a", name: "f" });
    reader.addInput(one.call, "{}");
    const two = reader.addTool({ type: "tool_start", id: "b", name: "g" });
    expect(two.events).toEqual(tool("b", "g"));
    expect(reader.addInput(two.call, "{")).toEqual([{ type: "tool_input", json: "{" }]);
  });

  test("a call without arguments gives way at the end", () => {
    const pieces = deltaCalls(begin(0, "a", "f"), begin(1, "b", "g", "{}"));
    expect(readPieces("openai", pieces)).toEqual([start, ...tool("a", "f"), ...tool("b", "g", "{}"), calls]);
  });

  test("text among the arguments waits for the call that is open", () => {
    const pieces = [
      chunk({ tool_calls: [first] }),
      chunk({ content: "meanwhile" }),
      chunk({ tool_calls: [call(0, "1}")] }),
      chunk({}, "tool_calls"),
    ];
    expect(readPieces("openai", pieces)).toEqual([
      start,
      ...tool("a", "f", '{"x":', "1}"),
      ...text("meanwhile"),
      calls,
    ]);
  });

  test("arguments for a call that was whole are no silent loss", () => {
    const pieces = deltaCalls(begin(0, "a", "f", "{}"), second, call(0, " "), call(0, '{"z":1}'));
    expect(readPieces("openai", pieces).at(-1)).toEqual(
      broken("the provider sent more arguments for a tool call that was already complete"),
    );
  });

  test("what was held comes before an error", () => {
    const pieces = [
      chunk({ tool_calls: [first] }),
      chunk({ tool_calls: [second] }),
      { error: { message: "m", type: "server_error" } },
    ];
    expect(readPieces("openai", pieces)).toEqual([
      start,
      ...tool("a", "f", '{"x":'),
      ...tool("b", "g", '{"y":'),
      { type: "error", error: { status: 500, kind: "internal", message: "m", raw: "server_error" } },
    ]);
  });

  test("what is held is bounded", () => {
    const queue = new PartQueue(100);
    queue.addInput(queue.addTool({ type: "tool_start", id: "a", name: "f" }).call, "{");
    const { call } = queue.addTool({ type: "tool_start", id: "b", name: "g" });
    queue.addInput(call, "0123456789".repeat(5));
    expect(queue.isFull).toBe(false);
    queue.addInput(call, "0");
    expect(queue.isFull).toBe(true);
  });

  test.each<[string, (at: number) => JsonObject]>([
    ["arguments of a call that has no name", () => call(0, "x".repeat(2 ** 20))],
    ["calls behind one that is not whole", (at) => begin(at, `c${at}`, "f".repeat(2 ** 20))],
    ["places of calls", (at) => ({ index: at, id: `${at}`.repeat(2 ** 18) })],
  ])("%s are bounded", (_what, deltaOf) => {
    const machine = new ChunkMachine();
    const events = Array.from({ length: 40 }, (_, at) => machine.read(chunk({ tool_calls: [deltaOf(at)] })));
    const full = broken("the provider sent more incomplete tool calls than can be held");
    expect(events.slice(0, 10).flat()).not.toContainEqual(full);
    expect(events.at(-1)).toContainEqual(full);
  });
});

describe("a call's input is whole", () => {
  test.each<[boolean, string]>([
    [true, "{}"],
    [true, ' {"a":[1,{"b":2}]}\n'],
    [true, '["}"]'],
    [true, String.raw`{"a":"\"}","b":"\\"}`],
    [false, ""],
    [false, "7"],
    [false, '"{}"'],
    [false, '{"a":"}'],
    [false, String.raw`{"a":"\"}`],
    [false, '{"a":[}'],
    [false, "{}{"],
    [false, '{} {"a":1}'],
    [false, "}{}"],
  ])("%s: %s", (complete, json) => {
    const end = new JsonEnd();
    for (const character of json) end.add(character);
    expect(end.complete).toBe(complete);
  });
});

describe("what breaks", () => {
  const answered = [start, ...text("a")];
  const data = (...pieces: (JsonObject | string)[]) =>
    [chunk({ content: "a" }), ...pieces]
      .map((piece) => `data: ${typeof piece === "string" ? piece : JSON.stringify(piece)}\n\n`)
      .join("");

  test.each<[string, string, ChatEvent]>([
    ["no finish at the end of the bytes", data(), broken("the provider's answer broke off")],
    ["no finish before [DONE]", data("[DONE]"), broken("the provider's answer broke off")],
    ["half an event", data().concat('data: {"id":"chatc'), broken("the provider's answer cannot be read")],
    ["no JSON", data("<html>"), broken("the provider's answer cannot be read")],
    ["no object", data("7"), broken("the provider's answer cannot be read")],
    [
      "OpenAI's error",
      data({ error: { message: "Slow down", type: "requests", code: "rate_limit_exceeded", param: null } }),
      { type: "error", error: { status: 429, kind: "rate_limit", message: "Slow down", raw: "rate_limit_exceeded" } },
    ],
    [
      "an error with a status",
      data({ error: { message: "Busy", code: 503 } }),
      { type: "error", error: { status: 503, kind: "unavailable", message: "Busy" } },
    ],
    [
      "vLLM's error",
      data({ object: "error", message: "bad", type: "BadRequestError", code: 400 }),
      { type: "error", error: { status: 400, kind: "invalid_request", message: "bad", raw: "BadRequestError" } },
    ],
    [
      "DeepSeek's lack of resources",
      data(chunk({}, "insufficient_system_resource"), "[DONE]"),
      {
        type: "error",
        error: {
          status: 502,
          kind: "unavailable",
          message: "the model stopped with an error: insufficient_system_resource",
          raw: "insufficient_system_resource",
        },
      },
    ],
    [
      "a call without a name",
      data(chunk({ tool_calls: [call(0, "{}", { id: "c" })] }), chunk({}, "stop")),
      broken("the provider sent a tool call without a name"),
    ],
  ])("%s", (_what, wire, expected) => {
    expect(readWire("openai", wire)).toEqual([...answered, expected]);
  });

  test("nothing follows an error, and a finish without [DONE] is an end", () => {
    expect(readWire("openai", data({ error: "x" }, chunk({ content: "b" }), chunk({}, "stop"))).length).toBe(4);
    expect(readWire("openai", data(chunk({}, "stop")))).toEqual([...answered, stop]);
  });
});
