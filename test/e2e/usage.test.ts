import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AdminService } from "../../gen/cairn/admin/v1/admin_pb.ts";
import { monthOf } from "../../src/account/month.ts";
import { SqlUsageStore } from "../../src/store/account/usage.ts";
import { openDatabase } from "../../src/store/database.ts";
import { cairn } from "../support/cli.ts";
import { Rest } from "../support/rest.ts";
import { startServer, type TestServer } from "../support/server.ts";

/** Keys with models and budgets, and what is told of their usage: by command, REST and RPC. */

let server: TestServer;
let admin: Rest;
beforeAll(async () => {
  server = await startServer();
  admin = new Rest(server);
});
afterAll(() => server.remove());

type Made = { key: { id: string; account: string }; secret: string };

async function makeKey(members: object): Promise<{ id: string; api: Rest }> {
  const answer = await admin.post("/api/v1/keys", { name: "limited", scopes: ["gateway"], ...members });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const { key, secret }: Made = answer.body;
  return { id: key.id, api: new Rest(server, secret) };
}

/** As another process on the same folder counts it. */
async function use(key: string, model: string, counts: { input: number; output: number; micros: number }) {
  const db = await openDatabase({ path: join(server.data, "cairn.db") });
  const { account_id: account } = await db.read
    .selectFrom("key")
    .select("account_id")
    .where("id", "=", key)
    .executeTakeFirstOrThrow();
  const of = { account, key, month: monthOf(Date.now()), provider: "anthropic", model };
  const rest = { requests: 1, cacheRead: 1_000, cacheWrite: 0, unpriced: counts.micros === 0 ? 1 : 0 };
  await new SqlUsageStore(db).add([{ ...of, ...rest, ...counts }]);
  await db.close();
}

describe("keys", () => {
  test("have models and budgets as they were made, in every list and after a rotation", async () => {
    const policy = {
      models: ["claude-*", "ollama/*"],
      monthly_token_budget: 5_000_000_000,
      monthly_budget_usd: 12.345678,
    };
    const { id } = await makeKey(policy);
    const { id: plain } = await makeKey({});
    const { keys } = (await admin.get("/api/v1/keys")).body;
    expect(keys.find((key: { id: string }) => key.id === id)).toMatchObject(policy);
    const any = keys.find((key: { id: string }) => key.id === plain);
    expect(any.models).toEqual([]);
    expect(any).not.toHaveProperty("monthly_token_budget");
    expect(any).not.toHaveProperty("monthly_budget_usd");
    expect((await admin.post(`/api/v1/keys/${id}/rotate`, {})).body.key).toMatchObject(policy);
  });

  test("are edited: what is given is another, what is cleared bounds no more, the rest stays", async () => {
    const { id } = await makeKey({ models: ["claude-*"], monthly_token_budget: 100, monthly_budget_usd: 1 });
    const edit = (members: object) => admin.call("PATCH", `/api/v1/keys/${id}`, members);
    const edited = await edit({ name: "raised", monthly_budget_usd: 12.5, clear: ["models"] });
    const raised = { id, name: "raised", models: [], monthly_token_budget: 100, monthly_budget_usd: 12.5 };
    expect([edited.status, edited.body]).toEqual([200, expect.objectContaining(raised)]);
    for (const [members, field] of [
      [{}, "name"],
      [{ clear: ["scopes"] }, "clear[0]"],
      [{ monthly_budget_usd: 2, clear: ["monthly_budget_usd"] }, "clear"],
      [{ monthly_token_budget: 1.5 }, "monthly_token_budget"],
      [{ expires_at: "2020-01-01" }, "expires_at"],
      [{ scopes: ["admin"] }, "scopes"],
    ] as const) {
      const { status, body } = await edit(members);
      expect([status, body.details?.[0].field], JSON.stringify(body)).toEqual([400, field]);
    }
    const { keys } = (await admin.get("/api/v1/keys")).body;
    expect(keys.find((key: { id: string }) => key.id === id)).toMatchObject(raised);
    expect((await admin.call("PATCH", "/api/v1/keys/key_none", { name: "x" })).status).toBe(404);
  });

  test.each<[object, string]>([
    [{ models: ["claude *"] }, "models[0]"],
    [{ models: ["a", "claude-*-5"] }, "models[1]"],
    [{ models: [""] }, "models[0]"],
    [{ models: "claude-*" }, "models"],
    [{ monthly_token_budget: 0 }, "monthly_token_budget"],
    [{ monthly_token_budget: 1.5 }, "monthly_token_budget"],
    [{ monthly_token_budget: "100" }, "monthly_token_budget"],
    [{ monthly_budget_usd: 0 }, "monthly_budget_usd"],
    [{ monthly_budget_usd: -1 }, "monthly_budget_usd"],
    [{ monthly_budget_usd: 0.1234567 }, "monthly_budget_usd"],
    [{ monthly_budget_usd: 1e9 }, "monthly_budget_usd"],
  ])("%j is refused by its name", async (members, field) => {
    const { status, body } = await admin.post("/api/v1/keys", members);
    expect([status, body.error, body.details[0].field]).toEqual([400, "invalid_argument", field]);
  });
});

