import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../support/server.ts";

const root = resolve(import.meta.dirname, "../..");
let server: TestServer;
let folder: string;
let tarball: string;

beforeAll(async () => {
  server = await startServer();
  folder = mkdtempSync(join(tmpdir(), "cairn-package-"));
  tarball = node("tools/client/pack.ts", join(folder, "packed")).trim();
  mkdirSync(join(folder, "project"));
  writeFileSync(join(folder, "project/package.json"), '{ "type": "module" }');
  // It has no dependencies: nothing needs to be fetched.
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball]);
}, 300_000);
afterAll(async () => {
  await server.remove();
  rmSync(folder, { recursive: true });
});

function run(program: string, args: string[]): string {
  return execFileSync(program, args, { cwd: join(folder, "project"), encoding: "utf8" });
}

function node(program: string, ...args: string[]): string {
  return execFileSync(process.execPath, [join(root, program), ...args], { cwd: root, encoding: "utf8" });
}

/** The machine's own Node, if it is an old one that the package must work on; else the one that runs this. */
function oldestNode(): string {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((each) => !each.includes("node_modules"));
  const found = folders.flatMap((each) => {
    try {
      const version = execFileSync(join(each, "node"), ["--version"], { encoding: "utf8" });
      return [{ path: join(each, "node"), major: Number(/^v(\d+)/.exec(version)?.[1]) }];
    } catch {
      return [];
    }
  });
  const fit = found.filter(({ major }) => major >= 20).toSorted((a, b) => a.major - b.major);
  return fit[0]?.path ?? process.execPath;
}

describe("the package", () => {
  test("is small, has what it needs and nothing of the server", () => {
    expect(statSync(tarball).size).toBeLessThan(150_000);
    const installed = join(folder, "project/node_modules");
    expect(readdirSync(installed).filter((name) => !name.startsWith("."))).toEqual(["@cairn-memory"]);
    const files = readdirSync(join(installed, "@cairn-memory/client"), { recursive: true, encoding: "utf8" });
    const code = files.filter((name) => name.endsWith(".js"));
    expect(code.filter((name) => !/^dist\/(src|gen)\/client\//.test(name))).toEqual([]);
    const texts = code.map((name) => readFileSync(join(installed, "@cairn-memory/client", name), "utf8"));
    expect(texts.filter((text) => /from "(?!\.)|\bprocess\b|\brequire\(/.test(text))).toEqual([]);
  });

  test("works under strict TypeScript and plain old Node, and its types refuse what the server would", () => {
    writeFileSync(join(folder, "project/use.ts"), program);
    const settings = { url: server.url, key: server.key };
    writeFileSync(join(folder, "project/globals.cjs"), `globalThis.settings = ${JSON.stringify(settings)};`);
    const strict = ["--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--lib", "es2023,dom"];
    const modules = ["--target", "es2022", "--module", "nodenext", "--skipLibCheck", "false", "--typeRoots", "none"];
    run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), ...strict, ...modules, "use.ts"]);
    const printed = run(oldestNode(), ["-r", "./globals.cjs", "use.js"]);
    expect(JSON.parse(printed)).toEqual({
      found: "Retry with jitter",
      code: "not_found",
      titles: ["Retry with jitter"],
    });
  });
});

const program = `
import { Cairn, CairnError, type Pattern, type SearchResponse } from "@cairn-memory/client";
declare const settings: { url: string; key: string };

const cairn = new Cairn({ apiKey: settings.key, baseUrl: settings.url });
await cairn.forgeInsight({ title: "Retry with jitter", problem: "Clients retry at once.", solution: "Add jitter." });
const found: SearchResponse = await cairn.search({ query: "how to retry", sources: ["patterns"] });
await cairn.recordOutcome({ applicationId: found.retrieval_id, success: true });

const patterns: Pattern[] = [];
for await (const pattern of cairn.listPatterns()) patterns.push(pattern);
const code = await cairn.getPattern({ id: "pat_none" }).then(
  () => "none",
  (error: unknown) => (CairnError.is(error, "not_found") ? error.code satisfies "not_found" : "other"),
);
console.log(
  JSON.stringify({ found: found.results[0]?.metadata.title, code, titles: patterns.map(({ title }) => title) }),
);

export async function refused() {
  // @ts-expect-error a query is missing
  await cairn.search({});
  // @ts-expect-error there is no such layer
  await cairn.search({ query: "x", sources: ["dreams"] });
  // @ts-expect-error there is no such member
  await cairn.search({ query: "x", limits: 3 });
  // @ts-expect-error nobody else speaks
  await cairn.addMessage({ role: "system", content: "x", session_id: "s" });
  // @ts-expect-error success is missing
  await cairn.recordOutcome({ applicationId: "ret_1" });
  // @ts-expect-error of what?
  await cairn.recordOutcome({ success: true });
  // @ts-expect-error one of the two
  await cairn.recordOutcome({ applicationId: "ret_1", retrieval_id: "ret_1", success: true });
  // @ts-expect-error a path needs its id
  await cairn.getPattern({});
}
`;
