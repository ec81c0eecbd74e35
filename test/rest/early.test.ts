import { once } from "node:events";
import * as http2 from "node:http2";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AppError } from "../../src/error.ts";
import { startHarness, type Harness } from "./harness.ts";

/** An answer that comes before the body of its request has: whoever goes on sending is read for a moment only. */

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({
    deadlineMs: 300,
    gate: ({ requestHeader }) => {
      if (requestHeader.get("authorization") === "Bearer bad") throw new AppError("unauthenticated", "unknown key");
    },
  });
});
afterAll(() => harness.close());

const gigabytes = 10_000_000_000;
const path = "/api/v1/memory/search";
const rpc = "/cairn.memory.v1.MemoryService/Search";

type Outcome = { text: string; sent: number; ms: number };

/**
 * Sends a head, and then without end, as fast as it is read; answers what came back until it was cut. `allowHalfOpen`: the
 * end of the answer does not stop it.
 */
function flood(head: string, chunk: Buffer, allowHalfOpen = false): Promise<Outcome> {
  return new Promise((done) => {
    const socket = connect({ port: harness.port, host: "127.0.0.1", allowHalfOpen });
    const startedAt = performance.now();
    let text = "";
    let sent = 0;
    const send = (): void => {
      while (!socket.destroyed && sent < gigabytes) {
        sent += chunk.length;
        if (!socket.write(chunk)) return;
      }
    };
    socket.write(head, send);
    socket.on("drain", send).on("error", () => {}); // it is cut
    socket.setEncoding("latin1").on("data", (data: string) => (text += data));
    socket.once("close", () => done({ text, sent, ms: performance.now() - startedAt }));
    setTimeout(() => socket.destroy(), 5_000).unref();
  });
}

const zeros = Buffer.alloc(65_536, " ");
const asChunks = Buffer.concat([Buffer.from("10000\r\n"), zeros, Buffer.from("\r\n")]);
const json = "Content-Type: application/json\r\n";
const long = `Content-Length: ${gigabytes}\r\n`;
const head = (to: string, lines: string): string => `POST ${to} HTTP/1.1\r\nHost: localhost\r\n${lines}\r\n`;