describe("usage", () => {
  const month = monthOf(Date.now());

  test("a key with the scope gateway sees its own; admin sees every key's, or one's", async () => {
    const one = await makeKey({ name: "one", monthly_token_budget: 5_000, monthly_budget_usd: 0.5 });
    const two = await makeKey({ name: "two" });
    await use(one.id, "claude-opus-5", { input: 200, output: 100, micros: 123_456 });
    await use(one.id, "claude-unknown", { input: 1, output: 1, micros: 0 });
    await use(two.id, "claude-opus-5", { input: 10_000, output: 0, micros: 1 });

    const own = await one.api.get("/api/v1/usage");
    const total = {
      requests: 2,
      input_tokens: 201,
      output_tokens: 101,
      cache_read_tokens: 2_000,
      cache_write_tokens: 0,
      cost_usd: 0.123456,
      unpriced_requests: 1,
    };
    expect([own.status, own.body]).toEqual([
      200,
      {
        month,
        resets_at: expect.stringMatching(/^\d{4}-\d\d-01T00:00:00\.000Z$/u),
        total,
        models: [
          { provider: "anthropic", model: "claude-opus-5", usage: expect.objectContaining({ cost_usd: 0.123456 }) },
          { provider: "anthropic", model: "claude-unknown", usage: expect.objectContaining({ unpriced_requests: 1 }) },
        ],
        keys: [
          {
            key_id: one.id,
            name: "one",
            usage: total,
            token_budget: { budget: 5_000, spent: 2_302, remaining: 2_698 },
            usd_budget: { budget: 0.5, spent: 0.123456, remaining: 0.376544 },
          },
        ],
      },
    ]);
    expect(new Date(own.body.resets_at).getTime()).toBeGreaterThan(Date.now());

    const all = (await admin.get(`/api/v1/usage?month=${month}`)).body;
    expect(all.total).toMatchObject({ requests: 3, input_tokens: 10_201, cost_usd: 0.123457 });
    expect(all.keys.map((key: { name: string }) => key.name)).toEqual(["one", "two"]);
    const other = (await admin.get(`/api/v1/usage?key_id=${two.id}`)).body;
    expect(other.keys).toMatchObject([{ key_id: two.id, usage: { requests: 1 } }]);
    expect(other.keys[0]).not.toHaveProperty("token_budget");

    const rpc = createClient(AdminService, createGrpcTransport({ baseUrl: server.url }));
    const headers = { authorization: `Bearer ${one.api.key}` };
    expect((await rpc.getUsage({}, { headers })).total).toMatchObject({
      requests: 2,
      inputTokens: 201,
      costUsd: 0.123456,
    });
  });

  test("a key that was not used has its whole budget; a successor has its predecessor's", async () => {
    const { id, api } = await makeKey({ monthly_token_budget: 10 });
    const unused = (await api.get("/api/v1/usage")).body;
    expect(unused.keys).toMatchObject([{ key_id: id, token_budget: { budget: 10, spent: 0, remaining: 10 } }]);
    const { key, secret }: Made = (await admin.post(`/api/v1/keys/${id}/rotate`, {})).body;
    await use(id, "claude-opus-5", { input: 40, output: 0, micros: 0 });
    const successor = (await new Rest(server, secret).get("/api/v1/usage")).body;
    expect(successor.keys).toMatchObject([{ key_id: id, token_budget: { spent: 1_040, remaining: 0 } }]);
    await admin.patch(`/api/v1/keys/${key.id}`, { monthly_token_budget: 5_000 });
    const edited = (await new Rest(server, secret).get("/api/v1/usage")).body;
    expect(edited.keys).toMatchObject([{ token_budget: { budget: 5_000, spent: 1_040, remaining: 3_960 } }]);
    expect((await admin.get("/api/v1/usage?month=2025-01")).body).toMatchObject({
      resets_at: "2025-02-01T00:00:00.000Z",
      total: { requests: 0 },
      models: [],
      keys: [],
    });
  });

  test("nobody sees another's", async () => {
    const [one, two] = [await makeKey({}), await makeKey({})];
    const memory = await makeKey({ scopes: ["memory:read"] });
    const other = await cairn(["keys", "create", "--account", "other", "--scopes", "admin", "--json"], {
      CAIRN_DATA: server.data,
    });
    const stranger = new Rest(server, JSON.parse(other.stdout).key);
    expect((await one.api.get(`/api/v1/usage?key_id=${two.id}`)).body).toMatchObject({ error: "permission_denied" });
    expect((await one.api.get(`/api/v1/usage?key_id=${one.id}`)).status).toBe(200);
    const { status, body } = await memory.api.get("/api/v1/usage");
    expect([status, body.message]).toEqual([403, expect.stringContaining("gateway or admin")]);
    expect((await stranger.get(`/api/v1/usage?key_id=${one.id}`)).status).toBe(404);
    expect((await stranger.get("/api/v1/usage")).body).toMatchObject({ total: { requests: 0 }, keys: [] });
  });

  test.each(["month=2026-13", "month=november", "month=", "months=2026-01", "key_id="])("?%s is 400", async (query) => {
    expect((await admin.get(`/api/v1/usage?${query}`)).status).toBe(400);
  });
});

