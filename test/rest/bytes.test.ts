import { once } from "node:events";
import { STATUS_CODES } from "node:http";
import * as http2 from "node:http2";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startHarness, type Harness } from "./harness.ts";
import { RawSocket } from "./socket.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({
    deadlineMs: 300,
    limits: { headersTimeoutMs: 200, requestTimeoutMs: 5_000, keepAliveTimeoutMs: 100 },
    allowedHosts: ["cairn.local"],
    bodyLimit: () => 1_000,
  });
});
afterAll(() => harness.close());

const head = (lines: string, path = "/api/v1/memory/search"): string =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${lines}\r\n`;
const ok = `{"query":"q"}`;

/** Sends the pieces 5 ms apart, and gives back all that came until the server closed. */
async function exchange(...pieces: string[]): Promise<string> {
  const socket = new RawSocket(harness.port);
  for (const piece of pieces) {
    socket.write(piece);
    await sleep(5);
  }
  return socket.untilClosed();
}

/** The status and the JSON of the one answer in a text. */
function answerOf(text: string): [status: number, body: Record<string, unknown>, head: string] {
  const [top = "", body = ""] = text.split("\r\n\r\n");
  return [Number(top.split(" ")[1]), JSON.parse(body) as Record<string, unknown>, top];
}

const close = "Connection: close\r\n";

describe("is served", () => {
  test.each<[string, string[]]>([
    ["in small pieces", `${head(`${close}Content-Length: 13\r\n`)}${ok}`.match(/.{1,16}/gs) ?? []],
    ["in chunks", [head(`${close}Transfer-Encoding: chunked\r\n`), '5\r\n{"que\r\n', '8;x=y\r\nry":"q"}\r\n0\r\n\r\n']],
    [
      "from a method that begins as the preface does",
      ["PR", "OPFIND /nope HTTP/1.1\r\nHost: localhost\r\n", `${close}\r\n`],
    ],
  ])("a request %s", async (name, pieces) => {
    const [status] = answerOf((await exchange(...pieces)).replace(/\r\n\r\n[0-9a-f]+\r\n/, "\r\n\r\n"));
    expect(status).toBe(name.startsWith("from") ? 404 : 200);
  });

  test("a request that expects what nobody has heard of, over HTTP/1.1 and HTTP/2", async () => {
    const { length } = harness.events;
    const text = await exchange(head(`${close}Expect: 200-maybe\r\nContent-Length: 13\r\n`) + ok);
    expect(answerOf(text)[0]).toBe(200);
    const session = http2.connect(harness.url);
    const stream = session.request({ ":path": "/healthz", expect: "200-maybe" });
    const [headers] = (await once(stream, "response")) as [http2.IncomingHttpHeaders];
    expect([headers[":status"], headers["x-request-id"]]).toEqual([200, expect.any(String)]);
    stream.resume();
    session.close();
    await expect.poll(() => harness.events.slice(length).map(({ status }) => status)).toEqual([200, 200]);
  });

  test.each([
    ["a page", "GET http://localhost/healthz", ""],
    ["a page, whatever the header says", "GET HTTP://cairn.local:9/healthz?x=1", "Host: evil.example\r\n"],
    ["REST", "GET http://localhost/api/v1/messages/m1?user_id=ann", "Host: localhost\r\n"],
    ["an RPC", "POST http://localhost/cairn.memory.v1.MemoryService/Search", "Host: localhost\r\n"],
  ])("the absolute form of a target: %s", async (_, line, host) => {
    const body = line.startsWith("POST") ? ok : "";
    const length = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
    expect(await exchange(`${line} HTTP/1.1\r\n${host}${close}${body && length}\r\n${body}`)).toMatch(/^HTTP\/1.1 200/);
  });

  test("two requests in one packet, in order", async () => {
    const get = (id: string, more = ""): string =>
      `GET /api/v1/messages/${id} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
    const text = await exchange(get("first") + get("second", close));
    expect(text.match(/"id":"(\w+)"/g)).toEqual([`"id":"first"`, `"id":"second"`]);
  });

  test("HTTP/2, byte by byte", async () => {
    const socket = new RawSocket(harness.port);
    for (const byte of "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0") {
      socket.write(byte);
      await sleep(1);
    }
    await expect.poll(() => socket.text.charCodeAt(3)).toBe(4); // the type of a SETTINGS frame
    socket.destroy();
  });
});

