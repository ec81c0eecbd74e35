import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/json.ts";
import { dataOf, readPieces, writeWire, type Caller, type Upstream } from "./answer-support.ts";
import { streamed } from "./answer-wires.ts";

type Pieces = { thought: string[]; text: string[]; first: string[]; second: string[] };
const cut: Pieces = {
  thought: ["Two things", " to ask."],
  text: ["Let me ", "look."],
  first: ['{"city":', '"Oslo"}'],
  second: ['{"zone":', '"CET"}'],
};
const wholeCalls: Pieces = { ...cut, first: ['{"city":"Oslo"}'], second: ['{"zone":"CET"}'] };

const openAi = (id: string, model: string, { thought, text, first, second }: Pieces, more: JsonObject) => {
  const chunk = (choices: JsonValue[], usage: JsonValue = null) => ({
    id,
    object: "chat.completion.chunk",
    created: expect.any(Number),
    model,
    choices,
    usage,
  });
  const delta = (delta: JsonObject) => chunk([{ index: 0, delta, finish_reason: null }]);
  const input = (index: number) => (json: string) => delta({ tool_calls: [{ index, function: { arguments: json } }] });
  const begin = (index: number, name: string, members: JsonObject) =>
    delta({ tool_calls: [{ index, type: "function", function: { name, arguments: "" }, ...members }] });
  return [
    delta({ role: "assistant", content: null }),
    ...thought.map((reasoning_content) => delta({ reasoning_content })),
    ...text.map((content) => delta({ content })),
    begin(0, "weather", more["first"] as JsonObject),
    ...first.map(input(0)),
    begin(1, "time", more["second"] as JsonObject),
    ...second.map(input(1)),
    ...(more["blocks"] === undefined ? [] : [delta({ thinking_blocks: more["blocks"] })]),
    chunk([{ index: 0, delta: {}, finish_reason: "tool_calls" }]),
    chunk([], {
      prompt_tokens: 17,
      completion_tokens: 30,
      total_tokens: 47,
      ...(more["usage"] as JsonObject),
    }),
    "[DONE]",
  ];
};

type Blocks = {
  signature: string;
  calls: [string, string];
  callSignature?: string;
  usage: JsonObject;
  start: JsonObject;
};
const anthropic = (id: string, model: string, pieces: Pieces, more: Blocks) => {
  const blocks: [block: JsonObject, deltas: JsonObject[]][] = [
    [
      { type: "thinking", thinking: "", signature: "" },
      [
        ...pieces.thought.map((thinking) => ({ type: "thinking_delta", thinking })),
        { type: "signature_delta", signature: more.signature },
      ],
    ],
    [{ type: "text", text: "" }, pieces.text.map((text) => ({ type: "text_delta", text }))],
    [tool(more.calls[0], "weather"), pieces.first.map(inputDelta)],
    [tool(more.calls[1], "time"), pieces.second.map(inputDelta)],
  ];
  if (more.callSignature !== undefined) {
    const delta = { type: "signature_delta", signature: more.callSignature };
    blocks.splice(2, 0, [{ type: "thinking", thinking: "", signature: "" }, [delta]]);
  }
  const head = { id, type: "message", role: "assistant", model, content: [], stop_reason: null, stop_sequence: null };
  return [
    { type: "message_start", message: { ...head, usage: more.start } },
    ...blocks.flatMap(([content_block, deltas], index) => [
      { type: "content_block_start", index, content_block },
      ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
      { type: "content_block_stop", index },
    ]),
    { type: "message_delta", delta: { stop_reason: "tool_use", stop_sequence: null }, usage: more.usage },
    { type: "message_stop" },
  ];
};
const tool = (id: string, name: string) => ({ type: "tool_use", id, name, input: {} });
const inputDelta = (partial_json: string) => ({ type: "input_json_delta", partial_json });
const counts = (input: number, write: number, read: number, output: number) => ({
  input_tokens: input,
  cache_creation_input_tokens: write,
  cache_read_input_tokens: read,
  output_tokens: output,
});
const thought = { output_tokens_details: { thinking_tokens: 9 } };
const thoughtOfOpenAi = { completion_tokens_details: { reasoning_tokens: 9 } };
const geminiCalls: [string, string] = ["call_QHiLaa6LBrb8_0", "call_QHiLaa6LBrb8_1"];

