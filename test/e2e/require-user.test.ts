import { createClient, type Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MemoryService } from "../../gen/cairn/memory/v1/memory_pb.ts";
import { Cairn } from "../../src/client/index.ts";
import { call, overHttp, overStdio } from "../mcp/support/clients.ts";
import { cairn } from "../support/cli.ts";
import { Rest } from "../support/rest.ts";
import { startServer, type TestServer } from "../support/server.ts";

/** A key that requires a user: what names nobody is refused, wherever it would be about everybody's memory. */

let server: TestServer;
let issued: { id: string; key: string; require_user: boolean };
let api: Rest;

const run = (...args: string[]) => cairn(["keys", ...args], { CAIRN_DATA: server.data });

beforeAll(async () => {
  server = await startServer();
  const made = await run("create", "--account", "team", "--plan", "unlimited", "--require-user", "--json");
  issued = JSON.parse(made.stdout);
  api = new Rest({ url: server.url, key: issued.key });
});
afterAll(() => server.remove());

const words = { role: "user", content: "I live in Bergen.", session_id: "s" };
const asked = { model: "cairn/inspect", max_tokens: 9, messages: [{ role: "user", content: "Where do I live?" }] };
const byHeader = { "x-cairn-user": "ana" };

const inApi = "X-Cairn-User: must name a user if nothing else (user_id) does, because this key requires one";
const inModels =
  "X-Cairn-User: must name a user if nothing else (user, safety_identifier, metadata.user_id, X-OpenWebUI-User-Id) does, because this key requires one";

describe("refuses what names nobody", () => {
  const requests: [method: string, path: string, body: object | undefined, ok: number][] = [
    ["POST", "/api/v1/working", words, 200],
    ["POST", "/api/v1/working/batch", { messages: [{ ...words, user_id: "ana" }, words] }, 200],
    ["POST", "/api/v1/memory/search", { query: "Bergen" }, 200],
    ["GET", "/api/v1/directives", undefined, 200],
    ["GET", "/api/v1/sessions", undefined, 200],
    ["POST", "/v1/chat/completions", asked, 200],
    ["POST", "/v1/messages", asked, 200],
    ["POST", "/v1/messages/count_tokens", asked, 200],
  ];

  test.each(requests)("%s %s", async (method, path, body, ok) => {
    const refused = await api.call(method, path, body);
    const message = path.startsWith("/v1/") ? refused.body.error.message : refused.body.message;
    expect([refused.status, message]).toEqual([400, path.startsWith("/v1/") ? inModels : inApi]);
    expect((await api.call(method, path, body, byHeader)).status).toBe(ok);
  });

  test("but not what names somebody in its body, be it everybody, nor what is about no memory", async () => {
    for (const user of ["ana", "system"]) {
      expect((await api.post("/api/v1/working", { ...words, user_id: user })).status).toBe(200);
      const batch = { user_id: user, messages: [words, words] };
      expect((await api.post("/api/v1/working/batch", batch)).status).toBe(200);
    }
    for (const named of [{ user: "ana" }, { safety_identifier: "ana" }, { metadata: { user_id: "ana" } }])
      expect((await api.post("/v1/messages", { ...asked, ...named })).status).toBe(200);
    const ofClaudeCode = { metadata: { user_id: "user_0a_account_11_session_33" } };
    expect((await api.post("/v1/messages", { ...asked, ...ofClaudeCode })).status).toBe(400);
    expect((await api.get("/v1/models")).status).toBe(200);
  });

  test("but not what takes no user_id: receipts, outcomes, erasures and the list of users", async () => {
    await api.post("/api/v1/working", { ...words, user_id: "cleo" });
    const { body: found } = await api.post("/api/v1/memory/search", { query: "Bergen", user_id: "cleo" });
    const receipt = `/api/v1/retrievals/${found.retrieval_id}`;
    expect((await api.get(receipt)).body).toMatchObject({ user_id: "cleo" });
    const reported = { retrieval_id: found.retrieval_id, success: true };
    expect((await api.post("/api/v1/outcomes", reported)).status).toBe(200);
    const { body: erasure } = await api.delete("/api/v1/users/cleo");
    expect((await api.get(`/api/v1/erasures/${erasure.id}`)).status).toBe(200);
    expect((await api.get("/api/v1/users")).status).toBe(200);
    // The header still bounds them to its user.
    expect((await api.get(receipt, byHeader)).status).toBe(404);
    expect((await api.get("/api/v1/users", { "x-cairn-user": " " })).status).toBe(400);
  });
});

