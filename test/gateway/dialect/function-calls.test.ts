import { expect, test } from "vitest";
import type { ChatEvent } from "../../../src/gateway/chat/event.ts";
import { isObject, type JsonObject } from "../../../src/json.ts";
import { formatAnswer } from "../../../src/gateway/dialect/openai/answer/format-answer.ts";
import { createStreamWriter } from "../../../src/gateway/dialect/openai/answer/stream-writer.ts";

/** A caller that knows `functions` only has one place for a call. */

const events: ChatEvent[] = [
  { type: "start", id: "c", model: "m" },
  { type: "tool_start", id: "1", name: "f" },
  { type: "tool_start", id: "2", name: "g" },
  { type: "tool_input", json: '{"a":1}' },
  { type: "end", finish: { reason: "tool_use" } },
];

test("of two calls the first is told, streamed as whole; what is said of the other goes nowhere", () => {
  const { choices } = formatAnswer(events, { functionCalls: true }) as { choices: JsonObject[] };
  expect(choices[0]).toMatchObject({ message: { function_call: { name: "f", arguments: "{}" } } });
  expect(choices[0]).toHaveProperty("finish_reason", "function_call");

  const writer = createStreamWriter({ streamUsage: false, functionCalls: true });
  const chunks = events.flatMap((event) => writer.write(event)).filter(({ data }) => data !== "[DONE]");
  const told = chunks.map(({ data }) => (JSON.parse(data) as { choices: [JsonObject] }).choices[0]);
  expect(told.map(({ delta }) => isObject(delta) && delta["function_call"]).filter(Boolean)).toEqual([
    { name: "f", arguments: "" },
    { arguments: "{}" },
  ]);
  expect(JSON.stringify(told)).not.toContain("tool_calls");
  expect(told.at(-1)).toMatchObject({ finish_reason: "function_call" });
});
