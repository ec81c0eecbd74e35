import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cairn } from "../support/cli.ts";
import { Rest } from "../support/rest.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { call, eras, fault, overHttp, overStdio } from "./support/clients.ts";

/** What stands before /mcp: origins, keys, scopes, limits, sizes; and that it is told in headers and in the log. */

const page = "https://app.example";
let server: TestServer;

beforeAll(async () => {
  server = await startServer({ env: { CAIRN_CORS_ORIGINS: page, CAIRN_LOG: "info" } });
}, 60_000);
afterAll(() => server.remove());

const key = async (members: object = {}): Promise<string> => {
  const { body } = await new Rest(server).post("/api/v1/keys", members);
  return body.secret;
};

/** Of an account whose plan is free. */
async function frugalKey(): Promise<string> {
  const args = ["keys", "create", "--account", "frugal", "--plan", "free", "--json"];
  const made = await cairn(args, { CAIRN_DATA: server.data });
  return (JSON.parse(made.stdout) as { key: string }).key;
}

const accept = { accept: "application/json, text/event-stream" };
const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};
const listTools = (id: number) => ({ jsonrpc: "2.0", id, method: "tools/list" });

const post = (body: unknown, headers: Record<string, string> = {}, by = server.key) =>
  new Rest(server, by).post("/mcp", body, { ...accept, ...headers });

async function openSession(by = server.key): Promise<Record<string, string>> {
  const { headers } = await post(initialize, {}, by);
  return { "mcp-session-id": headers.get("mcp-session-id")!, "mcp-protocol-version": "2025-11-25" };
}

describe("origins", () => {
  test.each(["https://evil.example", "null", "http://localhost:3000", `http://127.0.0.1:7070`])(
    "%s is refused",
    async (origin) => {
      const { status, body } = await post(initialize, { origin });
      expect(status).toBe(403);
      expect(body).toMatchObject({ jsonrpc: "2.0", id: null, error: { data: { error: "permission_denied" } } });
      expect(body.error.message).toContain(`"${origin}" is not allowed (CAIRN_CORS_ORIGINS)`);
    },
  );

  test("a refused one counts, and is told what is left; without a key it is 401 all the same", async () => {
    const { headers } = await post(initialize, { origin: "https://evil.example" });
    expect(headers.get("x-ratelimit-remaining")).toBe("2147483647");
    expect(Number(headers.get("x-ratelimit-reset"))).toBeGreaterThan(0);
    expect((await post(initialize, { origin: "https://evil.example" }, "")).status).toBe(401);
  });

  test("a page of this server, under a name of this machine, may call", async () => {
    expect((await post(initialize, { origin: server.url })).status).toBe(200);
    expect((await post(initialize, { origin: server.url.replace("http", "https") })).status).toBe(403);
    expect((await post(initialize, { origin: server.url.replace("127.0.0.1", "localhost") })).status).toBe(403);
  });

  test("a configured one may call, and read the session's id", async () => {
    const { status, headers } = await post(initialize, { origin: page });
    expect(status).toBe(200);
    expect(headers.get("access-control-allow-origin")).toBe(page);
    expect(headers.get("access-control-expose-headers")).toContain("Mcp-Session-Id");
  });
});