describe("is refused", () => {
  test.each<[string, number, string, string[]]>([
    ["what is no HTTP", 400, "invalid_argument", ["nonsense\r\n\r\n"]],
    ["a length that is no number", 400, "invalid_argument", [head("Content-Length: 1x\r\n")]],
    ["a length beside chunks", 400, "invalid_argument", [head("Content-Length: 1\r\nTransfer-Encoding: chunked\r\n")]],
    ["headers that are too large", 431, "headers_too_large", [head(`X-Pad: ${"x".repeat(17_000)}\r\n`)]],
    ["a path that is too long", 431, "headers_too_large", [`GET /${"x".repeat(17_000)} HTTP/1.1\r\n`]],
    ["a head that does not come", 408, "deadline_exceeded", ["POST /api HTTP/1.1\r\nHost: local"]],
    ["a body that does not come", 408, "deadline_exceeded", [head("Content-Length: 13\r\n"), "{"]],
    ["a missing host", 400, "invalid_argument", [`GET /healthz HTTP/1.1\r\n${close}\r\n`]],
    ["another host", 403, "permission_denied", [`GET /healthz HTTP/1.1\r\nHost: evil.example:80\r\n${close}\r\n`]],
    [
      "a URL of another host",
      403,
      "permission_denied",
      [`GET http://evil.example/healthz HTTP/1.1\r\nHost: localhost\r\n${close}\r\n`],
    ],
    [
      "a URL with a user",
      400,
      "invalid_argument",
      [`GET http://ann@localhost/healthz HTTP/1.1\r\nHost: localhost\r\n${close}\r\n`],
    ],
    [
      "a URL without a host",
      400,
      "invalid_argument",
      [`GET http:///healthz HTTP/1.1\r\nHost: localhost\r\n${close}\r\n`],
    ],
    [
      "a URL that is not HTTP's",
      400,
      "invalid_argument",
      [`GET ftp://localhost/healthz HTTP/1.1\r\nHost: localhost\r\n${close}\r\n`],
    ],
    [
      "a body of one byte too many",
      413,
      "payload_too_large",
      [head(`${close}Content-Length: 1001\r\n`), " ".repeat(1001)],
    ],
    [
      "chunks of one byte too many",
      413,
      "payload_too_large",
      [head(`${close}Transfer-Encoding: chunked\r\n`), `3e9\r\n${" ".repeat(1001)}\r\n0\r\n\r\n`],
    ],
    [
      "a body without a type",
      415,
      "unsupported_media_type",
      [`POST /api/v1/working HTTP/1.1\r\nHost: localhost\r\n${close}Content-Length: 2\r\n\r\n{}`],
    ],
    ["deep nesting", 400, "invalid_argument", [head(`${close}Content-Length: 900\r\n`), "[".repeat(900)]],
    ["a member twice", 400, "invalid_argument", [head(`${close}Content-Length: 13\r\n`), `{"a":1,"a":2}`]],
  ])("%s", async (_name, status, code, pieces) => {
    const [answered, body, top] = answerOf(await exchange(...pieces));
    expect([answered, body["error"]]).toEqual([status, code]);
    expect(top.split("\r\n")[0]).toBe(`HTTP/1.1 ${status} ${STATUS_CODES[status]}`);
    expect(top).toContain(`X-Request-Id: ${String(body["request_id"])}`);
    expect(top).toContain("X-RateLimit-Remaining: 7");
    expect(top).toContain("Content-Type: application/json");
  });

  test("a connection that says nothing: it is cut", async () => {
    expect(await exchange()).toBe("");
    expect(await exchange("PRI * HT")).toBe("");
  });
});