const pairs: [Upstream, Caller, unknown[]][] = [
  [
    "openai",
    "openai",
    openAi("chatcmpl-1", "gpt-5.6", cut, {
      first: { id: "call_a" },
      second: { id: "call_b" },
      usage: { prompt_tokens_details: { cached_tokens: 5 }, ...thoughtOfOpenAi },
    }),
  ],
  [
    "anthropic",
    "openai",
    openAi(
      "msg_1",
      "claude-5",
      { ...cut, second: wholeCalls.second },
      {
        first: { id: "toolu_a" },
        second: { id: "toolu_b" },
        blocks: [{ type: "thinking", thinking: "Two things to ask.", signature: "EqQB==" }],
        usage: { prompt_tokens_details: { cached_tokens: 5, cache_write_tokens: 2 } },
      },
    ),
  ],
  [
    "gemini",
    "openai",
    openAi("QHiLaa6LBrb8", "gemini-3-pro", wholeCalls, {
      first: { id: geminiCalls[0], extra_content: { google: { thought_signature: "c2ln" } } },
      second: { id: geminiCalls[1] },
      usage: { prompt_tokens_details: { cached_tokens: 5 }, ...thoughtOfOpenAi },
    }),
  ],
  [
    "openai",
    "anthropic",
    anthropic("chatcmpl-1", "gpt-5.6", cut, {
      signature: "cairn:openai:",
      calls: ["call_a", "call_b"],
      start: counts(0, 0, 0, 0),
      usage: { ...counts(12, 0, 5, 30), ...thought },
    }),
  ],
  [
    "anthropic",
    "anthropic",
    anthropic(
      "msg_1",
      "claude-5",
      { ...cut, second: wholeCalls.second },
      {
        signature: "EqQB==",
        calls: ["toolu_a", "toolu_b"],
        start: counts(10, 2, 5, 1),
        usage: counts(10, 2, 5, 30),
      },
    ),
  ],
  [
    "gemini",
    "anthropic",
    anthropic("QHiLaa6LBrb8", "gemini-3-pro", wholeCalls, {
      signature: "cairn:openai:",
      calls: geminiCalls,
      callSignature: "cairn:gemini:tool:c2ln",
      start: { ...counts(12, 0, 5, 30), ...thought },
      usage: { ...counts(12, 0, 5, 30), ...thought },
    }),
  ],
];

describe("a stream that thinks, speaks and calls two tools", () => {
  test.each(pairs)("of %s for a caller of %s", (upstream, caller, expected) => {
    expect(dataOf(writeWire(caller, readPieces(upstream, streamed[upstream])))).toEqual(expected);
  });
});

describe("the bytes themselves", () => {
  const events = readPieces("gemini", [{ responseId: "r", modelVersion: "m", candidates: [{ finishReason: "STOP" }] }]);

  test("for a caller of openai, without the usage that it did not ask for", () => {
    const head = `"id":"r","object":"chat.completion.chunk","created":1760000000,"model":"m"`;
    const [start, ...others] = events;
    const dated = [{ ...start, createdAtS: 1_760_000_000 } as typeof start & object, ...others];
    expect(writeWire("openai", [{ type: "usage", usage: { input: 1, output: 1 } }, ...dated], false)).toBe(
      `data: {${head},"choices":[{"index":0,"delta":{"role":"assistant","content":null},"finish_reason":null}]}\n\n` +
        `data: {${head},"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n` +
        "data: [DONE]\n\n",
    );
  });

  test("for a caller of anthropic, each event named", () => {
    const none = `{"input_tokens":0,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":0}`;
    expect(writeWire("anthropic", events)).toBe(
      'event: message_start\ndata: {"type":"message_start","message":{"id":"r","type":"message","role":"assistant",' +
        `"model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":${none}}}\n\n` +
        'event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},' +
        `"usage":${none}}\n\n` +
        'event: message_stop\ndata: {"type":"message_stop"}\n\n',
    );
  });
});
