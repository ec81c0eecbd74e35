import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cairn } from "../support/cli.ts";
import { Rest } from "../support/rest.ts";
import { startServer, type TestServer } from "../support/server.ts";

/** What a hostile or clumsy client may send: the documented answer, and nothing left behind. */

let server: TestServer;
let api: Rest;

beforeAll(async () => {
  server = await startServer();
  api = new Rest(server);
});
afterAll(() => server.remove());

const message = (members: object) => ({ role: "user", content: "hello", session_id: "s", ...members });
const pattern = (members: object) => ({ title: "t", problem: "p", solution: "s", ...members });
const kib = (n: number) => "x".repeat(n * 1024);

describe("bodies", () => {
  test.each<[string, string, unknown, string]>([
    ["a missing member", "/api/v1/working", { role: "user", session_id: "s" }, "content"],
    ["an empty string", "/api/v1/working", message({ content: "" }), "content"],
    ["a blank string", "/api/v1/working", message({ content: " \n\t" }), "content"],
    ["a NUL", "/api/v1/working", message({ content: "a\u0000b" }), "content"],
    ["a lone surrogate", "/api/v1/working", '{"role":"user","content":"\\ud800","session_id":"s"}', "content"],
    ["an unknown role", "/api/v1/working", message({ role: "robot" }), "role"],
    ["a number for a string", "/api/v1/working", message({ content: 7 }), "content"],
    ["a string for a number", "/api/v1/memory/search", { query: "x", limit: "10" }, "limit"],
    ["limit 0", "/api/v1/memory/search", { query: "x", limit: 0 }, "limit"],
    ["limit -1", "/api/v1/memory/search", { query: "x", limit: -1 }, "limit"],
    ["limit 1.5", "/api/v1/memory/search", { query: "x", limit: 1.5 }, "limit"],
    ["limit 1e9", "/api/v1/memory/search", { query: "x", limit: 1e9 }, "limit"],
    ["an unknown source", "/api/v1/memory/search", { query: "x", sources: ["pattern"] }, "sources"],
    ["metadata that is no object", "/api/v1/memory/search", { query: "x", metadata: "y" }, "metadata"],
    ["a list to find in metadata", "/api/v1/memory/search", { query: "x", metadata: { y: ["z"] } }, "metadata.y"],
    ["null to find in metadata", "/api/v1/memory/search", { query: "x", metadata: { y: null } }, "metadata.y"],
    [
      "17 members to find in metadata",
      "/api/v1/memory/search",
      { query: "x", metadata: Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`y${i}`, i])) },
      "metadata",
    ],
    ["a bad time", "/api/v1/memory/search", { query: "x", since: "yesterday" }, "since"],
    [
      "a span that ends first",
      "/api/v1/memory/search",
      { query: "x", since: "2026-02-01", until: "2026-01-31" },
      "until",
    ],
    ["an unknown member", "/api/v1/working", message({ colour: "red" }), "colour"],
    ["__proto__", "/api/v1/working", '{"role":"user","content":"x","session_id":"s","__proto__":{"a":1}}', "__proto__"],
    ["both spellings", "/api/v1/working", message({ user_id: "a", userId: "b" }), "user"],
    ["an array for an object", "/api/v1/working", [], ""],
    ["a string for an array", "/api/v1/patterns", pattern({ tags: "a,b" }), "tags"],
    ["text of 256 KiB and a byte", "/api/v1/working", message({ content: kib(256) + "x" }), "content"],
    ["a title of 501 characters", "/api/v1/patterns", pattern({ title: "x".repeat(501) }), "title"],
    ["a problem of 64 KiB and a byte", "/api/v1/patterns", pattern({ problem: kib(64) + "x" }), "problem"],
    ["51 tags", "/api/v1/patterns", pattern({ tags: Array.from({ length: 51 }, (_, i) => `t${i}`) }), "tags"],
    ["a tag of 101 characters", "/api/v1/patterns", pattern({ tags: ["x".repeat(101)] }), "tags"],
    ["a query of 16 KiB and a byte", "/api/v1/memory/search", { query: kib(16) + "x" }, "query"],
    ["a session name of 201 characters", "/api/v1/working", message({ session_id: "x".repeat(201) }), "session_id"],
    [
      "1,001 messages",
      "/api/v1/working/batch",
      { messages: Array.from({ length: 1001 }, () => message({})) },
      "messages",
    ],
    [
      "a bad one among the batch",
      "/api/v1/working/batch",
      { messages: [message({}), message({ role: "x" })] },
      "messages[1]",
    ],
    ["metadata that is no object", "/api/v1/working", message({ metadata: [1] }), "metadata"],
    ["not JSON", "/api/v1/working", "{role:", ""],
    ["duplicate keys", "/api/v1/working", '{"role":"user","role":"user","content":"x","session_id":"s"}', ""],
    ["deep nesting", "/api/v1/working", `{"metadata":${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}}`, ""],
    ["invalid UTF-8", "/api/v1/working", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), ""],
    ["no body", "/api/v1/working", "", ""],
  ])("%s is 400 and names the member", async (_what, path, body, field) => {
    const answer = await api.post(path, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: "invalid_argument", request_id: expect.any(String) });
    expect(JSON.stringify([answer.body.message, answer.body.details ?? []])).toContain(field);
  });

  test.each([
    ["PATCH", "/api/v1/patterns/x", ["title", "problem", "solution", "tags", "works_when", "anti_patterns"]],
    ["PATCH", "/api/v1/messages/x", ["content", "metadata"]],
    ["PATCH", "/api/v1/directives/x", ["pinned", "disabled"]],
    ["POST", "/api/v1/outcomes", ["retrieval_id", "application_id"]],
  ])("%s %s without any of what it takes names each", async (method, path, fields) => {
    const answer = await api.call(method, path, method === "POST" ? { success: true } : {});
    const [first, ...others] = fields;
    const told = others.length > 1 ? `if none of ${others.join(", ")} is` : `if ${others[0]} is not`;
    expect(answer).toMatchObject({ status: 400, body: { details: fields.map((field) => ({ field })) } });
    expect(answer.body.message).toContain(`${first}: must be given ${told}, but`);
  });

  test("one byte over the body's cap is 413", async () => {
    const over = `{"role":"user","session_id":"s","content":"x"}`.padEnd(2 * 1024 * 1024 + 1, " ");
    expect((await api.post("/api/v1/working", over)).status).toBe(413);
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "application/xml"])("%s is 415", async (type) => {
    expect((await api.post("/api/v1/working", "{}", { "content-type": type })).status).toBe(415);
  });

  test("an unknown content encoding is 415", async () => {
    expect((await api.post("/api/v1/working", "{}", { "content-encoding": "br" })).status).toBe(415);
  });
});

