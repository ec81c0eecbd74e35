import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

const inApi = "X-Cairn-User: must name a user, where nothing else (user_id) does: this key requires one";
const inModels =
  "X-Cairn-User: must name a user, where nothing else (user, safety_identifier, metadata.user_id) does: this key requires one";

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
    for (const user of ["ana", "system"])
      expect((await api.post("/api/v1/working", { ...words, user_id: user })).status).toBe(200);
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
  const bound = await admin.post("/api/v1/keys", { user_id: "ana", require_user: true });
  expect([bound.status, bound.body.message]).toEqual([
    400,
    "require_user: must not be set for a key that is bound to a user: it names one",
  ]);
  const wrong = await run("create", "--account", "team", "--user", "ana", "--require-user");
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("--require-user must not be set")]);
});
