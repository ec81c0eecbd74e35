import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { holdsData } from "../../src/server/data-folder.ts";
import { withStorage } from "../../src/server/storage.ts";
import { cairn } from "../support/cli.ts";
import { finished } from "../support/finished.ts";

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

const program = resolve(import.meta.dirname, "../../bin/cairn.mjs");

async function stored(): Promise<number> {
  if (!(await holdsData(folder))) return 0;
  return withStorage({ dataFolder: folder }, async ({ database }) => {
    const { count } = await database.read
      .selectFrom("memory")
      .select((e) => e.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return count;
  });
}

test.runIf(process.platform === "linux")("where memory runs out, it ends before a server beside it", async () => {
  const child = spawn(process.execPath, [program, "import", "-", "--account", "a"], {
    env: { ...process.env, CAIRN_DATA: folder },
  });
  const ended = finished(child);
  child.stdin.write(lines(101).join(""));
  await expect.poll(stored, { timeout: 20_000 }).toBe(100);
  expect(readFileSync(`/proc/${child.pid}/oom_score_adj`, "utf8").trim()).toBe("1000");
  child.stdin.end();
  expect((await ended).code).toBe(0);
});

test.runIf(process.platform !== "win32")(
  "one that is stopped tells where to go on, and nothing comes twice",
  async () => {
    const child = spawn(process.execPath, [program, "import", "-", "--account", "a"], {
      env: { ...process.env, CAIRN_DATA: folder },
    });
    const ended = finished(child);
    const all = lines(250);
    // It comes to wait for more, as it would for a slow pipe, with half a slice in its hands.
    child.stdin.write(all.slice(0, 150).join(""));
    await expect.poll(stored, { timeout: 20_000 }).toBe(100);
    child.kill("SIGINT");
    const { code, stdout, stderr } = await ended;
    const told = /^error: stopped by SIGINT: the lines before line (\d+) are stored; continue with --from-line \1\n$/u;
    const [, next = ""] = told.exec(stderr) ?? [];
    expect([code, stdout, next]).toEqual([130, "", expect.stringMatching(/./u)]);
    expect(await stored()).toBe(Number(next) - 1);
    expect((await run(["import", "-", "--from-line", next], all.join(""))).code).toBe(0);
    expect((await exported()).map(({ content }) => content)).toEqual(all.map((_, n) => `text ${n + 1}`));
  },
);

test("lines of users in turn take as few commits as those of one", async () => {
  const input = lines(200, (n) => `user-${n % 5}`).join("");
  expect(await run(["import", "-"], input)).toMatchObject({ code: 0, stderr: "" });
  const messages = await exported();
  // A time is a slice's.
  expect(new Set(messages.map((message) => message.created_at)).size).toBeLessThanOrEqual(2);
  const of = (user: string) => messages.filter(({ user_id }) => user_id === user).map(({ content }) => content);
  expect(of("user-3")).toEqual(Array.from({ length: 40 }, (_, n) => `text ${n * 5 + 4}`));
});
