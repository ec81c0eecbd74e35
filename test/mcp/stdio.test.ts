import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cairn } from "../support/cli.ts";
import { freePort } from "../support/server.ts";
import { call, fault, overStdio } from "./support/clients.ts";

/** `cairn mcp` as a process: what it writes, whom it obeys, how it ends. */

const program = resolve(import.meta.dirname, "../../bin/cairn.mjs");
const slow = 120_000;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "cairn-stdio-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

class Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<number | null>;
  stdout = "";
  stderr = "";

  constructor(env: Record<string, string>, ...args: string[]) {
    this.child = spawn(process.execPath, [program, "mcp", ...args], {
      env: { ...process.env, CAIRN_LOG: "warn", ...env },
    });
    this.child.stdout.on("data", (chunk: Buffer) => (this.stdout += chunk.toString()));
    this.child.stderr.on("data", (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.ended = new Promise((done) => this.child.once("close", (code) => done(code)));
  }

  send(message: object): void {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  /** Every line is a message: nothing else is written. */
  messages(): { id?: number; result?: unknown }[] {
    const lines = this.stdout.split("\n").filter((line) => line !== "");
    return lines.map((line) => JSON.parse(line) as { id?: number });
  }

  async answerTo(id: number): Promise<unknown> {
    for (const untilMs = performance.now() + 30_000; performance.now() < untilMs;) {
      const found = this.messages().find((each) => each.id === id);
      if (found !== undefined) return found;
      await new Promise((later) => setTimeout(later, 20));
    }
    throw new Error(`no answer to ${id}: ${this.stdout}${this.stderr}`);
  }
}

const initialize = {
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};
const remember = (id: number, content: string) => ({
  id,
  method: "tools/call",
  params: { name: "remember", arguments: { content, session_id: "s" } },
});

describe("ends", () => {
  test.each(["the client's end", "SIGTERM"])(
    "by %s, with 0, what was acknowledged is kept",
    async (how) => {
      const running = new Running({ CAIRN_DATA: folder });
      running.send(initialize);
      expect(await running.answerTo(1)).toMatchObject({
        result: { protocolVersion: "2025-11-25", serverInfo: { name: "cairn" } },
      });
      running.send({ method: "notifications/initialized" });
      running.send(remember(2, `Kept by ${how}.`));
      expect(await running.answerTo(2)).toMatchObject({ result: { structuredContent: { session_id: "s" } } });
      if (how.startsWith("SIG")) running.child.kill(how as NodeJS.Signals);
      else running.child.stdin.end();
      expect(await running.ended).toBe(0);
      expect(running.messages()).toHaveLength(2);
      expect(running.stderr).toBe("");
      const exported = await cairn(["export", "-", "--account", "default"], { CAIRN_DATA: folder });
      expect(exported.stdout).toContain(`Kept by ${how}.`);
    },
    slow,
  );

  test(
    "at once where nothing was asked",
    async () => {
      const running = new Running({ CAIRN_DATA: folder });
      running.child.stdin.end();
      expect(await running.ended).toBe(0);
      expect(running.stdout).toBe("");
    },
    slow,
  );
});

describe("a line that is no message", () => {
  test(
    "is passed over, and told on standard error",
    async () => {
      const running = new Running({ CAIRN_DATA: folder });
      running.child.stdin.write('hello\n{"hello":1}\n');
      running.send(initialize);
      await running.answerTo(1);
      running.child.stdin.end();
      expect(await running.ended).toBe(0);
      expect(running.stderr).toContain("warning: ");
      expect(running.messages().filter(({ result }) => result !== undefined)).toHaveLength(1);
    },
    slow,
  );
});

describe("a wrong call", () => {
  test.each([
    [
      "without a key",
      ["--url", "http://127.0.0.1:1"],
      { CAIRN_KEY: "" },
      "CAIRN_KEY must hold a key of http://127.0.0.1:1",
    ],
    [
      "with an address that is none",
      ["--url", "cairn.example"],
      { CAIRN_KEY: "ck_a_b" },
      '--url (or CAIRN_URL) must be an address such as http://127.0.0.1:7070, got "cairn.example"',
    ],
    [
      "with the address of what a server serves",
      ["--url", "http://127.0.0.1:1/mcp/"],
      { CAIRN_KEY: "ck_a_b" },
      "--url (or CAIRN_URL) must be the server's address, without /mcp/ at its end",
    ],
    [
      "with the address of a gateway's dialect",
      ["--url", "http://127.0.0.1:1/at/v1"],
      { CAIRN_KEY: "ck_a_b" },
      "--url (or CAIRN_URL) must be the server's address, without /v1 at its end",
    ],
    ["with an option that is none", ["--port", "1"], {}, "unknown option '--port'"],
    ["with settings that are none", [], { CAIRN_RESIDENT_MB: "many" }, "CAIRN_RESIDENT_MB"],
  ])(
    "%s ends with 2",
    async (_, args, env, message) => {
      const { code, stdout, stderr } = await cairn(["mcp", ...args], { CAIRN_DATA: folder, CAIRN_URL: "", ...env });
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain(message);
    },
    slow,
  );

  test(
    "on a folder that cannot be made ends with 1",
    async () => {
      const { code, stderr } = await cairn(["mcp"], { CAIRN_DATA: "/dev/null/data", CAIRN_URL: "", CAIRN_KEY: "" });
      expect(code).toBe(1);
      expect(stderr).toContain("CAIRN_DATA");
    },
    slow,
  );
});

test(
  "on the folder that nobody named, it says where that is",
  () => {
    const cwd = realpathSync(folder);
    const env = { ...process.env, CAIRN_LOG: "warn", CAIRN_DATA: "", CAIRN_URL: "", CAIRN_KEY: "" };
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, "mcp"], { cwd, env, input: "" });
    expect([status, String(stdout)]).toEqual([0, ""]);
    expect(String(stderr)).toContain(`memory is in ${join(cwd, "data")}: set CAIRN_DATA`);
  },
  slow,
);

