import { expect, test } from "vitest";
import { Losses } from "../../../src/gateway/chat/loss.ts";
import { inputObject } from "../../../src/gateway/dialect/tool-input.ts";

const nested = (levels: number) => `{"a":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;

test("an input that is nested too deep to be written as an object is kept as text", () => {
  const losses = new Losses();
  expect(JSON.stringify(inputObject(nested(200), losses))).toBe(nested(200));
  expect(losses.list()).toEqual([]);
  for (const levels of [201, 100_000]) expect(inputObject(nested(levels), losses)).toEqual({ input: nested(levels) });
  expect(losses.list()).toEqual([{ what: "tool_call.arguments", how: "emulated" }]);
});
