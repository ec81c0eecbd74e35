import { expect, test } from "vitest";
import { AnswerCollector } from "../../../src/gateway/chat/answer.ts";
import type { ChatEvent } from "../../../src/gateway/chat/event.ts";
import { readPieces } from "./answer-support.ts";
import { streamed } from "./answer-wires.ts";

test("an answer is what has come of it, at every event", () => {
  const events: ChatEvent[] = [
    { type: "usage", usage: { input: 3, output: 0 } },
    { type: "start", id: "a", model: "m" },
    { type: "text_start" },
    { type: "thinking_start" },
    { type: "thinking", text: "t" },
    { type: "tool_start", id: "c", name: "f" },
    { type: "tool_input", json: '{"a' },
    { type: "error", error: { status: 529, kind: "overloaded", message: "Overloaded" } },
  ];
  const collector = new AnswerCollector();
  const counts = events.map((event) => (collector.add(event), collector.answer.parts.length));
  expect(counts).toEqual([0, 0, 0, 0, 1, 2, 2, 2]);
  expect(collector.answer).toEqual({
    id: "a",
    model: "m",
    usage: { input: 3, output: 0 },
    parts: [
      { kind: "thinking", text: "t" },
      { kind: "tool_use", id: "c", name: "f", input: '{"a' },
    ],
    error: { status: 529, kind: "overloaded", message: "Overloaded" },
  });
});

test("a stream that broke off keeps what came, and its usage", () => {
  const collector = new AnswerCollector();
  for (const event of readPieces("anthropic", streamed.anthropic.slice(0, 9))) collector.add(event);
  expect(collector.answer).toMatchObject({
    usage: { input: 10, output: 1, cacheRead: 5 },
    parts: [
      { kind: "thinking", text: "Two things to ask.", signature: { by: "anthropic", value: "EqQB==" } },
      { kind: "text", text: "Let me " },
    ],
    error: { message: "the provider's answer broke off" },
  });
});
