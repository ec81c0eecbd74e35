import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Rest } from "../support/rest.ts";
import { startServer, type TestServer } from "../support/server.ts";

/** The README's lines do what it says when they are pasted, one block after the other. */

const run = promisify(execFile);
let server: TestServer;
let answers: { body: Record<string, unknown>; text: string }[];

/** The shell's blocks behind the first, which starts the server. */
async function blocks(): Promise<string[]> {
  const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
  const all = [...readme.matchAll(/^```sh\n(.*?)^```$/gmsu)].map(([, block = ""]) => block);
  return all
    .slice(1)
    .map((block) => block.replace(/^export CAIRN_KEY=.*$/mu, "").replaceAll("localhost:7070", "$HOST"));
}

beforeAll(async () => {
  server = await startServer({ env: { CAIRN_MEMORY_TIMEOUT_MS: "20000" } });
  await readingBegun(new Rest(server));
  const script = (await blocks()).join("\n");
  const env = { ...process.env, CAIRN_KEY: server.key, HOST: new URL(server.url).host };
  // `-w` sets answers apart that the README prints one behind the other.
  const paste = `curl() { command curl -w '\\n' "$@"; }\n${script}`;
  const { stdout } = await run("bash", ["-euo", "pipefail", "-c", paste], { env });
  answers = stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => ({ body: JSON.parse(line) as Record<string, unknown>, text: line }));
});
/** On a busy machine what reads messages loads for longer than a request waits for it: somebody else has said something before. */
async function readingBegun(api: Rest): Promise<void> {
  const user_id = "somebody else";
  await api.post("/api/v1/working", { role: "user", session_id: "before", user_id, content: "Never use tabs." });
  const read = async () => {
    const { directives } = (await api.post("/api/v1/directives", { user_id })).body;
    if (directives.length === 0) throw new Error("nothing is read yet");
  };
  await vi.waitFor(read, { timeout: 40_000 });
}

afterAll(async () => {
  await server.stop();
});

const withMember = (name: string) => answers.filter(({ body }) => name in body);

test("what was remembered is found by what it means", () => {
  expect(withMember("results")[0]!.text).toContain("staging database to Frankfurt");
});

test("rules become directives, and actions are checked against them", () => {
  const types = (withMember("directives")[0]!.body["directives"] as { type: string }[]).map(({ type }) => type);
  expect(types).toEqual(["MUST", "NEVER", "PREFER"]);
  const checks = withMember("directive_conflicts");
  expect(checks.map(({ body }) => body["status"])).toEqual(["CONFLICT", "SAFE"]);
  expect(checks[0]!.text).toContain("un the tests before you deploy");
});

test("what helped is first, and the explanation says why", () => {
  type Found = { metadata: { title: string }; explanation: { outcome: number } }[];
  const [before, after] = withMember("results")
    .filter(({ text }) => text.includes("nightly import"))
    .map(({ body }) => body["results"] as Found);
  const titles = (results: Found | undefined) => results!.slice(0, 2).map(({ metadata }) => metadata.title);
  expect(titles(after)).toEqual(titles(before).toReversed());
  expect(after!.slice(0, 2).map(({ explanation }) => explanation.outcome > 1)).toEqual([true, false]);
});

test("what is true now is told from what was true before", () => {
  type Facts = { sentence: string }[];
  const [now, then] = withMember("timeline").map(({ body }) =>
    (body["facts"] as Facts).map(({ sentence }) => sentence).filter((each) => each.includes("lives in")),
  );
  expect(now).toEqual([expect.stringContaining("Bergen")]);
  expect(then).toEqual([expect.stringContaining("Oslo")]);
});

test("the gateway puts memory into a request, and needs no provider to show it", () => {
  const asked = answers.find(({ body }) => body["object"] === "chat.completion");
  expect(asked!.text).toContain("staging database to Frankfurt");
});
