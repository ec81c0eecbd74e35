import { expect, test } from "vitest";
import type { Answer } from "../../../src/gateway/chat/answer.ts";
import { usageOfAnswer } from "../../../src/gateway/usage/answer-usage.ts";

const request = { model: "m", messages: [{ role: "user", content: "x".repeat(700) }] };
const answer = (more: Partial<Answer> = {}): Answer => ({ id: "a", model: "m", parts: [], ...more });
const parts: Answer["parts"] = [
  { kind: "text", text: "y".repeat(350) },
  { kind: "tool_use", id: "t", name: "find", input: "z".repeat(346) },
];
const finish = { reason: "stop" } as const;

test("what the provider counted is charged", () => {
  const usage = { input: 3, output: 4, cacheRead: 5 };
  expect(usageOfAnswer(() => request, answer({ usage, parts, finish }))).toEqual(usage);
});

test("what it did not count is estimated", () => {
  const { input, output } = usageOfAnswer(() => request, answer({ parts, finish }))!;
  expect(output).toBe(200);
  expect(input).toBeGreaterThanOrEqual(200);
  expect(input).toBeLessThan(230);
});

test("of an answer that broke off, what had come counts", () => {
  expect(usageOfAnswer(() => request, answer({ usage: { input: 3, output: 1 }, parts }))).toEqual({
    input: 3,
    output: 200,
  });
  expect(usageOfAnswer(() => request, answer({ usage: { input: 3, output: 900 }, parts }))).toEqual({
    input: 3,
    output: 900,
  });
});

test("where nothing was answered, nothing is charged", () => {
  expect(usageOfAnswer(() => request, undefined)).toBeUndefined();
  const error = { status: 529, kind: "overloaded", message: "later" } as const;
  expect(usageOfAnswer(() => request, answer({ error }))).toBeUndefined();
});

test("of several choices each is estimated as the first", () => {
  expect(usageOfAnswer(() => ({ ...request, n: 16 }), answer({ parts, finish }))!.output).toBe(3_200);
  expect(usageOfAnswer(() => ({ ...request, n: 1e9 }), answer({ parts, finish }))!.output).toBe(128 * 200);
  for (const n of [null, "3", 0, -1]) {
    expect(usageOfAnswer(() => ({ ...request, n }), answer({ parts, finish }))!.output).toBe(200);
  }
  expect(
    usageOfAnswer(() => ({ ...request, n: 16 }), answer({ usage: { input: 1, output: 2 }, parts, finish }))!.output,
  ).toBe(2);
});

test("an answer that says nothing still read its question", () => {
  expect(usageOfAnswer(() => request, answer({ finish }))).toEqual({ input: expect.any(Number), output: 0 });
  expect(usageOfAnswer(() => request, answer({ finish }))!.input).toBeGreaterThanOrEqual(200);
});
