import { expect, test } from "vitest";
import { passageOf } from "../../src/mcp/tools/passage.ts";

/** What of a long text a model is shown. */

const filler = "Nothing of note was said here. ".repeat(40);
const answer = "The boiler's warranty ends in March.";

test("a text that is not too long is whole", () => {
  expect(passageOf(answer, "boiler", answer.length)).toBe(answer);
});

test.each([
  ["at the beginning", answer + filler],
  ["in the middle", filler + answer + filler],
  ["at the end", filler + answer],
])("the passage with the query's words is shown, %s", (_where, text) => {
  const shown = passageOf(text, "When do the boiler's warranties end?", 200);
  expect(shown).toContain(answer);
  const [, before = "0"] = /^\[(\d+) characters before\] …/u.exec(shown) ?? [];
  const [, after = "0"] = /… \[(\d+) more characters\]$/u.exec(shown) ?? [];
  expect(text.length - Number(before) - Number(after)).toBe(200);
  expect(shown).toContain(text.slice(Number(before), text.length - Number(after)));
});

test("the passage with more of the words goes before one that says one of them often", () => {
  const text = `${"boiler boiler boiler. "}${filler}${answer}${filler}`;
  expect(passageOf(text, "boiler warranty March", 200)).toContain(answer);
});

test("without any of the words, the beginning is shown", () => {
  expect(passageOf(filler, "zebra", 10)).toBe(`${filler.slice(0, 10)}… [${filler.length - 10} more characters]`);
});

test("no character is cut in two, at either end", () => {
  const text = `${"🦓".repeat(333)} quagga ${"🦓".repeat(333)}`;
  for (const longest of [100, 101, 102, 103]) expect(passageOf(text, "quagga", longest).isWellFormed()).toBe(true);
});
