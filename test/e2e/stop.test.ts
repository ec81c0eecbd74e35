import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { finished } from "../support/finished.ts";
import { Rest } from "../support/rest.ts";
import { freePort, startServer } from "../support/server.ts";

const program = resolve(import.meta.dirname, "../../bin/cairn.mjs");

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

test("told to stop while it starts, it does not begin to serve", async () => {
  const data = mkdtempSync(join(tmpdir(), "cairn-stop-"));
  const child = spawn(process.execPath, [program, "serve"], {
    env: { ...process.env, CAIRN_DATA: data, CAIRN_PORT: String(await freePort()), CAIRN_LOG: "info" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  try {
    const ended = finished(child);
    await expect.poll(() => existsSync(join(data, "cairn.db")), { timeout: 20_000, interval: 5 }).toBe(true);
    child.kill("SIGTERM");
    const { code, stdout, stderr } = await ended;
    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr).toContain('"msg":"stopped"');
  } finally {
    child.kill("SIGKILL");
    rmSync(data, { recursive: true, force: true });
  }
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
