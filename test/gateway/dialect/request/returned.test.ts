import { describe, expect, test } from "vitest";
import { collectAnswer } from "../../../../src/gateway/chat/answer.ts";
import type { ChatEvent } from "../../../../src/gateway/chat/event.ts";
import type { JsonObject } from "../../../../src/json.ts";
import { formatAnswer as formatAnthropic } from "../../../../src/gateway/dialect/anthropic/answer/format-answer.ts";
import { formatAnswer as formatOpenai } from "../../../../src/gateway/dialect/openai/answer/format-answer.ts";
import { parse } from "./speak.ts";

/** An answer of each provider that signs, with all that a client has to bring back for the next turn. */
const answers: Record<string, ChatEvent[]> = {
  anthropic: [
    { type: "thinking_start" },
    { type: "signature", signature: { by: "anthropic", value: "A" } },
    { type: "redacted_thinking", data: "opaque", by: "anthropic" },
    { type: "text_start" },
    { type: "text", text: "Let me see." },
    { type: "tool_start", id: "a", name: "f" },
    { type: "tool_input", json: '{"x":1}' },
  ],
  "anthropic, who thinks between two texts": [
    { type: "thinking_start" },
    { type: "thinking", text: "One." },
    { type: "signature", signature: { by: "anthropic", value: "A" } },
    { type: "text_start" },
    { type: "text", text: "Let me see 😀." },
    { type: "redacted_thinking", data: "opaque", by: "anthropic" },
    { type: "text_start" },
    { type: "text", text: "Here." },
    { type: "thinking_start" },
    { type: "thinking", text: "Two." },
    { type: "signature", signature: { by: "anthropic", value: "B" } },
    { type: "tool_start", id: "a", name: "f" },
    { type: "tool_input", json: '{"x":1}' },
    { type: "redacted_thinking", data: "opaque too", by: "anthropic" },
    { type: "tool_start", id: "b", name: "g" },
    { type: "tool_input", json: '{"y":2}' },
  ],
  gemini: [
    { type: "thinking_start" },
    { type: "thinking", text: "Hm." },
    { type: "signature", signature: { by: "gemini", value: "T" } },
    { type: "tool_start", id: "a", name: "f", signature: { by: "gemini", value: "G" } },
    { type: "tool_input", json: '{"x":1}' },
    { type: "tool_start", id: "b", name: "g" },
    { type: "tool_input", json: '{"y":2}' },
  ],
  openai: [
    { type: "thinking_start" },
    { type: "thinking", text: "Hm." },
    { type: "text_start" },
    { type: "text", text: "Yes." },
  ],
};

const whole = (events: ChatEvent[]): ChatEvent[] => [
  { type: "start", id: "1", model: "m" },
  ...events,
  { type: "end", finish: { reason: "stop" } },
];

const hi = { role: "user", content: "hi" };

function returnedBy(caller: "openai" | "anthropic", events: ChatEvent[]) {
  if (caller === "anthropic") {
    const { content } = formatAnthropic(whole(events));
    return { role: "assistant", content: content! };
  }
  const { choices } = formatOpenai(whole(events));
  return (choices as [{ message: JsonObject }])[0].message;
}

describe("an answer that the client sends back is understood as it was", () => {
  for (const caller of ["openai", "anthropic"] as const) {
    test.each(Object.keys(answers))(`in ${caller}'s words, by %s`, (provider) => {
      const events = answers[provider]!;
      const message = returnedBy(caller, events);
      const { turns } = parse[caller]({ model: "m", max_tokens: 9, messages: [hi, message] });
      expect(turns[1]).toEqual({ role: "assistant", parts: collectAnswer(whole(events)).parts });
    });
  }
});

describe("thoughts that tell places which are none", () => {
  const returned = (after: JsonObject | null, content: string) => ({
    role: "assistant",
    content,
    thinking_blocks: [{ type: "thinking", thinking: "Hm.", signature: "A", after }],
  });
  const parsed = (message: JsonObject) => parse.openai({ model: "m", messages: [hi, message] }).turns[1]!.parts;
  const thought = { kind: "thinking", text: "Hm.", signature: { by: "anthropic", value: "A" } };

  test("stand behind what there is", () => {
    expect(parsed(returned({ characters: 99, calls: 3 }, "cut"))).toEqual([{ kind: "text", text: "cut" }, thought]);
    expect(parsed(returned(null, "all"))).toEqual([thought, { kind: "text", text: "all" }]);
  });

  test("are refused where they are no numbers", () => {
    const path = "messages[1].thinking_blocks[0].after.characters";
    expect(() => parsed(returned({ characters: -1 }, "x"))).toThrow(path);
  });
});