describe("on a folder, with a key", () => {
  test(
    "the key's scopes and plan hold",
    async () => {
      const make = ["keys", "create", "--account", "guest", "--plan", "free", "--scopes", "memory:read", "--json"];
      const { key } = JSON.parse((await cairn(make, { CAIRN_DATA: folder })).stdout) as { key: string };
      const client = await overStdio("2026-07-28", [], { CAIRN_DATA: folder, CAIRN_KEY: key });
      expect(await fault(client, "remember", { content: "x" })).toContain(
        "permission_denied: this key lacks the scope memory:write",
      );
      expect((await call(client, "search", { query: "kept" }))["results"]).toEqual([]);
      // The plan has 10 a minute, and a minute may end meanwhile.
      const told = async () => (await client.callTool({ name: "search", arguments: { query: "kept" } })).isError;
      for (let more = 0; more < 30 && (await told()) !== true; more++);
      expect(await fault(client, "search", { query: "kept" })).toMatch(
        /^rate_limited: .*\nWait before you call again/u,
      );
      await client.close();
      const stranger = await overStdio("2026-07-28", [], { CAIRN_DATA: folder, CAIRN_KEY: "ck_no_no" });
      expect(await fault(stranger, "search", { query: "kept" })).toMatch(
        /^unauthenticated: .*\nTell the user that the API key/u,
      );
      await stranger.close();
    },
    slow,
  );
});

describe("before a server", () => {
  test(
    "that is not there, tools say so, and what to do",
    async () => {
      const url = `http://127.0.0.1:${await freePort()}`;
      const client = await overStdio("2025-11-25", [], { CAIRN_URL: `${url}/`, CAIRN_KEY: "ck_a_b" });
      expect((await client.listTools()).tools.length).toBe(8);
      expect(await fault(client, "search", { query: "x" })).toContain(
        `unavailable: no Cairn server answers at ${url} (`,
      );
      await expect(client.listResources()).rejects.toThrow("`cairn serve`");
      await client.close();
    },
    slow,
  );
});