describe("a host that makes no URL", () => {
  const hosts = ["localhost:99999", "a:b", "[", "1.2.3.4.5"];
  const paths = ["/api/v1/memory/search", "/healthz", "/cairn.memory.v1.MemoryService/Search"];

  test.each(hosts)("is refused on every path, and is no fault: %s", async (host) => {
    harness.faults.length = 0;
    for (const path of paths) {
      const [status, { error, message }] = answerOf(
        await exchange(
          head(`${close}Content-Length: 13\r\n`, path).replace("Host: localhost", () => `Host: ${host}`),
          ok,
        ),
      );
      expect([path, status, error, message]).toEqual([
        path,
        400,
        "invalid_argument",
        "host: must be a host name or address, with or without a port, but is missing or malformed",
      ]);
    }
    expect(harness.faults).toEqual([]);
  });

  test.each(hosts)("is refused over HTTP/2: %s", async (host) => {
    const session = http2.connect(harness.url);
    for (const path of paths) {
      const stream = session.request({ ":path": path, ":method": "POST", ":authority": host });
      stream.end(ok);
      const [headers] = (await once(stream, "response")) as [http2.IncomingHttpHeaders];
      expect([path, headers[":status"]]).toEqual([path, 400]);
      stream.resume();
    }
    session.close();
  });
});

test.each([
  ["two", "Host: localhost\r\nHost: evil.example"],
  ["two that are the same", "Host: localhost\r\nhOST: localhost"],
  ["two beside a target that names its own", "Host: localhost\r\nHost: localhost", "http://localhost/healthz"],
])("%s Host headers are refused", async (_name, hosts, target = "/healthz") => {
  const [status, { error, message }] = answerOf(await exchange(`GET ${target} HTTP/1.1\r\n${hosts}\r\n${close}\r\n`));
  expect([status, error, message]).toEqual([400, "invalid_argument", "host: must be given once, got 2 headers"]);
});

test("a Host beside the authority of HTTP/2 must be the same", async () => {
  const session = http2.connect(harness.url);
  const ask = async (host: string) => {
    const stream = session.request({ ":path": "/healthz", ":authority": "localhost", host });
    const [headers] = (await once(stream, "response")) as [http2.IncomingHttpHeaders];
    stream.resume();
    return headers[":status"];
  };
  expect([await ask("localhost"), await ask("LocalHost"), await ask("127.0.0.1")]).toEqual([200, 200, 400]);
  session.close();
});

test("a loopback listener knows its own names", async () => {
  for (const host of ["localhost", "LOCALHOST:1", "127.0.0.1:8080", "[::1]", "[::1]:80", "cairn.local:9"]) {
    const text = await exchange(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\n${close}\r\n`);
    expect(text).toContain("HTTP/1.1 200");
  }
});

test("an answer that takes too long is 504, and its signal aborts", async () => {
  harness.signals.length = 0;
  const body = `{"query":"hang 600"}`;
  const [status, { error }] = answerOf(await exchange(head(`${close}Content-Length: ${body.length}\r\n`), body));
  expect([status, error]).toEqual([504, "deadline_exceeded"]);
  expect(harness.signals[0]?.reason).toMatchObject({ code: "deadline_exceeded" });
});

test("a caller who goes away aborts the signal, and is 499 in the log", async () => {
  harness.signals.length = 0;
  harness.events.length = 0;
  const body = `{"query":"hang 200"}`;
  const socket = new RawSocket(harness.port).write(head(`Content-Length: ${body.length}\r\n`) + body);
  await expect.poll(() => harness.signals.length).toBe(1);
  socket.destroy();
  await expect.poll(() => harness.signals[0]?.reason).toMatchObject({ code: "cancelled" });
  await expect.poll(() => harness.events.map(({ status }) => status)).toEqual([499]);
});

test("a body that is cut off harms nobody", async () => {
  harness.faults.length = 0;
  harness.events.length = 0;
  new RawSocket(harness.port).write(head("Content-Length: 13\r\n") + "{").end();
  await expect.poll(() => harness.events.length, { timeout: 3_000 }).toBeGreaterThan(0);
  expect(harness.faults).toEqual([]);
});
