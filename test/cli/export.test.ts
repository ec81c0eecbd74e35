import { spawnSync, type StdioOptions } from "node:child_process";
import {
  closeSync,
  createReadStream,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { cairn } from "../support/cli.ts";

/** Where `cairn export` writes. */

const program = resolve(import.meta.dirname, "../../bin/cairn.mjs");
const interrupted = pathToFileURL(resolve(import.meta.dirname, "interrupted.ts")).href;
const onWindows = process.platform === "win32";
const root = mkdtempSync(join(tmpdir(), "cairn-export-"));
const data = join(root, "data");
let folder: string;
let file: string;
let exported: string;

const run = (...args: string[]) => cairn(args, { CAIRN_DATA: data });

beforeAll(async () => {
  const line = (n: number) => ({
    type: "message",
    role: "user",
    session_id: "s",
    content: `${n} ${"x".repeat(1_000)}`,
  });
  const lines = Array.from({ length: 3_000 }, (_, n) => JSON.stringify(line(n)));
  await cairn(["import", "-", "--account", "a"], { CAIRN_DATA: data }, lines.join("\n"));
  exported = (await run("export", "-", "--account", "a")).stdout;
}, 60_000);
afterAll(() => rmSync(root, { recursive: true }));
beforeEach(() => {
  folder = mkdtempSync(join(root, "out-"));
  file = join(folder, "all.jsonl");
});

test("a file that is there is replaced", async () => {
  writeFileSync(file, "before");
  expect(await run("export", file, "--account", "a")).toMatchObject({ code: 0, stderr: "" });
  expect(readFileSync(file, "utf8")).toBe(exported);
  expect(readdirSync(folder)).toEqual(["all.jsonl"]);
});

test.runIf(!onWindows)(
  "a link stays, and what it leads to is replaced; one that leads nowhere is wrong use",
  async () => {
    const target = join(folder, "target.jsonl");
    symlinkSync(target, file);
    const nowhere = await run("export", file, "--account", "a");
    expect(nowhere).toMatchObject({ code: 2, stderr: `error: ${file} is a broken link\n` });
    writeFileSync(target, "before");
    expect((await run("export", file, "--account", "a")).code).toBe(0);
    expect(readFileSync(target, "utf8")).toBe(exported);
    expect(statSync(target).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder, { withFileTypes: true }).map((entry) => [entry.name, entry.isSymbolicLink()])).toEqual([
      ["all.jsonl", true],
      ["target.jsonl", false],
    ]);
  },
);

test.runIf(!onWindows)("a pipe is written to, and stays one", async () => {
  spawnSync("mkfifo", [file]);
  const reader = text(createReadStream(file));
  expect(await run("export", file, "--account", "a")).toMatchObject({ code: 0, stderr: "" });
  expect(await reader).toBe(exported);
  expect(statSync(file).isFIFO()).toBe(true);
});

test.runIf(existsSync("/dev/full"))("a device is written to, and its fault is told", async () => {
  expect(await run("export", "/dev/full", "--account", "a")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^error: ENOSPC.*\n$/u),
  });
  expect(statSync("/dev/full").isCharacterDevice()).toBe(true);
});

test.runIf(existsSync("/dev/stdout"))("the name of standard output is standard output", async () => {
  expect(await run("export", "/dev/stdout", "--account", "a")).toEqual({ code: 0, stdout: exported, stderr: "" });
  for (const named of ["/dev/stdout", file]) {
    writeFileSync(file, "before\n");
    const output = openSync(file, "a");
    const stdio: StdioOptions = ["ignore", output, "inherit"];
    const options = { env: { ...process.env, CAIRN_DATA: data }, stdio };
    expect(spawnSync(process.execPath, [program, "export", named, "--account", "a"], options).status).toBe(0);
    closeSync(output);
    expect(readFileSync(file, "utf8")).toBe(`before\n${exported}`);
  }
  expect(readdirSync(folder)).toEqual(["all.jsonl"]);
});

test.runIf(!onWindows)("one that is stopped leaves nothing, and the file as it was", async () => {
  writeFileSync(file, "before");
  const env = { CAIRN_DATA: data, NODE_OPTIONS: `--import ${interrupted}` };
  const { code, stdout, stderr } = await cairn(["export", file, "--account", "a"], env);
  expect([code, stdout]).toEqual([130, ""]);
  expect(stderr).toContain(`error: stopped by SIGINT: ${file} is left as it was\n`);
  expect(readdirSync(folder)).toEqual(["all.jsonl"]);
  expect(readFileSync(file, "utf8")).toBe("before");
});
