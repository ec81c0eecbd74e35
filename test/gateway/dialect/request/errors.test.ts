import { describe, expect, test } from "vitest";
import { parseExact } from "../../../../src/gateway/chat/exact-json.ts";
import type { JsonObject } from "../../../../src/json.ts";
import { AppError } from "../../../../src/error.ts";
import { parse, type Caller } from "./speak.ts";

function refusal(caller: Caller, body: JsonObject): AppError | undefined {
  try {
    parse[caller](body);
  } catch (error) {
    return error instanceof AppError ? error : undefined;
  }
  return undefined;
}

const hi = { role: "user", content: "hi" };
const openai = (members: JsonObject): JsonObject => ({ model: "m", messages: [hi], ...members });
const said = (...messages: JsonObject[]): JsonObject => openai({ messages });
const userPart = (part: JsonObject): JsonObject => said({ role: "user", content: [part] });
const call = (id: string, name: string | number = "f"): JsonObject => ({
  id,
  type: "function",
  function: { name, arguments: "{}" },
});
const calls = (...toolCalls: JsonObject[]): JsonObject => ({ role: "assistant", content: null, tool_calls: toolCalls });

const openaiTable: [body: JsonObject, message: string][] = [
  [{ messages: [hi] }, "model: must be a non-empty string, got nothing"],
  [openai({ model: 4 }), "model: must be a non-empty string, got 4"],
  [{ model: "m" }, "messages: must be an array, got nothing"],
  [openai({ messages: "hi" }), 'messages: must be an array, got "hi"'],
  [openai({ messages: [] }), "messages: must have at least one message, got an empty array"],
  [openai({ messages: ["hi"] }), 'messages[0]: must be an object, got "hi"'],
  [said({ role: "robot" }), 'messages[0].role: must be one of system, developer, user, assistant, tool, got "robot"'],
  [said({ role: "user" }), "messages[0].content: must be a string or an array of parts, got nothing"],
  [
    userPart({ type: "video" }),
    'messages[0].content[0].type: must be one of text, image_url, input_audio, file, got "video"',
  ],
  [
    userPart({ type: "image_url", image_url: { url: "data:image/tiff;base64,AA==" } }),
    "messages[0].content[0].image_url.url: must be an http or https URL, or a base64 data URL of image/png, image/jpeg, image/gif, image/webp, " +
      'got "data:image/tiff"',
  ],
  [
    userPart({ type: "input_audio", input_audio: { data: "AA==", format: "ogg" } }),
    'messages[0].content[0].input_audio.format: must be one of wav, mp3, got "ogg"',
  ],
  [
    userPart({ type: "file", file: {} }),
    "messages[0].content[0].file: must be an object with file_data or file_id, got an object",
  ],
  [said(hi, calls(call("a", 7))), "messages[1].tool_calls[0].function.name: must be a non-empty string, got 7"],
  [
    said(hi, calls(call("a")), { role: "tool", tool_call_id: "b", content: "" }),
    'messages[2].tool_call_id: must be the id of a call in the assistant\'s turn before it; "b" is not one: the calls waiting for a result are "a"',
  ],
  [
    said(hi, { role: "tool", tool_call_id: "b", content: "" }),
    'messages[1].tool_call_id: must be the id of a call in the assistant\'s turn before it; "b" is not one: no call is waiting for a result',
  ],
  [
    said(hi, calls(call("a"), call("b")), { role: "tool", tool_call_id: "a", content: "" }, hi),
    'messages[1].tool_calls[1].id: must be answered by a tool result before messages[3]; "b" has none',
  ],
  [
    said(hi, calls(call("a"), call("a"))),
    'messages[1].tool_calls[1].id: must be unique; "a" is also at messages[1].tool_calls[0].id',
  ],
  [
    said(hi, calls(call("a")), ...[1, 2].map(() => ({ role: "tool", tool_call_id: "a", content: "" }))),
    'messages[3].tool_call_id: must be the only result of its call; "a" already has one',
  ],
  [openai({ stream: "yes" }), 'stream: must be true or false, got "yes"'],
  [openai({ max_tokens: 0 }), "max_tokens: must be an integer of at least 1, got 0"],
  [openai({ max_completion_tokens: 1.5 }), "max_completion_tokens: must be an integer of at least 1, got 1.5"],
  [openai({ temperature: 2.5 }), "temperature: must be a number from 0 to 2, got 2.5"],
  [openai({ stop: [1] }), "stop[0]: must be a string, got 1"],
  [openai({ tools: [{ type: "web" }] }), 'tools[0].type: must be one of function, custom, got "web"'],
  [
    openai({ tools: [{ type: "function", function: { name: "f", parameters: "{}" } }] }),
    'tools[0].function.parameters: must be an object, got "{}"',
  ],
  [
    openai({ tool_choice: { type: "function", function: { name: "g" } } }),
    'tool_choice.function.name: must be the name of a tool; "g" is not one: the tools are none',
  ],
  [openai({ tool_choice: "any" }), 'tool_choice: must be one of none, auto, required, got "any"'],
  [
    openai({ reasoning_effort: "huge" }),
    'reasoning_effort: must be one of none, minimal, low, medium, high, xhigh, max, got "huge"',
  ],
  [
    openai({ response_format: { type: "xml" } }),
    'response_format.type: must be one of text, json_object, json_schema, got "xml"',
  ],
  [openai({ user: "x".repeat(100), seed: "x".repeat(100) }), `seed: must be an integer, got "${"x".repeat(56)}"...`],
];

