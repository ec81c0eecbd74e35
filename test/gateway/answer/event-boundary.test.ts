import * as fc from "fast-check";
import { expect, test } from "vitest";
import { EventBoundary } from "../../../src/gateway/answer/event-boundary.ts";

const bytes = (text: string) => Buffer.from(text);

test.each([
  ["", true],
  ["data: a\n\n", true],
  ["data: a\r\n\r\n", true],
  ["data: a\r\r", true],
  ["data: a\n\r\n", true],
  [": a comment\n\n", true],
  ["data: a", false],
  ["data: a\n", false],
  ["data: a\r\n", false],
  ["data: a\n\nd", false],
  ["data: a\n\nevent: b\n", false],
])("%j ends with an event: %s", (text, expected) => {
  const boundary = new EventBoundary("events");
  boundary.push(bytes(text));
  expect(boundary.isAt).toBe(expected);
});

test("however the bytes are cut", () => {
  const piece = fc.stringMatching(/^[a\r\né]{0,6}$/u);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const boundary = new EventBoundary("events");
      for (const each of pieces) boundary.push(bytes(each));
      const text = pieces.join("");
      // What is before the first byte counts as an ended event.
      expect(boundary.isAt).toBe(/(\n\n|\r\r|\n\r\n)$/u.test(`\n\n${text}`));
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ["untold", [], false],
  ["untold", [" \n\n"], false],
  ["untold", ["\n", "\uFEFF{}\n\n"], false],
  ["untold", ["[]\n\n", "data: a\n\n"], false],
  ["untold", ["\n", "data: {\n", "\n"], true],
  ["whole", ["data: a\n\n"], false],
] as const)("of %s bytes as %j, another event may follow: %s", (form, pieces, expected) => {
  const boundary = new EventBoundary(form);
  for (const each of pieces) boundary.push(bytes(each));
  expect(boundary.isAt).toBe(expected);
});
