import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cairn } from "../support/cli.ts";
import { finished } from "../support/finished.ts";
import { freePort } from "../support/server.ts";

/** What commands do where standard output takes nothing. */

const program = resolve(import.meta.dirname, "../../bin/cairn.mjs");
const full = "/dev/full";
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "cairn-output-"));
  await cairn(["import", "-", "--account", "a"], { CAIRN_DATA: folder }, `${message}\n`);
});
afterAll(() => rmSync(folder, { recursive: true }));

const message = JSON.stringify({ type: "message", role: "user", session_id: "s", content: "x" });

type Output = number | "pipe";

function start(args: string[], stdout: Output, env: Record<string, string> = {}, stderr: Output = "pipe") {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, CAIRN_LOG: "warn", CAIRN_DATA: folder, ...env },
    stdio: ["ignore", stdout, stderr],
  });
  return { child, ended: finished(child) };
}

/** Its reader has left before it writes. */
function startUnread(args: string[], env: Record<string, string> = {}) {
  const started = start(args, "pipe", env);
  started.child.stdout!.destroy();
  return started;
}

test
  .runIf(existsSync(full))
  .each([
    ["keys", "list", "--account", "a"],
    ["keys", "create", "--help"],
    ["export", "-", "--account", "a"],
    ["verify"],
  ])("a full disk is one line and an end with 1: %s %s", async (...args) => {
  const { code, stderr } = await start(args, openSync(full, "w")).ended;
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: standard output: ENOSPC.*\n$/u)]);
});

test("whoever reads no more ends no command", async () => {
  expect(await startUnread(["keys", "list", "--account", "a"]).ended).toEqual({ code: 0, stdout: "", stderr: "" });
});

test("a tool is told where Cairn is, whoever reads what is shown of it", async () => {
  const home = join(folder, "home");
  const args = ["init", "--tool", "cursor", "--yes", "--key", `ck_0a_${"0".repeat(48)}`];
  expect(await startUnread(args, { HOME: home, USERPROFILE: home }).ended).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(existsSync(join(home, ".cursor", "mcp.json"))).toBe(true);
});

test("a key that was made and that nobody can have read is an error", async () => {
  const { code, stderr } = await startUnread(["keys", "create", "--account", "a"]).ended;
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^error: the key key_\w+ was created but could not be printed .* revoke it.*\n$/u),
  ]);
});

test("a server serves on where nobody reads its address", { timeout: 60_000 }, async () => {
  expect(await served((port) => startUnread(["serve"], { CAIRN_PORT: port }))).toBe(0);
});

test.runIf(existsSync(full))(
  "a server serves on until it is told to stop, where its log is full too",
  { timeout: 60_000 },
  async () => {
    const [stdout, stderr] = [openSync(full, "w"), openSync(full, "w")];
    expect(await served((port) => start(["serve"], stdout, { CAIRN_PORT: port, CAIRN_LOG: "info" }, stderr))).toBe(1);
  },
);

test.runIf(existsSync(full))("a wrong setting ends with 2 where nothing takes the word of it", async () => {
  const [stdout, stderr] = [openSync(full, "w"), openSync(full, "w")];
  expect(await start(["serve"], stdout, { CAIRN_PORT: "no" }, stderr).ended).toMatchObject({ code: 2 });
});

/** With what a server ends that was ready, and then told to stop. */
async function served(begin: (port: string) => ReturnType<typeof start>): Promise<number | null> {
  const port = await freePort();
  const { child, ended } = begin(String(port));
  try {
    const status = () =>
      fetch(`http://127.0.0.1:${port}/readyz`)
        .then(({ status }) => status)
        .catch(() => 0);
    await expect.poll(status, { timeout: 50_000 }).toBe(200);
    child.kill("SIGTERM");
    return (await ended).code;
  } finally {
    child.kill("SIGKILL");
  }
}
