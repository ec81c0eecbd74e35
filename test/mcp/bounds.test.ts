import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Rest } from "../support/rest.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { call, overHttp } from "./support/clients.ts";

/** What is long or much is told in parts. */

let server: TestServer;
let rest: Rest;
let client: Client;

beforeAll(async () => {
  server = await startServer();
  rest = new Rest(server);
  client = await overHttp("2026-07-28", server.url, { authorization: `Bearer ${server.key}` });
}, 60_000);
afterAll(async () => {
  await client.close();
  await server.remove();
});

test("a long text is cut, and says by how much", async () => {
  const content = `Zebra ${"word ".repeat(1_000)}`.trim();
  const { id } = await call(client, "remember", { content });
  const { results } = await call(client, "search", { query: "zebra" });
  expect(results[0].id).toBe(id);
  expect(results[0].content).toBe(`${content.slice(0, 4_000)}… [${content.length - 4_000} more characters]`);
}, 30_000);

test("a text is not cut within a character", async () => {
  const content = `Quagga ${"🦓".repeat(2_500)}`;
  await call(client, "remember", { content });
  const { results } = await call(client, "search", { query: "quagga" });
  expect(results[0].content).toBe(`Quagga ${"🦓".repeat(1_996)}… [${2 * (2_500 - 1_996)} more characters]`);
}, 30_000);

test("many long texts are cut to their share", async () => {
  const messages = Array.from({ length: 20 }, (_, n) => ({
    role: "assistant",
    session_id: "notes",
    content: `Note ${n} on llamas. ${"word ".repeat(1_000)}`,
  }));
  expect((await rest.post("/api/v1/working/batch", { messages })).status).toBe(200);
  const { results } = await call(client, "search", { query: "llamas", limit: 20, session_id: "notes" });
  expect(results).toHaveLength(20);
  for (const { content } of results) expect(content.length).toBeLessThan(2_100);
}, 30_000);

test("a result tells nothing that says nothing", async () => {
  await call(client, "remember", { content: "Tapirs swim well." });
  const { results } = await call(client, "search", { query: "tapirs", limit: 1 });
  expect(results[0].similarity).toBe(Number(results[0].similarity.toFixed(2)));
  expect(Object.keys(results[0].metadata).toSorted()).toEqual([
    "created_at",
    "role",
    "session_id",
    "source",
    "user_id",
  ]);
}, 30_000);

test("what was stored with a message stays out of a model's context", async () => {
  const message = { role: "user", session_id: "o", content: "Okapis are shy.", metadata: { ticket: "OPS-7" } };
  expect((await rest.post("/api/v1/working", message)).status).toBe(200);
  const { results } = await call(client, "search", { query: "okapis" });
  expect(results[0].metadata).toMatchObject({ role: "user", session_id: "o", user_id: "system" });
  expect(results[0].metadata).not.toHaveProperty("metadata");
}, 30_000);

test("of a session its last 200 messages are shown", async () => {
  const messages = Array.from({ length: 203 }, (_, n) => ({ role: "user", session_id: "long", content: `Line ${n}.` }));
  expect((await rest.post("/api/v1/working/batch", { messages })).status).toBe(200);
  const { contents } = await client.readResource({ uri: "cairn://sessions/long" });
  const [read] = contents.map((each) => JSON.parse((each as { text: string }).text) as typeof shape);
  expect(read).toMatchObject({ session_id: "long", total: 203 });
  expect(read!.messages.map((each) => each.content)).toEqual(messages.slice(3).map((each) => each.content));
}, 30_000);

const shape = { messages: [{ content: "" }] };

test("resources come in pages: patterns, the newest first, then sessions", async () => {
  for (let n = 0; n < 51; n++) {
    const pattern = { title: `Pattern ${n}`, problem: "p", solution: "s" };
    expect((await rest.post("/api/v1/patterns", pattern)).status).toBe(200);
  }
  const listed = await client.listResources(); // all pages: the SDK follows their cursors
  const names = listed.resources.map(({ name }) => name);
  const all = Array.from({ length: 51 }, (_, n) => `Pattern ${50 - n}`);
  expect(names.slice(0, 51)).toEqual(all);
  expect(names.slice(51)).toContain("long");
}, 60_000);

test("rules of any age are read, where the window is null, too, and no more is told of them than a model needs", async () => {
  const created_at = new Date(Date.now() - 800 * 86_400_000).toISOString();
  const message = { role: "user", session_id: "old", content: "Never deploy on Fridays.", created_at };
  expect((await rest.post("/api/v1/working", message)).status).toBe(200);
  const rules = async (args: object) => (await call(client, "directives", { ...args }))["directives"] as object[];
  await expect.poll(() => rules({}), { timeout: 20_000, interval: 250 }).toHaveLength(1);
  expect(await rules({ window_hours: null })).toEqual([
    { id: expect.stringMatching(/^dir_/u), type: "NEVER", rule: expect.any(String), priority: expect.any(Number) },
  ]);
  expect(await rules({ window_hours: 8_760 })).toEqual([]);
}, 30_000);

test("of many facts the last are told, and no more of each than a model needs", async () => {
  const messages = Array.from({ length: 60 }, (_, n) => ({
    role: "user",
    session_id: "friends",
    content: `My friend Zed${String.fromCodePoint(97 + (n % 26))}${n < 26 ? "a" : n < 52 ? "b" : "c"} lives in Porto.`,
  }));
  expect((await rest.post("/api/v1/working/batch", { messages })).status).toBe(200);
  const porto = () => call(client, "graph", { q: "Porto" });
  await expect.poll(async () => (await porto())["entities"][0]?.fact_count, { timeout: 20_000 }).toBe(60);
  const { facts } = await porto();
  expect(facts).toHaveLength(50);
  expect(facts.at(-1)).toEqual({
    sentence: "Zedhc lives in Porto",
    said_at: expect.any(String),
    evidence: [expect.stringMatching(/^msg_/u)],
  });
}, 30_000);

test("rules are read to the last, beyond a page of them", async () => {
  const messages = Array.from({ length: 201 }, (_, n) => ({
    role: "user",
    session_id: `rules ${n}`,
    content: `Never deploy service number ${n} by hand.`,
  }));
  for (const some of [messages.slice(0, 100), messages.slice(100)]) {
    expect((await rest.post("/api/v1/working/batch", { messages: some })).status).toBe(200);
  }
  const told = async () => (await call(client, "directives"))["directives"].map(({ rule }: { rule: string }) => rule);
  await expect
    .poll(async () => (await told()).filter((rule: string) => rule.includes("service number")).length, {
      timeout: 40_000,
      interval: 500, // each answer is long, and who reads the rules works at a lower priority
    })
    .toBe(201);
}, 60_000);
