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

/** What gateways are known to get wrong. */
const oftenBroken = [
  "Arguments behind a text",
  "Arguments of parallel calls, each in its own",
  "An answer that calls a tool ends so, whatever the provider's word",
  "An answer that calls no tool does not end so, whatever the provider's word",
  "No empty texts around a call",
  "An empty list of calls is no call",
  "Tokens that a cache held",
  "Thoughts stand before the calls they led to",
  "A signature without thoughts",
  "The signature of a call",
  "Of several system texts each is kept, apart and in order",
  "Cache breakpoints stay where they were set",
  "An empty text is no block",
  "Results of parallel calls are one message, behind their calls",
  "Results that stand behind other content, or in messages of their own, come first and together",
  "Tokens are counted with system text and tools",
  "A caller that goes away takes its request along",
  "An error behind status 200, in a stream or in place of an answer",
  "A body of the Responses API is refused with a word of it",
  "A model is named behind its provider, which ends at the first slash",
  "A session's id opens nothing: another account's session of the same id is shown nothing of it",
];

test("what is often broken is all among them", () => {
  const names = groups.flatMap(({ rows }) => rows.map(({ name }) => name));
  expect(oftenBroken.filter((name) => !names.includes(name))).toEqual([]);
});

test("docs/conformance.md says what was found (vitest -u writes it anew)", async () => {
  await expect(await documentOf(groups, findings)).toMatchFileSnapshot("../../../docs/conformance.md");
});
