import { request as ask1 } from "node:http";
import * as http2 from "node:http2";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startHarness, type Harness } from "./harness.ts";

/** A request without a body says what `{}` says, however it says that it has none. */

const path = "/api/v1/memory/search";
const type = { "content-type": "application/json" };
let harness: Harness;
beforeAll(async () => void (harness = await startHarness()));
afterAll(() => harness.close());

type Sent = { headers?: Record<string, string>; body?: Buffer; endStream?: boolean; hasLength?: boolean };

function overHttp1({ headers, body, hasLength = true }: Sent): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = ask1(harness.url + path, { method: "POST", headers }, async (response) => {
      const chunks = await response.toArray();
      resolve(`${response.statusCode} ${Buffer.concat(chunks).toString()}`);
    });
    if (!hasLength) for (const name of ["content-length", "transfer-encoding"]) request.removeHeader(name);
    request.on("error", reject).end(body);
  });
}

async function overHttp2({ headers, body, endStream = false }: Sent): Promise<string> {
  const session = http2.connect(harness.url);
  const stream = session.request({ ":path": path, ":method": "POST", ...headers }, { endStream });
  let status: unknown;
  stream.on("response", (head) => void (status = head[":status"]));
  if (!endStream) stream.end(body);
  const chunks = await stream.toArray();
  session.close();
  return `${String(status)} ${Buffer.concat(chunks).toString()}`;
}

test.each<[string, () => Promise<string>]>([
  ["no length", () => overHttp1({ hasLength: false })],
  ["no length, of a type", () => overHttp1({ hasLength: false, headers: type })],
  ["no bytes", () => overHttp1({ headers: { "content-length": "0" } })],
  ["no bytes of a form", () => overHttp1({ headers: { "content-length": "0", "content-type": "text/plain" } })],
  ["no chunk", () => overHttp1({ headers: { ...type, "transfer-encoding": "chunked" } })],
  ["nothing packed", () => overHttp1({ headers: { ...type, "content-encoding": "gzip" }, body: gzipSync("") })],
  ["HTTP/2: a head alone", () => overHttp2({ endStream: true })],
  ["HTTP/2: an end alone", () => overHttp2({})],
  ["HTTP/2: an end alone, of a type", () => overHttp2({ headers: type })],
])("%s", async (_, ask) => {
  const answer = await ask();
  expect(answer).toMatch(/^400 /u);
  expect(answer).toContain("SearchRequest.query");
});

test.each<[string, () => Promise<string>]>([
  ["HTTP/1.1", () => overHttp1({ body: Buffer.from(`{"query":"q"}`) })],
  ["HTTP/2", () => overHttp2({ body: Buffer.from(`{"query":"q"}`) })],
])("%s: a body without a type is not taken for none", async (_, ask) => {
  expect(await ask()).toMatch(/^415 .*the content type must be application\/json, got none/u);
});
