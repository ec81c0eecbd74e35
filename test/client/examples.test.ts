import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import OpenAI from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Cairn, CairnError, withMemory } from "../../src/client/index.ts";
import { methodNames } from "../../tools/client/special.ts";
import { askUntilThere, script } from "../examples/script.ts";
import { Steady, unmeasured } from "../examples/steady.ts";
import { whole } from "../gateway/support/answers.ts";
import { Upstream } from "../gateway/support/upstream.ts";
import { cairn as run } from "../support/cli.ts";
import { startServer, type TestServer } from "../support/server.ts";

/** The examples in the client's comments are programs: they are compiled, run, and say what they say. */

const root = resolve(import.meta.dirname, "../..");
let server: TestServer;
let upstream: Upstream;

beforeAll(async () => {
  const names = ["ANTHROPIC", "OPENAI", "GEMINI", "XAI", "DEEPSEEK", "LLAMA", "MISTRAL"];
  const env = Object.fromEntries(names.map((name) => [`${name}_API_KEY`, ""]));
  [server, upstream] = await Promise.all([startServer({ env }), Upstream.start()]);
}, 60_000);
afterAll(async () => {
  await server.remove();
  await upstream.close();
});

/** The example of what a comment stands before, by its name. */
function examplesIn(file: string): Map<string, string> {
  const source = readFileSync(join(root, file), "utf8");
  const found = source.matchAll(/@example\n(.*?)\n *\*\/\s+(?:export )?(?:class |function )?(\w+)/gs);
  return new Map(Array.from(found, ([, code = "", name = ""]) => [name, code.replaceAll(/^ *\* ?/gm, "")]));
}

const ofOperations = examplesIn("gen/client/operations.ts");
const byHand = new Map(
  ["cairn.ts", "error.ts", "pages.ts", "memory/with-memory.ts"].flatMap((name) => [
    ...examplesIn(`src/client/${name}`),
  ]),
);

/** Runs code with these names, and answers what it has as `answer`. */
function execute(code: string, names: Record<string, unknown>): Promise<unknown> {
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  const body = `${code}\nreturn typeof answer === "undefined" ? undefined : answer;`;
  return AsyncFunction(...Object.keys(names), body)(...Object.values(names)) as Promise<unknown>;
}

test("all are there, and TypeScript takes them", () => {
  expect([...ofOperations.keys()].toSorted()).toEqual(
    [...new Set(script.map(({ operation }) => methodNames[operation] ?? operation))].toSorted(),
  );
  expect([...byHand.keys()].toSorted()).toEqual(["Cairn", "CairnError", "Pages", "withMemory"]);
  const folder = mkdtempSync(join(tmpdir(), "cairn-examples-"));
  try {
    const codes = [...ofOperations.values(), ...byHand.values()];
    const functions = codes.map((code, index) => `export async function example${index}() {\n${code}\n}\n`);
    const head = [
      `import { Cairn, CairnError, withMemory } from ${JSON.stringify(join(root, "src/client/index.ts"))};`,
      `import type OpenAI from ${JSON.stringify(join(root, "node_modules/openai/index.d.ts"))};`,
      "declare const cairn: Cairn, openai: OpenAI, apiKey: string, baseUrl: string;\n",
    ];
    writeFileSync(join(folder, "examples.ts"), [...head, ...functions].join("\n"));
    const options = ["--strict", "--noEmit", "--allowImportingTsExtensions", "--skipLibCheck", "--lib", "es2023,dom"];
    const modules = ["--target", "es2022", "--module", "preserve", "--moduleResolution", "bundler"];
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const { stdout } = spawnSync(process.execPath, [tsc, ...options, ...modules, "examples.ts"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(stdout).toBe("");
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 120_000);

test("those of operations are answered as the documents say", async () => {
  const cairn = new Cairn({ apiKey: server.key, baseUrl: server.url });
  const documented = JSON.parse(readFileSync(join(root, "tools/openapi/examples.json"), "utf8")) as {
    operation: string;
    answer: JsonValue;
  }[];
  // Each numbers ids as they come: the documents' server was asked more between two examples.
  const [steady, theirs] = [new Steady(), new Steady()];
  const ids = new Map<string, string>();
  for (const { operation, answer } of documented) {
    const name = methodNames[operation] ?? operation;
    const code = ofOperations.get(name)!.replaceAll(/\b[a-z]+_01kaj8\w+/g, (id) => ids.get(id) ?? id);
    const said = await askUntilThere(operation, () =>
      (execute(code, { cairn }) as Promise<JsonObject>).catch((error: unknown) => {
        if (CairnError.is(error, "not_found")) return undefined;
        throw error;
      }),
    );
    expect([name, unmeasured(steady.value(said!))]).toEqual([name, unmeasured(theirs.value(answer))]);
    learn(answer, said!, ids);
  }
}, 120_000);

/** Which id of this run stands where the documents have theirs. */
function learn(documented: JsonValue, said: JsonValue, ids: Map<string, string>): void {
  if (typeof documented === "string" && typeof said === "string") ids.set(documented, said);
  if (documented === null || said === null || typeof documented !== "object" || typeof said !== "object") return;
  for (const [name, value] of Object.entries(documented)) learn(value, Reflect.get(said, name) as JsonValue, ids);
}

/** What the other examples find. The first one finds nothing but its own. */
async function remember(cairn: Cairn): Promise<void> {
  await cairn.forgeInsight({ title: "Jitter", problem: "Herds.", solution: "Add jitter.", tags: ["resilience"] });
}

test("those that were written by hand run, and print what they should", async () => {
  const made = await run(["keys", "create", "--account", "hand", "--plan", "unlimited", "--json"], {
    CAIRN_DATA: server.data,
  });
  const { key: apiKey } = JSON.parse(made.stdout) as { key: string };
  const cairn = new Cairn({ apiKey, baseUrl: server.url });
  const openai = new OpenAI({ apiKey: "sk", baseURL: `${upstream.url}/v1` });
  upstream.always(whole.openai({ text: "In Frankfurt." }));
  const printed: unknown[][] = [];
  const console = { log: (...values: unknown[]) => printed.push(values) };
  const names = { CairnError, withMemory, cairn, openai, apiKey, baseUrl: server.url, console };
  for (const name of ["Cairn", "CairnError", "Pages", "withMemory"]) {
    const code = byHand.get(name)!;
    const { cairn: _, ...without } = names;
    await execute(code, name === "Cairn" ? { ...without, Cairn } : names);
    if (name === "Cairn") await remember(cairn);
  }
  expect(printed).toEqual([
    ["We moved the staging database to Frankfurt."],
    [404, expect.any(String)],
    [1, 1],
    ["Jitter"],
    ["In Frankfurt."],
  ]);
}, 60_000);