describe("keys", () => {
  test("none and a wrong one are refused", async () => {
    for (const by of ["", "ck_none_none"]) {
      const { status, headers, body } = await post(initialize, {}, by);
      expect(status).toBe(401);
      expect(headers.get("www-authenticate")).toBe("Bearer");
      expect(body.error).toMatchObject({ data: { error: "unauthenticated", request_id: headers.get("x-request-id") } });
    }
  });

  test.each(eras)("%s: a scope that a key lacks is a tool's error, and told to the model", async (era) => {
    const reader = await key({ scopes: ["memory:read"] });
    const client = await overHttp(era, server.url, { "x-api-key": reader });
    expect((await call(client, "search", { query: "x" }))["results"]).toEqual([]);
    expect(await fault(client, "remember", { content: "x" })).toMatch(
      /^permission_denied: this key lacks the scope memory:write.*\nDo not call again; tell the user\.\n\(request /u,
    );
    await client.close();
    const writer = await overHttp(era, server.url, {
      "x-api-key": await key({ scopes: ["memory:write"] }),
    });
    expect(await fault(writer, "search", { query: "x" })).toContain("lacks the scope memory:read");
    await expect(writer.listResources()).rejects.toThrow("lacks the scope memory:read");
    await writer.close();
  });

  test("a user that the connection does not name is for the user to mend: no argument does", async () => {
    const client = await overHttp("2026-07-28", server.url, { "x-api-key": await key({ require_user: true }) });
    expect(await fault(client, "search", { query: "x" })).toMatch(
      /^invalid_argument: X-Cairn-User: must name a user .*\nDo not call again; tell the user that the settings of this/u,
    );
    await client.close();
  });

  test("a wrong one is told by `cairn mcp` to the model", async () => {
    const client = await overStdio("2026-07-28", ["--url", server.url], { CAIRN_KEY: "ck_none_none" });
    expect(await fault(client, "search", { query: "x" })).toMatch(
      /^unauthenticated: .*\nTell the user that the API key of this connection .*\n\(request /u,
    );
    await client.close();
  });

  test("a key without memory is refused at the door", async () => {
    const { status, body } = await post(initialize, {}, await key({ scopes: ["gateway"] }));
    expect(status).toBe(403);
    expect(body.error.message).toContain("lacks the scope memory:read or memory:write");
  });

  test("a key's user is whose memory it is, and no header names another", async () => {
    const bound = await key({ user_id: "ana" });
    const client = await overHttp("2026-07-28", server.url, { authorization: `Bearer ${bound}` });
    const { id } = await call(client, "remember", { content: "Ana likes bees.", session_id: "bees" });
    expect((await new Rest(server).get(`/api/v1/messages/${id}?user_id=ana`)).status).toBe(200);
    expect((await new Rest(server).get(`/api/v1/messages/${id}`)).status).toBe(404);
    await client.close();
    const other = await overHttp("2026-07-28", server.url, { authorization: `Bearer ${bound}`, "x-cairn-user": "ben" });
    expect(await fault(other, "search", { query: "bees" })).toContain(
      'permission_denied: user_id: this key may act only for the user "ana"',
    );
    // Where an RPC takes no user_id.
    expect(await fault(other, "outcome", { retrieval_id: "ret_x", success: true })).toMatch(
      /^permission_denied: X-Cairn-User: this key may act only for the user "ana"\nDo not call again; tell the user\.\n/u,
    );
    await other.close();
  });

  test("a header that names nobody is refused: it would be everybody's memory", async () => {
    const { status, body } = await post(initialize, { "x-cairn-user": " " });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining("X-Cairn-User: must name a user")]);
  });
});

test("what is everybody's a user reads and cannot forget, and is told so; what is another's is not there", async () => {
  const connect = (user: string) =>
    overHttp("2026-07-28", server.url, { authorization: `Bearer ${server.key}`, "x-cairn-user": user });
  const [everybody, ana, ben] = [await connect("system"), await connect("ana"), await connect("ben")];
  const pattern = { title: "Everybody's", problem: "p", solution: "s" };
  const rule = { content: "Never deploy by hand.", role: "user" };
  await call(everybody, "remember", rule);
  await expect
    .poll(async () => (await call(everybody, "directives"))["directives"], { timeout: 20_000 })
    .toHaveLength(1);
  const { directives } = await call(everybody, "directives");
  const ids = [(await call(everybody, "forge", pattern))["id"], directives[0].id];
  for (const id of ids) {
    const told = `permission_denied: ${id} belongs to everyone (the user system): this user cannot erase it\nDo not call`;
    expect(await fault(ana, "forget", { id })).toContain(told);
  }
  const { id: shared } = await call(everybody, "remember", { content: "The office closes on December 24." });
  expect(await fault(ana, "forget", { id: shared })).toContain("if its user_id is system, it belongs to everyone");
  const { id } = await call(ben, "remember", { content: "Ben's own." });
  expect(await fault(ana, "forget", { id })).toMatch(/^not_found: /u);
  await Promise.all([everybody, ana, ben].map((each) => each.close()));
}, 30_000);

