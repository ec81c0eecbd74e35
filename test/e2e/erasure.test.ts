import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { whole } from "../gateway/support/answers.ts";
import { Upstream } from "../gateway/support/upstream.ts";
import { cairn } from "../support/cli.ts";
import { Rest } from "../support/rest.ts";
import { startServer, type TestServer } from "../support/server.ts";

/** What is erased is gone from every byte of the data folder, wherever it had got to. */

let server: TestServer;
let upstream: Upstream;
let api: Rest;

beforeAll(async () => {
  upstream = await Upstream.start();
  upstream.always(whole.openai({ text: "All right." }));
  // Small bounds: what is erased has been flushed to LanceDB before.
  const bounds = { CAIRN_RESIDENT_ROWS: "16", CAIRN_FLUSH_ROWS: "8", CAIRN_INDEX_ROWS: "256" };
  const models = { OPENAI_API_KEY: "sk-openai", CAIRN_OPENAI_URL: upstream.url, CAIRN_MEMORY_TIMEOUT_MS: "20000" };
  server = await startServer({ env: { ...bounds, ...models } });
  api = new Rest(server);
});
afterAll(async () => {
  await server.remove();
  await upstream.close();
});

function filesWith(word: string): string[] {
  return readdirSync(server.data, { recursive: true, withFileTypes: true, encoding: "utf8" })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => contentOf(path).includes(word));
}

/** Nothing, of a file that LanceDB has removed since it was listed. */
function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return Buffer.alloc(0);
  }
}

async function say(content: string, sessionId: string, user?: string): Promise<string> {
  const body = { role: "user", content, session_id: sessionId, ...(user ? { user_id: user } : {}) };
  const { body: answer } = await api.post("/api/v1/working", body, { "idempotency-key": `say ${content}` });
  return answer.id;
}

async function settled(path: string): Promise<{ status: string; counts: object }> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const { body } = await api.get(path);
    if (body.status === "done" || Date.now() > deadline) return body;
    await new Promise((later) => setTimeout(later, 200));
  }
}

async function search(query: string, user?: string): Promise<{ id: string }[]> {
  const { body } = await api.post("/api/v1/memory/search", { query, limit: 100, ...(user ? { user_id: user } : {}) });
  return body.results;
}

const cases: [what: string, prepare: () => Promise<string>, canary: string, messages: number, user?: string][] = [
  [
    "a message",
    async () => `/api/v1/messages/${await say("The password hint is zanzibarquokka.", "e1")}`,
    "zanzibarquokka",
    1,
  ],
  [
    "a session",
    async () => {
      await say("First of two: yellowxylophone.", "e2");
      await say("Second of two: yellowxylophone.", "e2");
      return "/api/v1/sessions/e2";
    },
    "yellowxylophone",
    2,
  ],
  [
    "a user",
    async () => {
      await say("My secret is violetwombat.", "e3", "ana-oryxwood");
      await search("violetwombat", "ana-oryxwood");
      return "/api/v1/users/ana-oryxwood";
    },
    "violetwombat",
    1,
    "ana-oryxwood",
  ],
];

/** Flushes to LanceDB so far. */
async function published(): Promise<number> {
  const { body } = await api.get("/metrics");
  return Number(/^cairn_flush_steps_total\{step="published"\} (\d+)$/m.exec(body)?.[1] ?? 0);
}

test.each(cases)("%s", { timeout: 120_000 }, async (_what, prepare, canary, messages, user) => {
  const before = await published();
  const path = await prepare();
  for (let i = 0; i < 40; i++)
    await say(`Filler ${canary.length} number ${i} so that a flush happens.`, `filler ${canary.slice(0, 1)}`);
  await expect.poll(published, { timeout: 20_000, interval: 100 }).toBeGreaterThan(before);
  await search(`a question about ${canary}`, user);
  expect(filesWith(canary)).not.toEqual([]);

  const { status, body } = await api.delete(path);
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: expect.stringMatching(/^era_/), counts: { messages } });
  expect((await api.delete(path)).status).toBe(404);

  expect((await settled(`/api/v1/erasures/${body.id}`)).status).toBe("done");
  for (const word of [canary, user ?? canary]) expect(filesWith(word)).toEqual([]);
});

/** Receipts are written behind the answers. */
function isStored(retrieval: string): boolean {
  const database = new Sqlite(join(server.data, "cairn.db"), { readonly: true });
  try {
    return database.prepare("select 1 from retrieval where id = ?").get(retrieval) !== undefined;
  } finally {
    database.close();
  }
}

/** Says it to a model; the receipt of what memory was searched for it. */
async function ask(content: string, model: string, headers: Record<string, string>): Promise<{ query?: string }> {
  const body = { model, messages: [{ role: "user", content }] };
  const answer = await api.post("/v1/chat/completions", body, headers);
  expect(answer.status).toBe(200);
  const id = answer.headers.get("x-cairn-retrieval-id")!;
  await expect.poll(() => isStored(id)).toBe(true);
  const { status, body: receipt } = await api.get(`/api/v1/retrievals/${id}`);
  expect(status).toBe(200);
  return receipt;
}

