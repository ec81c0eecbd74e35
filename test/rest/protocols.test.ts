import { createClient, Code, ConnectError, type Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MemoryService } from "../../gen/cairn/memory/v1/memory_pb.ts";
import { Health, HealthCheckResponse_ServingStatus as Status } from "../../gen/grpc/health/v1/health_pb.ts";
import { ServerReflection } from "../../gen/grpc/reflection/v1/reflection_pb.ts";
import { ServerReflection as ServerReflectionAlpha } from "../../gen/grpc/reflection/v1alpha/reflection_pb.ts";
import { startHarness, type Harness } from "./harness.ts";

let harness: Harness;
let transports: Record<string, Transport>;

beforeAll(async () => {
  harness = await startHarness();
  const options = { baseUrl: harness.url };
  transports = {
    "grpc over h2c": createGrpcTransport(options),
    "grpc-web over HTTP/1.1": createGrpcWebTransport({ ...options, httpVersion: "1.1" }),
    "grpc-web over h2c": createGrpcWebTransport({ ...options, httpVersion: "2" }),
    "connect JSON over HTTP/1.1": createConnectTransport({ ...options, httpVersion: "1.1", useBinaryFormat: false }),
    "connect binary over h2c": createConnectTransport({ ...options, httpVersion: "2" }),
  };
});
afterAll(() => harness.close());

test("one port, one implementation, one list of interceptors", async () => {
  const answered = await fetch(`${harness.url}/api/v1/memory/search`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: `{"query":"q","limit":3}`,
  });
  expect(await answered.json()).toMatchObject({ retrieval_id: "ret_1", timing_ms: 3 });
  for (const transport of Object.values(transports)) {
    const client = createClient(MemoryService, transport);
    let headers = new Headers();
    const response = await client.search({ query: "q", limit: 3 }, { onHeader: (each) => (headers = each) });
    expect(response).toMatchObject({ retrievalId: "ret_1", timingMs: 3 });
    expect(headers.get("x-ratelimit-remaining")).toBe("5");
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    await expect(client.search({ query: "q", limit: 0 })).rejects.toThrow("[invalid_argument] not valid");
  }
  expect(harness.seen).toEqual(["rest", "grpc", "grpc-web", "grpc-web", "connect", "connect"]);
  const rpc = harness.events.filter(({ route }) => route === "/cairn.memory.v1.MemoryService/Search");
  expect(rpc).toHaveLength(10);
});

test("reflection, v1 and v1alpha", async () => {
  for (const service of [ServerReflection, ServerReflectionAlpha as unknown as typeof ServerReflection]) {
    const client = createClient(service, transports["grpc over h2c"]!);
    const ask = async (messageRequest: object): Promise<unknown> => {
      const requests = (async function* () {
        yield { host: "h", messageRequest } as never; // each test writes one case of the union
      })();
      for await (const { messageResponse } of client.serverReflectionInfo(requests)) return messageResponse;
      return undefined;
    };
    const listed = await ask({ case: "listServices", value: "" });
    expect(JSON.stringify(listed)).toContain("cairn.patterns.v1.PatternsService");
    for (const question of [
      { case: "fileContainingSymbol", value: "cairn.memory.v1.MemoryService.Search" },
      { case: "fileContainingSymbol", value: "cairn.memory.v1.SearchRequest" },
      { case: "fileByFilename", value: "cairn/memory/v1/memory.proto" },
      {
        case: "fileContainingExtension",
        value: { containingType: "google.protobuf.MethodOptions", extensionNumber: 72295728 },
      },
    ]) {
      expect(await ask(question)).toMatchObject({ case: "fileDescriptorResponse" });
    }
    expect(await ask({ case: "allExtensionNumbersOfType", value: "google.protobuf.MethodOptions" })).toMatchObject({
      value: { extensionNumber: expect.arrayContaining([72295728]) },
    });
    for (const question of [
      { case: "fileContainingSymbol", value: "no.such" },
      { case: "fileContainingSymbol", value: "cairn.memory.v1.MemoryService.Search.deeper" },
      { case: "fileByFilename", value: "no.proto" },
      { case: "allExtensionNumbersOfType", value: "no.such" },
    ]) {
      expect(await ask(question)).toMatchObject({ case: "errorResponse", value: { errorCode: Code.NotFound } });
    }
    expect(await ask({ case: undefined })).toMatchObject({ value: { errorCode: Code.InvalidArgument } });
  }
});

test("reflection answers so many questions of a stream", async () => {
  const client = createClient(ServerReflection, transports["grpc over h2c"]!);
  const answers: string[] = [];
  const asking = async () => {
    const requests = (async function* () {
      for (;;) yield { messageRequest: { case: "fileByFilename", value: "cairn/memory/v1/memory.proto" } } as never;
    })();
    for await (const { messageResponse } of client.serverReflectionInfo(requests)) answers.push(messageResponse.case!);
  };
  await expect(asking()).rejects.toMatchObject({ code: Code.ResourceExhausted });
  expect(answers).toEqual(Array.from({ length: 100 }, () => "fileDescriptorResponse"));
});

test("a long symbol costs reflection no more than another", async () => {
  const client = createClient(ServerReflection, transports["grpc over h2c"]!);
  const value = "a.".repeat(7_000);
  const requests = (async function* () {
    for (let asked = 0; asked < 50; asked++) yield { messageRequest: { case: "fileContainingSymbol", value } } as never;
  })();
  const beganMs = performance.now();
  for await (const { messageResponse } of client.serverReflectionInfo(requests)) {
    expect(messageResponse).toMatchObject({ case: "errorResponse", value: { errorCode: Code.NotFound } });
  }
  expect(performance.now() - beganMs).toBeLessThan(2_000);
});

test("health, asked and watched", async () => {
  const client = createClient(Health, transports["grpc over h2c"]!);
  expect((await client.check({})).status).toBe(Status.NOT_SERVING);
  await expect(client.check({ service: "no.such" })).rejects.toMatchObject({ code: Code.NotFound });
  const ended = new AbortController();
  const statuses: Status[] = [];
  const watching = (async () => {
    for await (const { status } of client.watch({}, { signal: ended.signal })) statuses.push(status);
  })().catch(() => "ended");
  await expect.poll(() => statuses).toEqual([Status.NOT_SERVING]);
  harness.readiness.isReady = true;
  await expect.poll(() => statuses).toEqual([Status.NOT_SERVING, Status.SERVING]);
  expect((await client.check({})).status).toBe(Status.SERVING);
  harness.readiness.isReady = false;
  expect((await client.check({})).status).toBe(Status.NOT_SERVING);
  await expect.poll(() => statuses).toEqual([Status.NOT_SERVING, Status.SERVING, Status.NOT_SERVING]);
  ended.abort();
  expect(await watching).toBe("ended");
  const aborted = harness.board.watch("", AbortSignal.abort(new ConnectError("too late", Code.DeadlineExceeded)));
  await expect(aborted.next()).rejects.toThrow("[deadline_exceeded] too late");
});
