import { createClient } from "@connectrpc/connect";
import { createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { Agent, fetch, request } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MemoryService } from "../../gen/cairn/memory/v1/memory_pb.ts";
import { Health, HealthCheckResponse_ServingStatus as Status } from "../../gen/grpc/health/v1/health_pb.ts";
import { Upstream } from "../gateway/support/upstream.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { isHere, programs, Proxy } from "./proxies.ts";

/** TLS in front, with the settings in deploy/: every protocol goes through, and a stream as it comes. Where one is installed. */

const installed = programs.filter(isHere);

let upstream: Upstream;
let env: Record<string, string>;
let server: TestServer;
const all: TestServer[] = [];
beforeAll(async () => {
  upstream = await Upstream.start();
  env = {
    CAIRN_PROVIDERS: `own=${upstream.url}/v1`,
    CAIRN_HOSTS: "cairn.example",
    CAIRN_TRUSTED_PROXIES: "127.0.0.1",
  };
  server = await startServer({ env });
  all.push(server);
});
afterAll(async () => {
  for (const one of all.toReversed()) await one.remove(); // the first one last: the folder is its own
  await upstream?.close();
});

describe.skipIf(installed.length === 0).each(installed.length > 0 ? installed : ["nginx" as const])("%s", (program) => {
  let proxy: Proxy;
  let dispatcher: Agent;
  let http1: Agent;
  let headers: Record<string, string>;
  beforeAll(async () => {
    proxy = await Proxy.start(program, server.port);
    dispatcher = new Agent({ connect: { ca: proxy.certificate }, allowH2: true });
    http1 = new Agent({ connect: { ca: proxy.certificate } });
    headers = { authorization: `Bearer ${server.key}`, "content-type": "application/json" };
  });
  afterAll(async () => {
    await Promise.all([dispatcher?.close(), http1?.close()]);
    await proxy?.[Symbol.asyncDispose]();
  });

  const post = (path: string, body: unknown) =>
    fetch(proxy.url + path, { method: "POST", headers, body: JSON.stringify(body), dispatcher });

  test("REST, and a body of 12 MiB", async () => {
    const written = await post("/api/v1/working", { role: "user", session_id: program, content: "By TLS." });
    expect(written.status).toBe(200);
    const content = "x".repeat(250_000);
    const messages = Array.from({ length: 50 }, () => ({ role: "user", session_id: "large", content }));
    expect((await post("/api/v1/working/batch", { messages })).status).toBe(200);
  });

  test("gRPC and gRPC-Web", async () => {
    const options = { baseUrl: proxy.url, nodeOptions: { ca: proxy.certificate } };
    const authorization = { headers: { authorization: `Bearer ${server.key}` } };
    const grpc = createGrpcTransport(options);
    expect((await createClient(Health, grpc).check({})).status).toBe(Status.SERVING);
    for (const transport of [grpc, createGrpcWebTransport({ ...options, httpVersion: "1.1" })]) {
      const { results } = await createClient(MemoryService, transport).search({ query: "By TLS." }, authorization);
      expect(results.length).toBeGreaterThan(0);
    }
  });

  test("a stream of gRPC, as it comes", async () => {
    const transport = createGrpcTransport({ baseUrl: proxy.url, nodeOptions: { ca: proxy.certificate } });
    const controller = new AbortController();
    const statuses = createClient(Health, transport).watch({}, { signal: controller.signal });
    // It never ends by itself: what comes has come before the end.
    const { value } = await statuses[Symbol.asyncIterator]().next();
    expect(value?.status).toBe(Status.SERVING);
    controller.abort();
  });

  test("a model's stream, as it comes", async () => {
    const told = Promise.withResolvers<void>();
    upstream.script(async (response) => {
      const chunk = (content: string, finish_reason: string | null = null) =>
        `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta: { content }, finish_reason }] })}\n\n`;
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(chunk("first"));
      await told.promise;
      response.end(`${chunk("second", "stop")}data: [DONE]\n\n`);
    });
    const messages = [{ role: "user", content: "hello" }];
    const answer = await post("/v1/chat/completions", { model: "own/m", stream: true, messages });
    expect(answer.status).toBe(200);
    let text = "";
    for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) {
      text += piece;
      // The second is sent once the first is here: a proxy that gathers would wait for ever.
      if (text.includes("first")) told.resolve();
    }
    expect(text).toContain("second");
    expect(text).toContain("[DONE]");
  });

  test("a body above the largest is refused in our words", async () => {
    const answer = await post("/api/v1/working", { content: "x".repeat(2_200_000) });
    expect([answer.status, await answer.json()]).toMatchObject([413, { error: "payload_too_large" }]);
    const body = JSON.stringify({ model: "own/m", messages: [{ role: "user", content: "x".repeat(34_000_000) }] });
    const asked = await request(`${proxy.url}/v1/chat/completions`, {
      method: "POST",
      headers,
      body,
      dispatcher: http1,
    });
    const refused = { error: { message: expect.stringContaining("is larger than") as unknown } };
    expect([asked.statusCode, await asked.body.json()]).toMatchObject([413, refused]);
  });

  test("callers are not taken for this machine", async () => {
    const answer = await fetch(`${proxy.url}/metrics`, { dispatcher });
    expect(answer.status).toBe(401);
  });

  test("the name of the site is served", async () => {
    const connect = { ca: proxy.certificate, servername: "cairn.example" };
    const named = new Agent({ connect });
    const headers = { host: "cairn.example" };
    const { statusCode } = await request(`${proxy.url}/healthz`, { headers, dispatcher: named });
    await named.destroy();
    expect(statusCode).toBe(200);
  });

  test.skipIf(program === "nginx")("callers wait while Cairn restarts", async () => {
    await server.stop();
    const written = post("/api/v1/working", { role: "user", session_id: program, content: "In between." });
    server = await startServer({ data: server.data, env: { ...env, CAIRN_PORT: String(server.port) } });
    all.push(server);
    expect((await written).status).toBe(200);
  });
});
