import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { columns, nameOf } from "./column.ts";
import { documentOf, Findings } from "./document.ts";
import { groups } from "./groups.ts";
import { World } from "./world.ts";

/** Every behaviour in every pair of dialects, whole and streamed; docs/conformance.md is what this run finds. */

const findings = new Findings();
let world: World;

beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

describe.each(groups.map((group) => ({ ...group })))("$title", ({ rows }) => {
  describe.each(rows.map((row) => ({ name: row.name, row })))("$name", ({ row }) => {
    test.each(columns.map((column) => ({ name: nameOf(column), column })))("$name", async ({ column }) => {
      findings.add(row, column, await row.run(column, world));
      expect(findings.get(row, column)).toHaveProperty("is");
    });
  });
});

test("no behaviour is named twice, and there are at least sixty", () => {
  const names = groups.flatMap(({ rows }) => rows.map(({ name }) => name));
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  expect(names.length).toBeGreaterThanOrEqual(60);
});

test("the sixteen bugs are all among them", () => {
  const names = groups.flatMap(({ rows }) => rows.map(({ name }) => name));
  const missing = Array.from({ length: 16 }, (_, i) => i + 1).filter(
    (number) => !names.some((name) => name.startsWith(`Bug ${number}:`)),
  );
  expect(missing).toEqual([]);
});

test("docs/conformance.md says what was found (vitest -u writes it anew)", async () => {
  await expect(await documentOf(groups, findings)).toMatchFileSnapshot("../../../docs/conformance.md");
});
