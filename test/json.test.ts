import { expect, test } from "vitest";
import { shown } from "../src/json.ts";

test.each([
  ["x".repeat(60), `"${"x".repeat(60)}"`],
  ["x".repeat(61), `"${"x".repeat(56)}"...`],
  [`${"x".repeat(55)}😀${"x".repeat(9)}`, `"${"x".repeat(55)}"...`],
])(
  "a text is shown whole where it is short, else its beginning, which ends between two characters: %j",
  (text, told) => {
    expect(shown(text)).toBe(told);
  },
);
