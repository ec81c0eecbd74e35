import { execFileSync, spawn } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { freePort } from "../support/server.ts";

const program = resolve(import.meta.dirname, "../../bin/cairn.mjs");

/** /dev/full takes no byte, as a full disk, or a terminal that was closed. */
test.runIf(process.platform === "linux")(
  "a log that cannot be written stops neither the server nor its end",
  { timeout: 60_000 },
  async () => {
    const data = mkdtempSync(join(tmpdir(), "cairn-log-"));
    const full = openSync("/dev/full", "w");
    const port = await freePort();
    const env = { ...process.env, CAIRN_DATA: data, CAIRN_PORT: String(port), CAIRN_LOG: "info" };
    const child = spawn(process.execPath, [program, "serve"], { env, stdio: ["ignore", "ignore", full] });
    const ended = new Promise<number | null>((done) => child.once("exit", done));
    const ask = () => fetch(`http://127.0.0.1:${port}/healthz`).then(({ status }) => status);
    try {
      await expect.poll(() => ask().catch(() => 0), { timeout: 40_000 }).toBe(200);
      await new Promise((later) => setTimeout(later, 2_500)); // the log is written each second
      expect(await ask()).toBe(200);
      child.kill("SIGTERM");
      expect(await ended).toBe(0);
    } finally {
      child.kill("SIGKILL");
      closeSync(full);
      rmSync(data, { recursive: true, force: true });
    }
  },
);

test.runIf(process.platform === "linux")("a log that nobody reads keeps no server from its end", async () => {
  const data = mkdtempSync(join(tmpdir(), "cairn-log-"));
  const path = join(data, "pipe");
  execFileSync("mkfifo", [path]);
  const filler = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const log = openSync(path, "w");
  const port = await freePort();
  const env = { ...process.env, CAIRN_DATA: data, CAIRN_PORT: String(port), CAIRN_LOG: "info" };
  const child = spawn(process.execPath, [program, "serve"], { env, stdio: ["ignore", "pipe", log] });
  const ended = new Promise<number | null>((done) => child.once("exit", done));
  try {
    await new Promise((serves) => child.stdout!.once("data", serves));
    const fill = () => void Array.from({ length: 1_000 }, () => writeSync(filler, Buffer.alloc(4_096)));
    expect(fill).toThrow("EAGAIN");
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  } finally {
    child.kill("SIGKILL");
    for (const file of [filler, log]) closeSync(file);
    rmSync(data, { recursive: true, force: true });
  }
});