test.each([
  ["12345678901234567890", "12345678901234567890"],
  ["1".repeat(100), "a number that is too large"],
])("a number that no double holds is shown as it was written, where it is short: %s", (seed, told) => {
  const body = parseExact(`{"model":"m","messages":[{"role":"user","content":"hi"}],"seed":${seed}}`);
  expect(refusal("openai", body as JsonObject)?.message).toBe(`seed: must be an integer, got ${told}`);
});

const anthropic = (members: JsonObject): JsonObject => ({ model: "m", max_tokens: 5, messages: [hi], ...members });
const told = (...messages: JsonObject[]): JsonObject => anthropic({ messages });
const block = (role: string, ...content: JsonObject[]): JsonObject => ({ role, content });
const use = (id: string): JsonObject => ({ type: "tool_use", id, name: "f", input: {} });
const result = (id: string): JsonObject => ({ type: "tool_result", tool_use_id: id });
const image = (source: JsonObject): JsonObject => told(block("user", { type: "image", source }));

const anthropicTable: [body: JsonObject, message: string][] = [
  [{ model: "m", messages: [hi] }, "max_tokens: must be an integer of at least 0, got nothing"],
  [anthropic({ max_tokens: -1 }), "max_tokens: must be an integer of at least 0, got -1"],
  [anthropic({ messages: {} }), "messages: must be an array, got an object"],
  [told({ role: "tool" }), 'messages[0].role: must be one of user, assistant, system, got "tool"'],
  [told({ role: "user", content: 1 }), "messages[0].content: must be a string or an array of blocks, got 1"],
  [
    told(block("user", { type: "thinking", thinking: "" })),
    'messages[0].content[0].type: must be one of text, image, document, search_result, tool_result here, got "thinking"',
  ],
  [
    image({ type: "base64", media_type: "image/bmp", data: "AA==" }),
    'messages[0].content[0].source.media_type: must be one of image/png, image/jpeg, image/gif, image/webp, got "image/bmp"',
  ],
  [image({ type: "path" }), 'messages[0].content[0].source.type: must be one of base64, url, file, got "path"'],
  [
    told(hi, block("assistant", use("a")), block("user", result("b"))),
    'messages[2].content[0].tool_use_id: must be the id of a call in the assistant\'s turn before it; "b" is not one: the calls waiting for a result are "a"',
  ],
  [
    told(hi, block("assistant", use("a")), hi),
    'messages[1].content[0].id: must be answered by a tool result before the end of messages; "a" has none',
  ],
  [
    told(hi, block("assistant", use("a")), hi, block("assistant", use("b"))),
    'messages[1].content[0].id: must be answered by a tool result before messages[3]; "a" has none',
  ],
  [
    told(hi, block("assistant", { type: "tool_use", id: "a", name: "f", input: "{}" })),
    'messages[1].content[0].input: must be an object, got "{}"',
  ],
  [anthropic({ temperature: 1.5 }), "temperature: must be a number from 0 to 1, got 1.5"],
  [anthropic({ stream: 1 }), "stream: must be true or false, got 1"],
  [anthropic({ system: [{ type: "image" }] }), 'system[0].type: must be one of text, got "image"'],
  [
    anthropic({ system: [{ type: "text", text: "a", cache_control: { type: "ephemeral", ttl: "2h" } }] }),
    'system[0].cache_control.ttl: must be one of 5m, 1h, got "2h"',
  ],
  [anthropic({ tools: [{ name: "f" }] }), "tools[0].input_schema: must be an object, got nothing"],
  [
    anthropic({ tools: [{ name: "f", input_schema: {} }], tool_choice: { type: "tool", name: "g" } }),
    'tool_choice.name: must be the name of a tool; "g" is not one: the tools are "f"',
  ],
  [
    anthropic({ thinking: { type: "enabled", budget_tokens: 10 } }),
    "thinking.budget_tokens: must be an integer of at least 1024, got 10",
  ],
  [
    anthropic({ output_config: { effort: "none" } }),
    'output_config.effort: must be one of low, medium, high, xhigh, max, got "none"',
  ],
];

describe("what is refused names the member, what is allowed, and what was given", () => {
  test.each(openaiTable)("openai %#: %j", (body, message) => {
    expect(refusal("openai", body)).toMatchObject({ code: "invalid_argument", message });
  });
  test.each(anthropicTable)("anthropic %#: %j", (body, message) => {
    expect(refusal("anthropic", body)).toMatchObject({ code: "invalid_argument", message });
  });
});
