import { Server, type AuthInfo } from "@modelcontextprotocol/server";
import { afterEach, expect, test } from "vitest";
import { Sessions, type SessionLimits } from "../../src/mcp/sessions.ts";

let sessions: Sessions;
let closed: number;
afterEach(() => sessions.close());

class Counted extends Server {
  override async close(): Promise<void> {
    closed++;
    await super.close();
  }
}

function begin(limits: SessionLimits): void {
  closed = 0;
  sessions = new Sessions(() => {
    return new Counted({ name: "t", version: "1" }, { capabilities: {} });
  }, limits);
}

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};

function send(key: string, body: object, session?: string): Promise<Response> {
  const headers: Record<string, string> = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...(session === undefined ? {} : { "mcp-session-id": session }),
  };
  const auth: AuthInfo = { token: "", clientId: key, scopes: [] };
  return sessions.handle(new Request("http://localhost/mcp", { method: "POST", headers }), body, auth);
}

const open = async (key: string) => (await send(key, initialize)).headers.get("mcp-session-id")!;
const ping = (key: string, session: string) => send(key, { jsonrpc: "2.0", id: 2, method: "ping" }, session);

/** It ends what it asks about. */
function end(key: string, session: string): Promise<Response> {
  const headers = { "mcp-session-id": session };
  const auth: AuthInfo = { token: "", clientId: key, scopes: [] };
  return sessions.handle(new Request("http://localhost/mcp", { method: "DELETE", headers }), undefined, auth);
}

test("one more than a key may have ends the one that was idle longest; another key's stay", async () => {
  begin({ perKey: 2 });
  const others = await open("b");
  const [first, second] = [await open("a"), await open("a")];
  await ping("a", first);
  const third = await open("a");
  expect(sessions.size).toBe(3);
  expect(closed).toBe(1);
  await expect(end("a", second)).rejects.toMatchObject({ code: "not_found" });
  for (const [key, id] of [
    ["a", first],
    ["a", third],
    ["b", others],
  ] as const)
    expect((await end(key, id)).status).toBe(200);
});

test("one that is idle too long ends by itself", async () => {
  begin({ idleMs: 50 });
  const session = await open("a");
  await expect.poll(() => sessions.size).toBe(0);
  expect(closed).toBe(1);
  await expect(end("a", session)).rejects.toMatchObject({ code: "not_found" });
});

test("what is asked in one that is over is answered, and begins none; `initialize` begins another", async () => {
  begin({});
  const list = [2, 3].map((id) => ({ jsonrpc: "2.0", id, method: "ping" }));
  const answered = await send("a", list, "of another process");
  expect([answered.status, await answered.json()]).toEqual([
    200,
    list.map(({ id }) => ({ jsonrpc: "2.0", id, result: {} })),
  ]);
  expect((await send("a", { jsonrpc: "2.0", method: "notifications/initialized" }, "of another process")).status).toBe(
    202,
  );
  expect([sessions.size, closed]).toEqual([0, 2]);
  const fresh = (await send("a", initialize, "of another process")).headers.get("mcp-session-id")!;
  expect((await end("a", fresh)).status).toBe(200);
});

test("of all together there are so many: one more ends the longest idle of whoever has the most", async () => {
  begin({ total: 3 });
  const others = await open("b");
  const [first, second] = [await open("a"), await open("a")];
  const late = await open("c");
  expect([sessions.size, closed]).toEqual([3, 1]);
  await expect(end("a", first)).rejects.toMatchObject({ code: "not_found" });
  for (const [key, id] of [
    ["a", second],
    ["b", others],
    ["c", late],
  ] as const)
    expect((await end(key, id)).status).toBe(200);
});

test("an `initialize` that is refused leaves nothing open", async () => {
  begin({});
  const response = await send("a", { ...initialize, jsonrpc: "1.0" });
  expect(response.status).toBe(400);
  expect([sessions.size, closed]).toEqual([0, 1]);
});

test("what a session keeps of its client is bounded", async () => {
  begin({});
  const named = (name: string) => ({
    ...initialize,
    params: { ...initialize.params, clientInfo: { name, version: "1" } },
  });
  await expect(send("a", named("x".repeat(16_384)))).rejects.toMatchObject({ code: "payload_too_large" });
  expect([sessions.size, closed]).toEqual([0, 0]);
  expect((await send("a", named("x".repeat(15_000)))).status).toBe(200);
  const session = await open("a");
  const pingAs = (id: string) => send("a", { jsonrpc: "2.0", id, method: "ping" }, session);
  expect((await pingAs("x".repeat(200))).status).toBe(200);
  await expect(pingAs("x".repeat(201))).rejects.toMatchObject({ code: "invalid_argument" });
  const batch = ["1", "x".repeat(201)].map((id) => ({ jsonrpc: "2.0", id, method: "ping" }));
  await expect(send("a", batch, session)).rejects.toMatchObject({ code: "invalid_argument" });
});

test("all end at the close", async () => {
  begin({});
  await open("a");
  await open("b");
  await sessions.close();
  expect([sessions.size, closed]).toEqual([0, 2]);
});
