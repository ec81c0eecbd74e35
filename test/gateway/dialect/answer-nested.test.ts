import { expect, test } from "vitest";
import { unreadable } from "../../../src/gateway/chat/upstream-error.ts";
import type { JsonObject, JsonValue } from "../../../src/json.ts";
import { readWire, upstreams, wireOf, type Upstream } from "./answer-support.ts";

/** Values that can be parsed, but not be written again. */

const deep = JSON.parse("[".repeat(100_000) + "]".repeat(100_000)) as JsonValue; // an array
const error = { type: "error", error: unreadable(expect.any(RangeError)) };

const bodies: [Upstream, string, JsonValue][] = [
  [
    "openai",
    "arguments",
    { choices: [{ message: { tool_calls: [{ id: "c", function: { name: "f", arguments: { deep } } }] } }] },
  ],
  [
    "anthropic",
    "an input",
    { type: "message", content: [{ type: "tool_use", id: "c", name: "f", input: { deep } }], stop_reason: "tool_use" },
  ],
  ["gemini", "args", { candidates: [{ content: { parts: [{ functionCall: { name: "f", args: { deep } } }] } }] }],
  ["gemini", "responses", deep],
];

test.each(bodies)("a whole answer of %s with %s that are nested thousands deep cannot be read", (upstream, _, body) => {
  expect(upstreams[upstream].readAnswer(body).at(-1)).toEqual(error);
});

test("nor can the event of a stream", () => {
  const event = (args: JsonValue): JsonObject => ({
    candidates: [{ content: { parts: [{ functionCall: { name: "f", args: { args } } }] } }],
  });
  const nested = "[".repeat(100_000) + "]".repeat(100_000);
  const wire = wireOf("gemini", [event("it")]).replace('"it"', nested);
  expect(readWire("gemini", wire).at(-1)).toEqual(error);
});
