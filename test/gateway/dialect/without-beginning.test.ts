import { expect, test } from "vitest";
import type { ChatEvent } from "../../../src/gateway/chat/event.ts";
import { withoutBeginning } from "../../../src/gateway/chat/without-beginning.ts";
import { cpuMsOf } from "../../support/cpu-time.ts";

const start: ChatEvent = { type: "start", id: "1", model: "m" };
const usage: ChatEvent = { type: "usage", usage: { input: 1, output: 1 } };
const thought: ChatEvent[] = [{ type: "thinking_start" }, { type: "thinking", text: "So: " }];
const tool: ChatEvent = { type: "tool_start", id: "t", name: "f" };
const end: ChatEvent = { type: "end", finish: { reason: "stop" } };
const failed: ChatEvent = { type: "error", error: { status: 502, kind: "unavailable", message: "gone" } };
const text = (...texts: string[]): ChatEvent[] => [
  { type: "text_start" },
  ...texts.map((text): ChatEvent => ({ type: "text", text })),
];

test.each<[what: string, beginning: string, said: ChatEvent[], told: ChatEvent[]]>([
  ["repeated whole", "So: ", [start, ...text("So: yes."), usage, end], [start, ...text("yes."), usage, end]],
  ["in pieces", "So: ", [start, ...text("S", "o", ": y", "es."), end], [start, ...text("y", "es."), end]],
  ["in a piece of its own", "So: ", [...text("So: ", "yes."), end], [...text("yes."), end]],
  ["once", "{", text("{", "{"), text("{")],
  ["behind thoughts", "So: ", [...thought, ...text("So: yes.")], [...thought, ...text("yes.")]],
  ["before a call, and nothing more", "So: ", [...text("So: "), tool, end], [tool, end]],
  ["with the usage between", "So: ", [...text("So"), usage, { type: "text", text: ": a" }], [usage, ...text("a")]],
  ["not", "So: ", [...text("Yes."), end], [...text("Yes."), end]],
  ["not to its end", "So: ", [...text("So", " what?"), end], [...text("So what?"), end]],
  ["as far as it came", "So: ", [...text("So"), end], [end]],
  ["as far as it came before it failed", "So: ", [...text("S", "o"), failed], [failed]],
  ["as far as it came, then a call", "So: ", [...text("So"), tool, end], [tool, end]],
  ["not, behind a call", "So: ", [...text("So"), tool, ...text(" what?"), end], [tool, ...text("So what?"), end]],
  ["where there is none", "", [...text("", "a"), end], [...text("", "a"), end]],
])("what the caller began, repeated: %s", (_, beginning, said, told) => {
  expect(withoutBeginning(beginning)(said)).toEqual(told);
  const piece = withoutBeginning(beginning);
  expect(said.flatMap((event) => piece([event]))).toEqual(told);
});

test("a long beginning that is repeated in small pieces is followed in time", () => {
  const length = 400_000;
  const piece = withoutBeginning("x".repeat(length));
  const pieces = Array.from({ length: length / 4 }, (): ChatEvent => ({ type: "text", text: "xxxx" }));
  const tookMs = cpuMsOf(() => {
    expect(pieces.flatMap((event) => piece([event]))).toEqual([]);
    expect(piece(text("y"))).toEqual(text("y"));
  });
  expect(tookMs).toBeLessThan(3_000);
});