test("a message to a model leaves nothing in the receipt of what was searched for it", async () => {
  const headers = { "x-cairn-user": "lin", "x-session-id": "e4" };
  const receipt = await ask("Keep in mind that the vault code is ambergibbon.", "gpt-4.1", headers);
  expect(receipt).toMatchObject({ query_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(receipt).not.toHaveProperty("query");
  expect(filesWith("ambergibbon")).not.toEqual([]);
  const { messages } = (await api.get("/api/v1/sessions/e4/messages?user_id=lin")).body;
  const { body } = await api.delete(`/api/v1/messages/${messages[0].id}?user_id=lin`);
  expect((await settled(`/api/v1/erasures/${body.id}`)).status).toBe("done");
  expect(filesWith("ambergibbon")).toEqual([]);
}, 60_000);

test.each([
  ["read", "gpt-4.1", { "x-cairn-memory": "read" }, "russetlynx"],
  ["inspect", "cairn/inspect", {}, "cobaltmarten"],
])("what is said in mode %s is never on disk", async (_mode, model, headers, canary) => {
  await ask(`Keep in mind that the vault code is ${canary}.`, model, { "x-cairn-user": "lin", ...headers });
  expect(filesWith(canary)).toEqual([]);
});

test("an erased pattern takes its versions with it", async () => {
  const pattern = { title: "Erase me", problem: "There is a magentanarwhal.", solution: "None yet." };
  const { body: created } = await api.post("/api/v1/patterns", pattern);
  await api.post("/api/v1/patterns", { ...pattern, problem: "It has left." });
  const { body } = await api.delete(`/api/v1/patterns/${created.id}`);
  expect(body.counts.patterns).toBe(1);
  expect((await api.get(`/api/v1/patterns/${created.id}`)).status).toBe(404);
  expect((await settled(`/api/v1/erasures/${body.id}`)).status).toBe("done");
  expect(filesWith("magentanarwhal")).toEqual([]);
});

test("an outcome that was imported goes with its user, who has nothing else", async () => {
  const times = { retrieved_at: "2026-11-01T00:00:00Z", created_at: "2026-11-01T00:01:00Z" };
  const said = { user_id: "noor", success: true, note: "It was about the ochreocelot." };
  const line = { type: "outcome", retrieval_id: `ret_${"0".repeat(26)}`, ...said, ...times, credits: [] };
  const run = async (command: string, input = "") => {
    const args = [command, "-", "--account", "default"];
    const { code, stdout, stderr } = await cairn(args, { CAIRN_DATA: server.data }, input);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    return stdout;
  };
  await run("import", JSON.stringify(line));
  expect(await run("export")).toContain("ochreocelot");
  const { status, body } = await api.delete("/api/v1/users/noor");
  expect(status).toBe(200);
  expect(await run("export")).not.toContain("noor");
  expect((await settled(`/api/v1/erasures/${body.id}`)).status).toBe("done");
  expect(filesWith("ochreocelot")).toEqual([]);
}, 60_000);

test("an erased account's key is refused at once, and leaves nothing", async () => {
  const scopes = "memory:read,memory:write,admin";
  const args = ["keys", "create", "--account", "leaving", "--plan", "unlimited", "--scopes", scopes, "--json"];
  const { key } = JSON.parse((await cairn(args, { CAIRN_DATA: server.data })).stdout);
  const leaving = new Rest({ ...server, key });
  for (let i = 0; i < 30; i++) {
    await leaving.post("/api/v1/working", { role: "user", content: `indigoibis ${i}`, session_id: "s" });
  }
  const late = () => leaving.post("/api/v1/working", { role: "user", content: "indigoibis, late", session_id: "s" });
  const [erased, ...during] = await Promise.all([leaving.delete("/api/v1/account?account=leaving"), late(), late()]);
  expect(erased).toMatchObject({ status: 200, body: { counts: { sessions: 1 } } });
  for (const { status } of during) expect([200, 401, 404]).toContain(status);
  expect((await late()).status).toBe(401);
  await vi.waitFor(() => expect(filesWith("indigoibis")).toEqual([]), { timeout: 60_000, interval: 500 });
  // Nobody but who has the folder can ask for it.
  const { id } = erased.body;
  expect((await leaving.get(`/api/v1/erasures/${id}`)).status).toBe(401);
  expect((await api.get(`/api/v1/erasures/${id}`)).status).toBe(404);
  const asked = (of: string, ...flags: string[]) => cairn(["erasure", of, ...flags], { CAIRN_DATA: server.data });
  await vi.waitFor(async () => expect((await asked(id)).stdout).toMatch(/^done 2/u), {
    timeout: 30_000,
    interval: 500,
  });
  const told = { id, status: "done", counts: { sessions: 1 }, done_at: expect.any(String) };
  expect(JSON.parse((await asked(id, "--json")).stdout)).toMatchObject(told);
  expect(await asked("era_none")).toMatchObject({ code: 1, stderr: 'error: there is no erasure "era_none"\n' });
}, 90_000);