describe("limits", () => {
  test("every request counts, and each message of a batch; what is over is refused with when to come back", async () => {
    const by = await frugalKey();
    const session = await openSession(by);
    const batch = await post([1, 2, 3, 4].map(listTools), session, by);
    expect(batch.status).toBe(200);
    expect(batch.body.map((each: { id: number }) => each.id)).toEqual([1, 2, 3, 4]);
    expect(batch.headers.get("x-ratelimit-remaining")).toBe("5");
    const over = await post([1, 2, 3, 4, 5, 6, 7].map(listTools), session, by);
    expect(over.status).toBe(429);
    expect(Number(over.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(over.body.error.data.error).toBe("rate_limited");
  });

  test("a body above 2 MiB, one that is no JSON, and another type", async () => {
    expect((await post({ ...listTools(1), params: { fill: "x".repeat(2 ** 21) } })).status).toBe(413);
    const broken = await post('{"jsonrpc":');
    expect(broken.status).toBe(400);
    expect(broken.body.error).toMatchObject({ code: -32700, message: expect.stringContaining("not valid JSON") });
    expect((await post("x", { "content-type": "text/plain" })).status).toBe(415);
    expect((await post({ hello: 1 })).status).toBe(400);
  });
});

describe("requests", () => {
  test("have an id, a line in the log and a place among the metrics", async () => {
    const { headers } = await post(initialize, { "x-request-id": "mine-1" });
    expect(headers.get("x-request-id")).toBe("mine-1");
    const session = { ...(await openSession()), "x-request-id": "mine-2" };
    await post(
      { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "search", arguments: { query: "" } } },
      session,
    );
    const line = await logged("mine-2");
    expect(line).toMatchObject({
      route: "/mcp",
      status: 200,
      rpc: "cairn.memory.v1.MemoryService/Search",
      code: "invalid_argument",
    });
    expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('route="/mcp"');
  });

  test("GET has no stream to give", async () => {
    const { status, headers } = await new Rest(server).get("/mcp", accept);
    expect(status).toBe(405);
    expect(headers.get("allow")).toBe("DELETE, OPTIONS, POST");
  });

  test("of the new era need no session; subscriptions are refused, for nothing changes", async () => {
    const envelope = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "t", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const ask = (method: string, params: object = {}) =>
      post(
        { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: envelope } },
        { "mcp-protocol-version": "2026-07-28", "mcp-method": method },
      );
    const discovered = await ask("server/discover");
    expect(discovered.headers.get("mcp-session-id")).toBeNull();
    expect(discovered.body.result).toMatchObject({ supportedVersions: ["2026-07-28"], capabilities: { tools: {} } });
    expect((await ask("tools/list")).body.result).toMatchObject({ ttlMs: 3_600_000, cacheScope: "public" });
    const listened = await ask("subscriptions/listen", { notifications: { toolsListChanged: true } });
    expect(listened.body.error.message).toContain("ubscription");
  });
});

describe("sessions", () => {
  test("are their key's alone, end on DELETE, and are not needed: the key says whose memory it is", async () => {
    const session = await openSession();
    expect((await post(listTools(1), session)).status).toBe(200);
    const other = await key();
    expect((await new Rest(server, other).delete("/mcp", session)).status).toBe(404);
    expect((await new Rest(server).delete("/mcp", session)).status).toBe(200);
    expect((await new Rest(server).delete("/mcp", session)).status).toBe(404);
    const note = { name: "remember", arguments: { content: "Whose is it?", session_id: "over" } };
    const asked = { jsonrpc: "2.0", id: 2, method: "tools/call", params: note };
    const { status, body } = await post(asked, session, await key({ user_id: "eve" }));
    expect([status, body.error]).toEqual([200, undefined]);
    const { id } = body.result.structuredContent;
    expect((await new Rest(server).get(`/api/v1/messages/${id}?user_id=eve`)).status).toBe(200);
    expect((await new Rest(server).get(`/api/v1/messages/${id}`)).status).toBe(404);
  });

  test("must be begun", async () => {
    const { status, body } = await post(listTools(1));
    expect(status).toBe(400);
    expect(body.error.message).toContain("Mcp-Session-Id");
    expect((await post({ ...initialize, params: {} })).status).toBe(400);
  });
});

/** Lines are written a little late. */
async function logged(request: string): Promise<unknown> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const line = server
      .output()
      .split("\n")
      .find((each) => each.includes(`"${request}"`));
    if (line !== undefined) return JSON.parse(line);
    await new Promise((later) => setTimeout(later, 50));
  }
  return undefined;
}
