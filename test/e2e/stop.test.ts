import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import SqliteConnection from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openDatabase } from "../../src/store/database.ts";
import { finished } from "../support/finished.ts";
import { Rest } from "../support/rest.ts";
import { freePort, startServer } from "../support/server.ts";

const program = resolve(import.meta.dirname, "../../bin/cairn.mjs");
/** Of `unshare`: as process 1. */
const asFirst = ["--user", "--map-root-user", "--pid", "--fork", "--mount-proc"];

/** Whatever its models are at when it is told to stop, the server ends in order: it exits with 0, and aborts nothing. */

const message = (at: number) => ({
  role: "user",
  session_id: "s",
  content: `Always run the tests before you deploy number ${at}, and I moved to Bergen on ${1 + (at % 28)} May 2026.`,
});

test.each([0, 150, 400, 900, 1_600])("told to stop %i ms after messages and a check came in", async (ms) => {
  const server = await startServer();
  try {
    const api = new Rest(server);
    const asked = [
      ...Array.from({ length: 30 }, (_, at) => api.post("/api/v1/working", message(at))),
      api.post("/api/v1/check_conflict", { proposed_action: "Deploy without running the tests" }),
    ];
    const settled = Promise.allSettled(asked);
    await sleep(ms);
    expect(await server.stop()).toBe(0);
    await settled;
  } finally {
    await server.remove();
  }
});

describe("told to stop while it starts, it does not begin to serve", () => {
  let data: string;
  let ended: (() => Promise<void>) | undefined;

  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), "cairn-stop-"));
  });
  afterEach(async () => {
    await ended?.();
    rmSync(data, { recursive: true, force: true });
  });

  async function start(...before: string[]) {
    const [command, ...args] = [...before, process.execPath, program, "serve"];
    const child = spawn(command!, args, {
      env: { ...process.env, CAIRN_DATA: data, CAIRN_PORT: String(await freePort()), CAIRN_LOG: "info" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const result = finished(child);
    let told = "";
    child.stderr.on("data", (chunk: Buffer) => (told += chunk.toString()));
    ended = async () => {
      child.kill("SIGKILL");
      await result;
    };
    return { pid: child.pid!, result, told: () => told };
  }

  test("as soon as there is a database", async () => {
    const { pid, result } = await start();
    await expect.poll(() => existsSync(join(data, "cairn.db")), { timeout: 20_000, interval: 5 }).toBe(true);
    process.kill(pid, "SIGTERM");
    const { stderr, ...rest } = await result;
    expect(rest).toEqual({ code: 0, stdout: "" });
    expect(stderr).toMatch(/"msg":"stopped"|^stopped by SIGTERM while starting$/mu);
  });

  test("while it waits for another process, to bring the database up to date", async () => {
    const path = join(data, "cairn.db");
    await (await openDatabase({ path })).close();
    const other = new SqliteConnection(path);
    try {
      other.exec("delete from migration where name = (select max(name) from migration); begin immediate");
      const { pid, result, told } = await start();
      await expect.poll(told, { timeout: 50_000 }).toContain("waiting for another process");
      process.kill(pid, "SIGTERM");
      expect(await result).toMatchObject({ code: 0, stdout: "", stderr: expect.stringContaining("while starting") });
    } finally {
      other.close();
    }
  });

  test.runIf(spawnSync("unshare", [...asFirst, "true"]).status === 0)(
    "as the first process of a container",
    async () => {
      const { pid, result } = await start("unshare", ...asFirst, "--kill-child");
      const children = `/proc/${pid}/task/${pid}/children`;
      await expect.poll(() => readFileSync(children, "utf8"), { timeout: 20_000 }).not.toBe("");
      const first = Number(readFileSync(children, "utf8"));
      // To a first process that does not listen yet, each is none.
      const telling = setInterval(() => spawn("kill", ["-TERM", String(first)]), 50);
      void result.finally(() => clearInterval(telling));
      expect(await result).toEqual({ code: 0, stdout: "", stderr: "stopped by SIGTERM while starting\n" });
      expect(readdirSync(data)).toEqual([]);
    },
  );
});

describe("told twice", () => {
  /** How the server ends, told to by two signals, while a request keeps it. */
  async function endBy(first: NodeJS.Signals, waitMs: number, second: "SIGINT" | "SIGTERM"): Promise<number | null> {
    const server = await startServer({ env: { CAIRN_DRAIN_MS: "1500" } });
    try {
      const client = connect(server.port, "127.0.0.1").on("error", () => undefined);
      const head = `POST /api/v1/working HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${server.key}\r\n`;
      const body = "Content-Type: application/json\r\nContent-Length: 1000\r\nExpect: 100-continue\r\n\r\n{";
      client.write(head + body);
      await once(client, "data"); // the body is waited for
      process.kill(server.pid, first);
      await sleep(waitMs);
      return await server.stop(second);
    } finally {
      await server.remove();
    }
  }

  test("by one Ctrl+C, which npm passes on beside the terminal, it lets what runs end", async () => {
    expect(await endBy("SIGINT", 20, "SIGINT")).toBe(0);
  });

  test.each([
    ["a second Ctrl+C", "SIGINT", 700, "SIGINT"],
    ["another signal", "SIGINT", 20, "SIGTERM"],
  ] as const)("by %s, it ends at once", async (_, first, waitMs, second) => {
    expect(await endBy(first, waitMs, second)).toBe(1);
  });
});
