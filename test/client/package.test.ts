import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Cairn } from "../../src/client/index.ts";
import { whole } from "../gateway/support/answers.ts";
import { Upstream } from "../gateway/support/upstream.ts";
import { readSnippets } from "../snippets/snippets.ts";
import { cairn as run } from "../support/cli.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { Project } from "./project.ts";

let server: TestServer;
let project: Project;

beforeAll(async () => {
  server = await startServer();
  project = new Project();
}, 300_000);
afterAll(async () => {
  await server.remove();
  project.remove();
});

const timeoutMs = 120_000;
/** Where npm runs the tests. */
const npm = process.env["npm_execpath"];
const env = () => ({ CAIRN_URL: server.url, CAIRN_KEY: server.key });

test.runIf(npm)("it is packed where no command `npm` can be started, as on Windows", () => {
  const packed = spawnSync(process.execPath, ["tools/client/pack.ts", join(project.folder, "packed")], {
    env: { PATH: "", npm_execpath: npm },
    encoding: "utf8",
  });
  expect(packed).toMatchObject({ status: 0, stdout: expect.stringMatching(/cairn-memory-client-.*\.tgz\n$/) });
});

test("the package is small, has what it needs and nothing of the server", () => {
  expect(statSync(project.tarball).size).toBeLessThan(150_000);
  const installed = join(project.folder, "node_modules");
  expect(readdirSync(installed).filter((name) => !name.startsWith("."))).toEqual(["@cairn-memory"]);
  const own = join(installed, "@cairn-memory/client");
  const code = readdirSync(own, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
  expect(code.filter((name) => !/^dist\/(src|gen)\/client\//.test(name))).toEqual([]);
  const texts = code.map((name) => readFileSync(join(own, name), "utf8"));
  expect(texts.filter((text) => /from "(?!\.)|\bprocess\b|\brequire\(/.test(text))).toEqual([]);
});

test(
  "it works under strict TypeScript and plain old Node, and its types refuse what the server would",
  async () => {
    project.write("use.ts", program);
    await project.compile("use.ts");
    const printed = JSON.parse(await project.run("use.js", env())) as unknown;
    expect(printed).toEqual({ found: "Retry with jitter", code: "not_found", titles: ["Retry with jitter"] });
  },
  timeoutMs,
);

test(
  "what docs/clients.md shows works as it stands",
  async () => {
    const snippets = readSnippets("clients.md");
    symlinkSync(resolve(import.meta.dirname, "../../node_modules/openai"), join(project.folder, "node_modules/openai"));
    project.write("node.d.ts", "declare const process: { env: Record<string, string | undefined> };\n");
    project.write("plain.ts", snippets.get("typescript")!.text);
    project.write("remembering.ts", snippets.get("typescript-with-memory")!.text);
    await project.compile("node.d.ts", "plain.ts");
    await project.compile("--skipLibCheck", "true", "node.d.ts", "remembering.ts");
    const moved = "We moved the staging database to Frankfurt.";
    // As a new user: nothing is remembered before.
    const made = await run(["keys", "create", "--account", "new", "--plan", "unlimited", "--json"], {
      CAIRN_DATA: server.data,
    });
    const own = { CAIRN_URL: server.url, CAIRN_KEY: (JSON.parse(made.stdout) as { key: string }).key };
    expect(await project.run("plain.js", own)).toBe(`${moved}\n${moved}\nlimit 400\n`);

    const cairn = new Cairn({ apiKey: own.CAIRN_KEY, baseUrl: server.url });
    await vi.waitFor(async () => {
      const { results } = await cairn.search({ query: "Where does our staging database run?", explain: true });
      expect(results[0]?.explanation?.cosine, "what was said has no vector yet").toBeDefined();
    }, 30_000);
    const upstream = await Upstream.start();
    upstream.always(whole.openai({ text: "In Frankfurt." }));
    const openai = { OPENAI_API_KEY: "sk", OPENAI_BASE_URL: `${upstream.url}/v1` };
    expect(await project.run("remembering.js", { ...own, ...openai })).toBe("In Frankfurt.\n");
    expect(upstream.last.body.toString("utf8")).toContain(moved);
    await upstream.close();
  },
  timeoutMs,
);

const program = `
import { Cairn, CairnError, type Pattern, type SearchResponse } from "@cairn-memory/client";
declare const process: { env: Record<string, string | undefined> };

const cairn = new Cairn({ apiKey: process.env["CAIRN_KEY"] ?? "", baseUrl: process.env["CAIRN_URL"] ?? "" });
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
