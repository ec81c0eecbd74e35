import { once } from "node:events";
import { connect } from "node:http2";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Rest } from "../support/rest.ts";
import { startServer, type TestServer } from "../support/server.ts";

/** Headers that say whose memory it is, sent twice: Node makes one value of them, which would be a user that nobody has. */

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.remove());

const words = { role: "user", content: "I live in Bergen.", session_id: "s" };
const asked = { model: "cairn/inspect", max_tokens: 9, messages: [{ role: "user", content: "Where do I live?" }] };
const called = { jsonrpc: "2.0", id: 1, method: "tools/list" };

async function send(method: string, path: string, body: object | undefined, headers: Record<string, string[]>) {
  const own = { authorization: `Bearer ${server.key}`, "content-type": "application/json" };
  const sent = request(server.url + path, { method, headers: { ...own, ...headers } });
  sent.end(body && JSON.stringify(body));
  const [response] = await once(sent, "response");
  return { status: response.statusCode, said: await text(response) };
}

describe.each<[string, string[]]>([
  ["X-Cairn-User", ["ana", "ben"]],
  ["x-cairn-user", ["ana", "ana"]],
  ["X-Cairn-Memory", ["on", "off"]],
  ["X-OpenWebUI-User-Id", ["ana", "ben"]],
])("%s: %j", (name, values) => {
  test.each<[string, string, object | undefined]>([
    ["POST", "/api/v1/working", words],
    ["GET", "/api/v1/sessions", undefined],
    ["POST", "/v1/chat/completions", asked],
    ["POST", "/v1/messages", asked],
    ["POST", "/mcp", called],
    ["POST", "/cairn.memory.v1.MemoryService/AddMessage", words],
  ])("%s %s is refused by its name", async (method, path, body) => {
    const { status, said } = await send(method, path, body, { [name]: values });
    expect([status, said.includes(`${name}: must be given only once`)]).toEqual([400, true]);
  });
});

test("over HTTP/2 too, and gRPC has its own code for it", async () => {
  const session = connect(server.url);
  const stream = session.request({
    ":method": "POST",
    ":path": "/cairn.memory.v1.MemoryService/ListSessions",
    "content-type": "application/grpc",
    authorization: `Bearer ${server.key}`,
    "x-cairn-user": ["ana", "ben"],
  });
  stream.end(Buffer.alloc(5));
  const [headers] = await once(stream, "response");
  session.destroy();
  expect([headers["grpc-status"], decodeURIComponent(headers["grpc-message"])]).toEqual([
    "3",
    "x-cairn-user: must be given only once",
  ]);
});

test("other headers may be repeated, and nobody of a joined name was made", async () => {
  const { status } = await send("GET", "/api/v1/sessions", undefined, {
    "x-session-id": ["a", "b"],
    "X-Cairn-User": ["ana"],
  });
  expect(status).toBe(200);
  const { users } = (await new Rest(server).get("/api/v1/users")).body;
  expect(users).toEqual([]);
});