describe("refuses a search for nobody, and takes an outcome that names nobody", () => {
  const query = "Bergen";

  test.each<[string, (baseUrl: string) => Transport]>([
    ["Connect", (baseUrl) => createConnectTransport({ baseUrl, httpVersion: "1.1" })],
    ["gRPC", (baseUrl) => createGrpcTransport({ baseUrl })],
  ])("over %s", async (_, transport) => {
    const memory = createClient(MemoryService, transport(server.url));
    const headers = { authorization: `Bearer ${issued.key}` };
    await expect(memory.search({ query }, { headers })).rejects.toThrow(inApi);
    await memory.search({ query }, { headers: { ...headers, ...byHeader } });
    const { retrievalId } = await memory.search({ query, userId: "ana" }, { headers });
    await memory.recordOutcome({ retrievalId, success: true }, { headers });
  });

  test("in the TypeScript client", async () => {
    const client = new Cairn({ apiKey: issued.key, baseUrl: server.url });
    await expect(client.search({ query })).rejects.toThrow(inApi);
    const { retrieval_id } = await client.search({ query, user_id: "ana" });
    expect(await client.recordOutcome({ retrieval_id, success: true })).toMatchObject({ status: "recorded" });
  });

  const authorization = () => ({ authorization: `Bearer ${issued.key}` });
  const remote = () => ({ CAIRN_URL: server.url, CAIRN_KEY: issued.key });
  test.each<[string, unnamed: () => Promise<Client>, named: () => Promise<Client>]>([
    [
      "at /mcp",
      () => overHttp("2026-07-28", server.url, authorization()),
      () => overHttp("2026-07-28", server.url, { ...authorization(), ...byHeader }),
    ],
    [
      "by `cairn mcp`",
      () => overStdio("2026-07-28", [], remote()),
      () => overStdio("2026-07-28", ["--user", "ana"], remote()),
    ],
  ])("%s", async (_, unnamed, named) => {
    await using nobody = disposable(await unnamed());
    await expect(call(nobody.client, "search", { query })).rejects.toThrow(inApi);
    await using ana = disposable(await named());
    const { retrieval_id } = await call(ana.client, "search", { query });
    await call(nobody.client, "outcome", { retrieval_id, success: true });
  });
});

const disposable = (client: Client) => ({ client, [Symbol.asyncDispose]: () => client.close() });

test("is listed as such, and may be edited to be none, over the API and by the command line", async () => {
  const { id, require_user: isRequired } = issued;
  expect(isRequired).toBe(true);
  expect((await run("list", "--account", "team")).stdout).toMatch(/gateway +\(required\) +any/u);
  expect(JSON.parse((await run("edit", id, "--no-require-user", "--json")).stdout)).toMatchObject({
    require_user: false,
  });
  await expect.poll(async () => (await api.get("/api/v1/sessions")).status).toBe(200);
  const made = await run("create", "--account", "team", "--scopes", "admin", "--json");
  const admin = new Rest({ url: server.url, key: JSON.parse(made.stdout).key });
  const edited = await admin.patch(`/api/v1/keys/${id}`, { require_user: true });
  expect([edited.status, edited.body.require_user]).toEqual([200, true]);
  expect((await api.get("/api/v1/sessions")).status).toBe(400);
  const { body: ofAna } = await admin.post("/api/v1/keys", { user_id: "ana" });
  expect((await admin.get("/api/v1/keys?user_id=ana")).body).toMatchObject({ keys: [{ id: ofAna.key.id }], total: 1 });
  const bound = await admin.post("/api/v1/keys", { user_id: "ana", require_user: true });
  expect([bound.status, bound.body.message]).toEqual([
    400,
    "require_user: must not be set for a key that is bound to a user, because such a key always names one",
  ]);
  const wrong = await run("create", "--account", "team", "--user", "ana", "--require-user");
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("--require-user must not be set")]);
});
