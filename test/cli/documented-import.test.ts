import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cairn } from "../support/cli.ts";

/** The lines of docs/import.md are what an import reads and an export writes. */

const page = readFileSync(new URL("../../docs/import.md", import.meta.url), "utf8");
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cairn-documented-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The lines of a block. */
function linesOf(name: string): string {
  const [, block] = new RegExp(`<!-- import: ${name} -->\n+\`\`\`jsonl\n(.*?)\`\`\``, "su").exec(page) ?? [];
  return block!;
}

const run = (args: string[], input = "") => cairn([...args, "--account", "acme"], { CAIRN_DATA: folder }, input);

async function imported(lines: string): Promise<unknown> {
  const { code, stdout, stderr } = await run(["import", "-", "--user", "bob", "--json"], lines);
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

async function exported(): Promise<string> {
  return (await run(["export", "-"])).stdout;
}

test("what it says to write is read, and belongs to whom it says", async () => {
  const lines = linesOf("written");
  expect(await imported(lines)).toMatchObject({ messages: 2, patterns: 1, known: 0 });
  const stored = (await exported()).trim().split("\n");
  const owners = stored.map((line) => (JSON.parse(line) as { user_id: string }).user_id);
  expect(owners.toSorted()).toEqual(["ana", "bob", "system"]);
  expect(await imported(lines)).toMatchObject({ messages: 2, patterns: 0, known: 1 });
});

test("what it shows of an export is imported once, and exported again letter for letter", async () => {
  const lines = linesOf("exported");
  expect(await imported(lines)).toMatchObject({ messages: 2, patterns: 1, outcomes: 1, directives: 1, known: 0 });
  expect(await exported()).toBe(lines);
  expect(await imported(lines)).toMatchObject({ messages: 0, patterns: 0, outcomes: 0, directives: 0, known: 5 });
});

test("a line that is wrong is told as it says", async () => {
  const [, told] = /```text\n(.*?)```/su.exec(page)!;
  const wrong = linesOf("written").replace('"role":"assistant"', '"role":"tool"');
  const { code, stderr } = await run(["import", "-"], wrong);
  expect(code).toBe(1);
  expect(stderr).toBe(told);
});