describe("queries and paths", () => {
  test.each([
    ["/api/v1/patterns?limit=0", "limit"],
    ["/api/v1/patterns?limit=201", "limit"],
    ["/api/v1/patterns?limit=ten", "limit"],
    ["/api/v1/patterns?tags=%20", "tags"],
    ["/api/v1/directives?status=active,%20", "status"],
    ["/api/v1/patterns?offset=-1", "offset"],
    ["/api/v1/patterns?colour=red", "colour"],
    ["/api/v1/patterns?cursor=garbage", "cursor"],
    ["/api/v1/sessions/%E0%A4%A/messages", ""],
  ])("%s is 400", async (path, field) => {
    const answer = await api.get(path);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(field);
  });

  test("a wrong method is 405 and says what is allowed", async () => {
    const answer = await api.call("PUT", "/api/v1/patterns");
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toMatch(/GET.*POST|POST.*GET/);
  });
});

describe("keys", () => {
  const create = async (...args: string[]) => {
    const made = await cairn(["keys", "create", "--account", "tests", "--json", ...args], { CAIRN_DATA: server.data });
    return JSON.parse(made.stdout) as { id: string; key: string };
  };
  const search = (key: string) => new Rest({ url: server.url, key }).post("/api/v1/memory/search", { query: "x" });

  test.each(["", "nonsense", "ck_", "ck_a_b", `ck_${"x".repeat(5_000)}_y`])(
    "a malformed key %j is 401",
    async (key) => {
      expect((await search(key)).status).toBe(401);
    },
  );

  test.each(["Bearer ", "ck_abc", "Basic YTpi"])(
    "of the header %j it is said that it has none",
    async (authorization) => {
      const answer = await fetch(`${server.url}/api/v1/memory/search`, { method: "POST", headers: { authorization } });
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({
        message: expect.stringContaining("empty or does not follow Bearer"),
      });
    },
  );

  test("a wrong secret, an expired and a revoked key are 401; too small a scope is 403", async () => {
    const good = await create("--plan", "team");
    expect((await search(good.key)).status).toBe(200);
    expect((await search(`${good.key.slice(0, -1)}${good.key.endsWith("a") ? "b" : "a"}`)).status).toBe(401);
    const expired = await create("--expires", "1s");
    await new Promise((later) => setTimeout(later, 1_100));
    expect((await search(expired.key)).status).toBe(401);
    await cairn(["keys", "revoke", good.id], { CAIRN_DATA: server.data });
    await new Promise((later) => setTimeout(later, 1_200));
    expect((await search(good.key)).status).toBe(401);
    const reader = await create("--scopes", "memory:read");
    expect((await search(reader.key)).status).toBe(200);
    const refused = await new Rest({ url: server.url, key: reader.key }).post("/api/v1/working", message({}));
    expect(refused.status).toBe(403);
    expect(refused.body.message).toContain("memory:write");
  });
});

/** Sends raw bytes and answers with the first line that comes back, or "" when the connection just ends. */
function raw(bytes: string, end = true): Promise<string> {
  return new Promise((done) => {
    const socket = connect(server.port, "127.0.0.1", () => (end ? socket.end(bytes) : socket.write(bytes)));
    let text = "";
    socket.on("data", (chunk) => (text += chunk.toString("latin1")));
    socket.on("error", () => done(text.split("\r\n")[0]!));
    socket.on("close", () => done(text.split("\r\n")[0]!));
  });
}

describe("the wire", () => {
  const head = () =>
    `POST /api/v1/working HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${server.key}\r\nContent-Type: application/json\r\n`;

  test("headers over the cap are 431", async () => {
    expect(await raw(`GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ${"x".repeat(100_000)}\r\n\r\n`)).toContain(" 431 ");
  });
  test("what is not HTTP is 400", async () => {
    expect(await raw("HELO there\r\n\r\n")).toContain(" 400 ");
  });
  test.each([
    ["a truncated body", 'Content-Length: 100\r\n\r\n{"role":"user","content":"x"'],
    ["a truncated chunked body", 'Transfer-Encoding: chunked\r\n\r\n10\r\n{"role":"user",'],
  ])("%s is not answered with a success", async (_what, rest) => {
    expect(await raw(`${head()}${rest}`)).not.toContain(" 200 ");
  });
  test("a foreign Host on a loopback listener is refused", async () => {
    expect(await raw("GET /api/v1/patterns HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")).toContain(
      " 403 ",
    );
  });
});

// Last of all: none of the above left anything behind.
test("nothing that was refused is stored", async () => {
  expect((await api.get("/api/v1/sessions")).body.sessions).toEqual([]);
  expect((await api.get("/api/v1/patterns")).body.total).toBe(0);
});
