import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { variables } from "../../src/config/env.ts";

const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");
/** The cells of the README's rows about a variable, without padding. */
const rows = new Map(
  [...readme.matchAll(/^\| `([A-Z]+_\w+)`\s*\|(.*)\|$/gm)].map(([, name, rest]) => [
    name!,
    rest!.split("|").map((cell) => cell.trim()),
  ]),
);

test("the README lists every variable and no other", () => {
  expect([...rows.keys()]).toEqual(Object.keys(variables));
});

test.each(Object.entries(variables))("the README says what %s is and its default", (name, variable) => {
  const [fallback, about] = rows.get(name)!;
  expect(fallback).toBe("fallback" in variable ? `\`${variable.fallback}\`` : "–");
  expect(about).toContain(variable.about);
});
