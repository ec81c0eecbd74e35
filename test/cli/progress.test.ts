import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openStorage } from "../../src/server/storage.ts";
import { cairn } from "../support/cli.ts";

const terminal = pathToFileURL(resolve(import.meta.dirname, "terminal.ts")).href;
const hide = "\x1b[?25l";
const show = "\x1b[?25h";
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "cairn-progress-"));
  const storage = await openStorage({ dataFolder: folder });
  const account = (await storage.accounts.ensure("main", "unlimited")).id;
  const message = { role: "user" as const, origin: "user" as const, sessionId: "s", source: "", content: "one" };
  await storage.messages.add({ account, user: "system" }, [message]);
  await storage.generations.activate("test/4");
  await storage.database.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const broken = "no such table: memory";

test.each([
  ["verify", broken],
  ["repair", broken],
  // It reads the store as it was before.
  ["export", "no such file or directory", "missing/all.jsonl", "--account", "main"],
  ["import", broken, "some.jsonl", "--account", "main"],
])("%s gives the terminal its cursor back, though it fails", async (command, why, ...rest) => {
  const line = { type: "message", role: "user", content: "two", session_id: "s" };
  writeFileSync(join(folder, "some.jsonl"), `${JSON.stringify(line)}\n`);
  const args = rest.map((word) => (word.endsWith(".jsonl") ? join(folder, word) : word));
  const env = { CAIRN_DATA: folder, NODE_OPTIONS: `--import ${terminal}` };
  const { code, stderr } = await cairn([command, ...args], env);
  expect(code).not.toBe(0);
  expect(stderr).toContain(hide);
  expect(stderr.lastIndexOf(show)).toBeGreaterThan(stderr.lastIndexOf(hide));
  expect(stderr).toContain(why);
});