describe("the command line", () => {
  const run = (...args: string[]) => cairn(args, { CAIRN_DATA: server.data });
  const create = (...args: string[]) => run("keys", "create", "--account", "cli", ...args);

  test("makes keys with models and budgets, and lists them", async () => {
    const policy = { models: ["claude-*", "gpt-5.5"], monthly_token_budget: 1_000_000, monthly_budget_usd: 20.5 };
    const made = await create(
      "--models",
      "claude-*, gpt-5.5",
      "--token-budget",
      "1000000",
      "--usd-budget",
      "20.50",
      "--json",
    );
    expect(JSON.parse(made.stdout)).toMatchObject(policy);
    await create("--name", "plain");
    const listed = JSON.parse((await run("keys", "list", "--account", "cli", "--json")).stdout);
    const unbounded = { models: [], monthly_token_budget: null, monthly_budget_usd: null };
    expect(listed.keys).toMatchObject([{ name: "plain", ...unbounded }, policy]);
    const { stdout } = await run("keys", "list", "--account", "cli");
    expect(stdout).toMatch(/claude-\*,gpt-5\.5 +1000000 tokens, \$20\.5 /u);
    expect(stdout).toMatch(/plain .* any +none /u);
  });

  test.each([
    [["--token-budget", "many"], 2, "--token-budget"],
    [["--token-budget", "1.5"], 2, "--token-budget"],
    [["--usd-budget", "0"], 2, "--usd-budget"],
    [["--usd-budget", "1.1234567"], 2, "--usd-budget"],
    [["--models", "a b"], 2, "--models"],
  ])("%j is refused", async (args, code, named) => {
    const refused = await create(...args);
    expect([refused.code, refused.stderr]).toEqual([code, expect.stringContaining(named)]);
  });

  test.each([
    ["nonsense", "prices.json", /JSON/u],
    ['{"gpt-5.5": {"input": 1}}', "prices.json", /prices\["gpt-5\.5"\]\.output/u],
    ["nothing, as there is none", "no-prices.json", /ENOENT/u],
    ["files, as a folder does", ".", /EISDIR/u],
  ])("a file of prices that holds %s is a wrong setting", async (text, name, why) => {
    const path = join(server.data, name);
    if (name === "prices.json") writeFileSync(path, text);
    const { code, stderr } = await cairn(["serve"], {
      CAIRN_DATA: join(server.data, "x"),
      CAIRN_PORT: "0",
      CAIRN_PRICES: path,
    });
    expect(code).toBe(2);
    const allowed = "a JSON file of prices, as docs/gateway.md describes";
    expect(stderr).toContain(`error: CAIRN_PRICES must be ${allowed}, but is ${JSON.stringify(path)}: `);
    expect(stderr).toMatch(why);
  });
});
