import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cairn } from "../support/cli.ts";

/** How `cairn import` reads lines. */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cairn-import-command-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const run = (args: string[], input = "") => cairn([...args, "--account", "a"], { CAIRN_DATA: folder }, input);
const line = (n: number, user = "ana") =>
  `${JSON.stringify({ type: "message", role: "user", session_id: "s", user_id: user, content: `text ${n}` })}\n`;
const lines = (count: number, user?: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n + 1, user?.(n)));

async function exported(): Promise<{ user_id: string; content: string; created_at: string }[]> {
  const { stdout } = await run(["export", "-"]);
  return stdout
    .trim()
    .split("\n")
    .map((each) => JSON.parse(each));
}

test("lines of users in turn take as few commits as those of one", async () => {
  const input = lines(200, (n) => `user-${n % 5}`).join("");
  expect(await run(["import", "-"], input)).toMatchObject({ code: 0, stderr: "" });
  const messages = await exported();
  // A time is a slice's.
  expect(new Set(messages.map((message) => message.created_at)).size).toBeLessThanOrEqual(2);
  const of = (user: string) => messages.filter(({ user_id }) => user_id === user).map(({ content }) => content);
  expect(of("user-3")).toEqual(Array.from({ length: 40 }, (_, n) => `text ${n * 5 + 4}`));
});
