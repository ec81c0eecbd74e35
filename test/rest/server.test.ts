import * as http2 from "node:http2";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AppError } from "../../src/error.ts";
import { startHarness, type Harness } from "./harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ corsOrigins: ["https://a.example"], trustedProxies: ["127.0.0.0/8", "10.0.0.1"] });
});
afterAll(() => harness.close());

const get = (path: string, init: RequestInit = {}): Promise<Response> => fetch(harness.url + path, init);
const post = (path: string, body: string | Buffer, headers: Record<string, string> = {}): Promise<Response> =>
  get(path, { method: "POST", body, headers: { "Content-Type": "application/json", ...headers } });
const search = "/api/v1/memory/search";

describe("an answer", () => {
  test("unwraps response_body, with a Struct as it is", async () => {
    const response = await get("/api/v1/messages/m%2F1?user_id=u");
    expect(await response.json()).toMatchObject({ id: "m/1", user_id: "u", metadata: { deep: [1, { a: null }] } });
    expect(response.headers.get("content-type")).toBe("application/json");
  });

  test("to HEAD has no body", async () => {
    const response = await get("/api/v1/messages/1", { method: "HEAD" });
    expect([response.status, await response.text()]).toEqual([200, ""]);
    expect(Number(response.headers.get("content-length"))).toBeGreaterThan(10);
  });

  test("is gzip from 1 kB, for those who take it", async () => {
    const body = JSON.stringify({ query: "x".repeat(3000) });
    const packed = await post(search, body, { "Accept-Encoding": "br, gzip;q=0.5" });
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    expect(packed.headers.get("vary")).toBe("Accept-Encoding");
    expect(await packed.text()).toContain("x".repeat(3000));
    for (const refused of ["br", "gzip;q=0", "gzip; q=0.000, br", "identity"]) {
      const plain = await post(search, body, { "Accept-Encoding": refused });
      expect(plain.headers.get("content-encoding")).toBeNull();
    }
  });

  test("keeps a sane request id, and replaces others", async () => {
    const of = async (id: string): Promise<string | null> =>
      (await get("/nope", { headers: { "X-Request-Id": id } })).headers.get("x-request-id");
    expect(await of("My.req-1_")).toBe("My.req-1_");
    expect(await of("a b")).toMatch(/^[0-9a-f-]{36}$/);
    expect(await of("x".repeat(129))).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("an error", () => {
  test.each([
    ["/api/v1/memory/serch", `no such path: /api/v1/memory/serch; the nearest is ${search}`],
    ["/memory/search", `no such path: /memory/search; the nearest is ${search}`],
    [`${search}/`, `no such path: ${search}/; the nearest is ${search}`],
    ["/api/v1/messages", "no such path: /api/v1/messages; the nearest is /api/v1/messages/{id}"],
    ["/api/v1/message/7", "no such path: /api/v1/message/7; the nearest is /api/v1/messages/{id}"],
    ["/api/v1/memories", "no such path: /api/v1/memories"],
    ["/healty", "no such path: /healty; the nearest is /healthz"],
    ["/rope", "no such path: /rope"],
    [`/${"x".repeat(64)}`, `no such path: /${"x".repeat(64)}`],
  ])("of a slip in a path tells the nearest there is: %s", async (path, message) => {
    expect(await (await get(path)).json()).toMatchObject({ error: "not_found", message });
  });

  test.each<[string, () => Promise<Response>, number, string]>([
    ["a path", () => get("/nope"), 404, "not_found"],
    ["an id", () => get("/api/v1/messages/none"), 404, "not_found"],
    ["a key", () => post(search, `{"query":"q"}`, { Authorization: "Bearer bad" }), 401, "unauthenticated"],
    ["a limit", () => post(search, `{"query":"limit"}`), 429, "rate_limited"],
    ["a fault", () => post(search, `{"query":"crash"}`), 500, "internal"],
    ["a fault of a page", () => post("/broken", ""), 500, "internal"],
    ["a method", () => get(search), 405, "method_not_allowed"],
    ["a page's method", () => post("/healthz", ""), 405, "method_not_allowed"],
    ["no body", () => get(search, { method: "POST" }), 400, "invalid_argument"],
    ["an empty body", () => post(search, ""), 400, "invalid_argument"],
    ["a rule", () => post(search, `{"query":" "}`), 400, "invalid_argument"],
    ["an escape", () => get("/api/v1/messages/%zz"), 400, "invalid_argument"],
    ["text", () => post(search, "{}", { "Content-Type": "text/plain" }), 415, "unsupported_media_type"],
    [
      "latin1",
      () => post(search, "{}", { "Content-Type": "application/json; charset=latin1" }),
      415,
      "unsupported_media_type",
    ],
    [
      "another charset behind more",
      () => post(search, "{}", { "Content-Type": 'application/json; version=1; Charset="utf-16"' }),
      415,
      "unsupported_media_type",
    ],
    ["a type alike", () => post(search, "{}", { "Content-Type": "application/jsonl" }), 415, "unsupported_media_type"],
    ["brotli", () => post(search, "{}", { "Content-Encoding": "br" }), 415, "unsupported_media_type"],
    ["no gzip", () => post(search, "{}", { "Content-Encoding": "gzip" }), 400, "invalid_argument"],
  ])("of %s", async (_name, ask, status, code) => {
    const response = await ask();
    const body = (await response.json()) as Record<string, unknown>;
    expect([response.status, body["error"]]).toEqual([status, code]);
    expect(body["request_id"]).toBe(response.headers.get("x-request-id"));
    expect(typeof body["message"]).toBe("string");
    expect(response.headers.get("x-ratelimit-remaining")).toMatch(/^[57]$/);
    expect(JSON.stringify(body)).not.toContain("secret");
  });

  test("says what HTTP wants said", async () => {
    expect((await post(search, `{"query":"limit"}`)).headers.get("retry-after")).toBe("3");
    expect((await get(search)).headers.get("allow")).toBe("OPTIONS, POST");
    const refused = await post(search, `{"query":"q"}`, { Authorization: "Bearer bad" });
    expect(refused.headers.get("www-authenticate")).toBe("Bearer");
  });

  test("of ours is for the log alone", async () => {
    harness.faults.length = 0;
    await post(search, `{"query":"crash"}`);
    expect(harness.faults).toMatchObject([{ message: "a secret of the server" }]);
  });
});

describe("a body", () => {
  test("in gzip, up to the cap when inflated", async () => {
    const headers = { "Content-Encoding": "GZip" };
    const packed = await post(search, gzipSync(`{"query":"${"x".repeat(5000)}"}`), headers);
    expect(packed.status).toBe(200);
    expect((await post(search, gzipSync(`{"query":"${"x".repeat(3 << 20)}"}`), headers)).status).toBe(413);
  });

  test.each([
    "application/json;",
    "Application/JSON ; version=1",
    'application/json; profile="x"; charset=UTF-8',
    'application/json;charset="utf-8"',
  ])("is read as JSON with the type %s", async (type) => {
    expect((await post(search, `{"query":"q"}`, { "Content-Type": type })).status).toBe(200);
  });

  test("may be up to its cap, which is the method's own", async () => {
    const padded = (bytes: number): string => `{"query":"q"}`.padEnd(bytes);
    expect((await post(search, padded(2 << 20))).status).toBe(200);
    expect((await post(search, padded((2 << 20) + 1))).status).toBe(413);
    const batch = JSON.stringify({ messages: [{ role: "user", content: "c", session_id: "s" }] });
    expect((await post("/api/v1/working/batch", batch.padEnd(3 << 20))).status).toBe(200);
    expect((await post("/api/v1/working/batch", batch.padEnd((16 << 20) + 1))).status).toBe(413);
  });

  test("that a route does not take is dropped", async () => {
    const response = await get("/api/v1/messages/1", { method: "DELETE", body: "not JSON" });
    expect(await response.json()).toMatchObject({ id: "1" });
  });
});

test("a page that counts its requests itself, or not at all, is not counted before it", async () => {
  const left = async (path: string, method = "GET") =>
    (await get(path, { method })).headers.get("x-ratelimit-remaining");
  expect(await Promise.all([left("/healthz"), left("/itself"), left("/never")])).toEqual(["7", null, null]);
  expect(await left("/itself", "DELETE")).toBe("7"); // the page does not see it
});

test("a page that the dispatcher counts is 429 where a window is spent; what is refused anyway stays what it is", async () => {
  const spent = () => Promise.reject(new AppError("rate_limited", "spent", { retryAfterS: 3 }));
  const poor = await startHarness({ count: spent });
  const answer = async (path: string) => {
    const { status, headers } = await fetch(`${poor.url}${path}`);
    return [status, headers.get("retry-after")];
  };
  expect(await answer("/healthz")).toEqual([429, "3"]);
  expect(await answer("/itself")).toEqual([200, null]);
  expect(await answer("/never")).toEqual([200, null]);
  expect(await answer("/nope")).toEqual([404, null]);
  expect(poor.faults).toEqual([]);
  await poor.close();
});

test("OPTIONS tells the methods", async () => {
  const response = await get("/api/v1/messages/1", { method: "OPTIONS" });
  expect([response.status, response.headers.get("allow")]).toEqual([204, "DELETE, GET, HEAD, OPTIONS"]);
  expect((await get("/healthz", { method: "OPTIONS" })).headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  expect((await get("/nope", { method: "OPTIONS" })).status).toBe(404);
});

test("CORS for the configured origins", async () => {
  const ask = { "Access-Control-Request-Method": "PATCH", "Access-Control-Request-Headers": "authorization" };
  const preflight = (Origin: string): Promise<Response> =>
    get(search, { method: "OPTIONS", headers: { Origin, ...ask } });
  const allowed = await preflight("https://a.example");
  expect(allowed.status).toBe(204);
  expect(allowed.headers.get("access-control-allow-origin")).toBe("https://a.example");
  expect(allowed.headers.get("access-control-allow-headers")).toBe("authorization");
  expect(allowed.headers.get("vary")).toBe("Origin");
  const refused = await preflight("https://b.example");
  expect(refused.headers.get("access-control-allow-origin")).toBeNull();
  expect(refused.headers.get("vary")).toBe("Origin"); // else a cache would give it to the other
  const actual = await get("/nope", { headers: { Origin: "https://a.example" } });
  const exposed = actual.headers.get("access-control-expose-headers")?.split(", ");
  for (const name of [
    "X-RateLimit-Remaining",
    "X-RateLimit-Remaining-Tokens",
    "Anthropic-RateLimit-Input-Tokens-Reset",
    "Retry-After-Ms",
    "X-Cairn-Unread",
  ]) {
    expect(exposed).toContain(name);
  }
});

test("a trusted proxy names the caller, as far as it is trusted", async () => {
  const addressOf = async (forwarded?: string): Promise<string | undefined> => {
    harness.events.length = 0;
    await (await get("/healthz", forwarded ? { headers: { "X-Forwarded-For": forwarded } } : {})).text();
    await expect.poll(() => harness.events.length).toBe(1);
    return harness.events[0]?.call.address;
  };
  expect(await addressOf()).toBe("127.0.0.1");
  expect(await addressOf("1.2.3.4")).toBe("1.2.3.4");
  expect(await addressOf("6.6.6.6, ::ffff:1.2.3.4, 10.0.0.1")).toBe("1.2.3.4");
  expect(await addressOf("6.6.6.6, nonsense")).toBe("127.0.0.1");
  // With a port, as Azure's gateways tell it.
  expect(await addressOf("6.6.6.6, 1.2.3.4:51234")).toBe("1.2.3.4");
  expect(await addressOf("[2001:db8::1]:51234, 10.0.0.1:80")).toBe("2001:db8::1");
});

test("every response is reported, by its route", async () => {
  harness.events.length = 0;
  await (await get("/api/v1/messages/77")).text();
  await (await get("/healthz")).text();
  await (await get("/nope")).text();
  await expect
    .poll(() => harness.events.map(({ method, route, status }) => [method, route, status]))
    .toEqual([
      ["GET", "/api/v1/messages/{id}", 200],
      ["GET", "/healthz", 200],
      ["GET", "unmatched", 404],
    ]);
  expect(harness.events[0]?.durationMs).toBeGreaterThan(0);
});

test("REST over HTTP/2, a HEAD, and a body too large", async () => {
  const session = http2.connect(harness.url);
  const ask = (headers: http2.OutgoingHttpHeaders, body?: string): Promise<[unknown, string]> =>
    new Promise((resolve, reject) => {
      const stream = session.request(headers);
      let status: unknown;
      let text = "";
      stream.on("response", (response) => void (status = response[":status"]));
      stream.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      stream.on("end", () => resolve([status, text])).on("error", reject);
      stream.end(body);
    });
  expect(await ask({ ":path": "/api/v1/messages/1" })).toMatchObject([200, expect.stringContaining(`"id":"1"`)]);
  expect(await ask({ ":path": "/api/v1/messages/1", ":method": "HEAD" })).toEqual([200, ""]);
  const json = { ":path": search, ":method": "POST", "content-type": "application/json" };
  expect((await ask(json, `{"query":"q"}`))[0]).toBe(200);
  expect((await ask(json, " ".repeat(3 << 20)))[0]).toBe(413);
  expect((await ask({ ...json, "content-type": "text/plain" }, "x".repeat(200_000)))[0]).toBe(415);
  expect((await ask(json, `{"query":"q"}`))[0]).toBe(200);
  session.close();
});

test("a gate refuses before the body is read", async () => {
  const gated = await startHarness({
    gate: () => Promise.reject(new AppError("unauthenticated", "who are you?")),
  });
  const response = await fetch(gated.url + search, { method: "POST", body: "not JSON" });
  expect(response.status).toBe(401);
  expect(response.headers.get("x-ratelimit-remaining")).toBeNull(); // the gate's own business, as it saw the call
  await gated.close();
});
