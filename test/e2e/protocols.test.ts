import { type Client, Code, ConnectError, createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { MemoryService } from "../../gen/cairn/memory/v1/memory_pb.ts";
import { PatternsService } from "../../gen/cairn/patterns/v1/patterns_pb.ts";
import { Health, HealthCheckResponse_ServingStatus as Status } from "../../gen/grpc/health/v1/health_pb.ts";
import { Rest } from "../support/rest.ts";
import { startServer, type TestServer } from "../support/server.ts";

/** One port, every protocol, the same answers, headers and errors. */

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.remove());

const transports = {
  "Connect over HTTP/1.1": (baseUrl: string) => createConnectTransport({ baseUrl, httpVersion: "1.1" }),
  "Connect over h2c": (baseUrl: string) => createConnectTransport({ baseUrl, httpVersion: "2" }),
  "Connect with JSON": (baseUrl: string) =>
    createConnectTransport({ baseUrl, httpVersion: "1.1", useBinaryFormat: false }),
  "gRPC over h2c": (baseUrl: string) => createGrpcTransport({ baseUrl }),
  "gRPC-Web over HTTP/1.1": (baseUrl: string) => createGrpcWebTransport({ baseUrl, httpVersion: "1.1" }),
  "gRPC-Web over h2c": (baseUrl: string) => createGrpcWebTransport({ baseUrl, httpVersion: "2" }),
};

describe.each(Object.entries(transports))("%s", (name, transport) => {
  let memory: Client<typeof MemoryService>;
  let patterns: Client<typeof PatternsService>;
  let headers: { authorization: string };
  const sessionId = `protocols ${name}`;

  beforeAll(() => {
    memory = createClient(MemoryService, transport(server.url));
    patterns = createClient(PatternsService, transport(server.url));
    headers = { authorization: `Bearer ${server.key}` };
  });

  test("what is written is found, here and over REST", async () => {
    const content = `The ${name} probe lives in Reykjavik.`;
    const { id } = await memory.addMessage({ role: "user", content, sessionId }, { headers });
    const search = () => memory.search({ query: content, sessionId, limit: 1, explain: true }, { headers });
    // Found by its words at once; by its meaning too once it has its vector.
    expect((await search()).results[0]).toMatchObject({ id });
    const found = await vi.waitFor(async () => {
      const answer = await search();
      expect(answer.results[0]?.explanation?.cosine).toBeDefined();
      return answer;
    }, 10_000);
    expect(found.results[0]).toMatchObject({ id, content, source: "signals" });
    const rest = await new Rest(server).post("/api/v1/memory/search", {
      query: content,
      session_id: sessionId,
      limit: 1,
    });
    expect(rest.body.results[0].id).toBe(id);
    expect(rest.body.results[0].similarity).toBeCloseTo(found.results[0]!.similarity, 6);
  });

  test("answers carry the limit headers", async () => {
    let seen: Headers | undefined;
    await patterns.listPatterns({}, { headers, onHeader: (header) => (seen = header) });
    expect(Number(seen!.get("x-ratelimit-remaining"))).toBeGreaterThan(0);
    expect(seen!.get("x-request-id")).toMatch(/\S/);
  });

  test.each([
    ["a bad member", { query: " " }, true, Code.InvalidArgument, "query"],
    ["no key", { query: "x" }, false, Code.Unauthenticated, "key"],
  ])("%s is told with its code and in words", async (_what, request, withKey, code, word) => {
    const error = ConnectError.from(
      await memory.search(request, { headers: withKey ? headers : {} }).catch((reason: unknown) => reason),
    );
    expect(error.code).toBe(code);
    expect(error.rawMessage).toContain(word);
    expect(error.metadata.get("x-ratelimit-remaining")).toMatch(/^\d+$/);
  });

  test("what is not there is not found", async () => {
    const error = ConnectError.from(
      await patterns.getPattern({ id: "pat_none" }, { headers }).catch((e: unknown) => e),
    );
    expect(error.code).toBe(Code.NotFound);
  });

  test("an idempotency key gives the first answer again", async () => {
    const once = { headers: { ...headers, "idempotency-key": `once ${name}` } };
    const request = { role: "user", content: "Only one of me.", sessionId: `once ${name}` };
    const first = await memory.addMessage(request, once);
    const second = await memory.addMessage(request, once);
    expect(second.id).toBe(first.id);
    const other = ConnectError.from(
      await memory.addMessage({ ...request, content: "Another." }, once).catch((e: unknown) => e),
    );
    expect([Code.AlreadyExists, Code.Aborted]).toContain(other.code);
    const listed = await memory.listMessages({ sessionId: `once ${name}` }, { headers });
    expect(listed.total).toBe(1);
  });
});

test("a watch of health is told of the end, and does not hold it up", async () => {
  const health = createClient(Health, createGrpcTransport({ baseUrl: server.url }));
  const statuses: Status[] = [];
  const watching = (async () => {
    for await (const { status } of health.watch({})) statuses.push(status);
  })();
  await expect.poll(() => statuses).toEqual([Status.SERVING]);
  const startMs = performance.now();
  expect(await server.stop()).toBe(0);
  expect(performance.now() - startMs).toBeLessThan(9_000); // CAIRN_DRAIN_MS is 10 s
  await watching;
  expect(statuses).toEqual([Status.SERVING, Status.NOT_SERVING]);
});