describe("over HTTP/1.1 a body without end", () => {
  test.each<[string, number, string, Buffer]>([
    ["that says so", 413, head(path, json + long), zeros],
    ["in chunks", 413, head(path, `${json}Transfer-Encoding: chunked\r\n`), asChunks],
    ["without a good key", 401, head(path, `${json}${long}Authorization: Bearer bad\r\n`), zeros],
    ["of another type", 415, head(path, `Content-Type: text/plain\r\n${long}`), zeros],
    ["for no path", 404, head("/nope", json + long), zeros],
    ["for a page", 405, head("/healthz", json + long), zeros],
    ["for an RPC of another type", 415, head(rpc, `Content-Type: text/plain\r\n${long}`), zeros],
  ])("%s is answered, and cut", async (_name, status, start, chunk) => {
    const { text, sent, ms } = await flood(start, chunk);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `, "u"));
    expect(text).toMatch(/\r\nconnection: close\r\n/iu);
    expect(sent).toBeLessThan(30 * 2 ** 20); // what the system's buffers take included
    expect(ms).toBeLessThan(3_000);
  });
});

test("whoever goes on behind the answer's end is read for a moment only", async () => {
  const { text, sent, ms } = await flood(head("/nope", json + long), zeros, true);
  expect(text).toMatch(/^HTTP\/1.1 404 /u);
  expect(sent).toBeLessThan(30 * 2 ** 20); // as above
  expect(ms).toBeLessThan(3_000);
});

/** Sends the body after the answer has come; then, on the same connection, another request. */
async function late(start: string, rest: string): Promise<string> {
  const socket = connect({ port: harness.port, host: "127.0.0.1", allowHalfOpen: true });
  let text = "";
  socket.setEncoding("latin1").on("data", (data: string) => (text += data));
  socket.on("error", () => {}); // a reset is seen by what did not come
  const ended = new Promise((done) => socket.once("end", done).once("close", done));
  socket.write(start);
  await expect.poll(() => text).toContain("HTTP/1.1 ");
  await sleep(50);
  socket.write(rest);
  const next = `{"query":"next"}`;
  socket.write(head(path, `${json}Connection: close\r\nContent-Length: ${next.length}\r\n`) + next);
  await ended;
  await sleep(50);
  socket.destroy();
  return text;
}

test("a short body that comes behind its answer costs no connection", async () => {
  const text = await late(head(path, `${json}Content-Length: 6\r\nAuthorization: Bearer bad\r\n`), "123456");
  expect(text).toContain("HTTP/1.1 401 ");
  expect(text).toContain("HTTP/1.1 200 ");
});

test("a body that did not come in time ends its connection", async () => {
  harness.seen.length = 0;
  const text = await late(head(path, `${json}Content-Length: 13\r\n`), `{"query":"q"}`);
  expect(text).toMatch(/^HTTP\/1.1 408 [^]*\r\nconnection: close\r\n/iu);
  expect(text).not.toContain("HTTP/1.1 200 ");
  expect(harness.seen).toEqual([]); // the request behind it is not so much as heard
});

test("over HTTP/2 a body that comes too late does nothing", async () => {
  harness.seen.length = 0;
  const session = http2.connect(harness.url);
  const stream = session.request({ ":path": path, ":method": "POST", "content-type": "application/json" });
  const answered = new Promise((done) => stream.once("response", (headers) => done(headers[":status"])));
  stream.on("error", () => {}).resume(); // of what is written after the end
  stream.write(`{"query"`);
  expect(await answered).toBe(408);
  stream.end(`:"q"}`);
  await new Promise((closed) => stream.once("close", closed));
  await sleep(50);
  expect(harness.seen).toEqual([]);
  session.close();
});

test("over HTTP/2 the stream of a body without end is reset, and its connection stays", async () => {
  const session = http2.connect(harness.url);
  const ask = (more: http2.OutgoingHttpHeaders) =>
    session.request({ ":path": path, ":method": "POST", "content-type": "application/json", ...more });
  for (const [more, status] of [
    [{}, 413],
    [{ authorization: "Bearer bad" }, 401],
    [{ ":path": "/nope" }, 404],
    [{ ":path": rpc, "content-type": "text/plain" }, 415],
  ] as const) {
    const stream = ask(more);
    let answered: unknown;
    let sent = 0;
    stream.on("response", (headers) => void (answered = headers[":status"])).resume();
    const send = (): void => {
      for (let more = true; more && !stream.destroyed && sent < gigabytes; sent += zeros.length) {
        more = stream.write(zeros);
      }
    };
    stream.on("drain", send).on("error", () => {}); // of what was written after the end
    send();
    await new Promise((closed) => stream.once("close", closed));
    expect([answered, stream.rstCode]).toEqual([status, http2.constants.NGHTTP2_NO_ERROR]);
    expect(sent).toBeLessThan(10 * 2 ** 20);
  }
  const good = ask({});
  let text = "";
  good.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  good.end(`{"query":"q"}`);
  await new Promise((ended) => good.once("end", ended));
  expect(text).toContain("ret_1");
  session.close();
});

test("over HTTP/2 the stream of a body that never comes is reset soon behind its answer", async () => {
  const session = http2.connect(harness.url);
  const stream = session.request({ ":path": "/nope", ":method": "POST", "content-type": "application/json" });
  stream.on("error", () => {}).resume();
  stream.write("{");
  const [headers] = (await once(stream, "response")) as [http2.IncomingHttpHeaders];
  await once(stream, "close");
  expect([headers[":status"], stream.rstCode]).toEqual([404, http2.constants.NGHTTP2_NO_ERROR]);
  session.close();
});
