import * as http2 from "node:http2";
import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { expect, test } from "vitest";
import { MemoryService } from "../../gen/cairn/memory/v1/memory_pb.ts";
import { startHarness, type Harness } from "./harness.ts";
import { RawSocket } from "./socket.ts";

const request = (body: string): string =>
  `POST /api/v1/memory/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
  `Content-Length: ${body.length}\r\n\r\n${body}`;

async function inFlight(harness: Harness, ms: number): Promise<{ rest: RawSocket; grpc: Promise<unknown> }> {
  const rest = new RawSocket(harness.port).write(request(`{"query":"hang ${ms}"}`));
  const client = createClient(MemoryService, createGrpcTransport({ baseUrl: harness.url }));
  const grpc = client.search({ query: `hang ${ms}` }).catch((error: unknown) => error);
  await expect.poll(() => harness.signals.length).toBe(2);
  return { rest, grpc };
}

test("what runs may end; idle and silent connections are closed soon", async () => {
  const harness = await startHarness();
  const idle = new RawSocket(harness.port).write(request(`{"query":"q"}`));
  const silent = new RawSocket(harness.port);
  const session = http2.connect(harness.url);
  let goaway = false;
  session.on("goaway", () => (goaway = true));
  await new Promise((resolve) => session.once("remoteSettings", resolve));
  await expect.poll(() => idle.text).toContain("ret_1");
  const { rest, grpc } = await inFlight(harness, 1_500);

  const start = performance.now();
  const closing = harness.close(5_000);
  await Promise.all([idle.untilClosed(), silent.untilClosed()]);
  expect(performance.now() - start).toBeLessThan(1_000);
  await expect(fetch(`${harness.url}/healthz`)).rejects.toThrow("fetch failed");
  const answer = await rest.untilClosed();
  expect(answer).toContain("ret_1");
  expect(answer).toMatch(/^Connection: close\r$/mu); // else its caller would send the next request there
  expect(await grpc).toMatchObject({ retrievalId: "ret_1" });
  await closing;
  expect(goaway).toBe(true);
  expect(performance.now() - start).toBeLessThan(4_000);
});

test("what is sent on open connections of HTTP/1.1, in ignorance of the stop, is answered", async () => {
  const harness = await startHarness();
  const fresh = new RawSocket(harness.port);
  const kept = new RawSocket(harness.port).write(request(`{"query":"q"}`));
  await expect.poll(() => kept.text).toContain("ret_1");
  // The server reads none of them before its stop has begun, and the last is not accepted yet.
  kept.write(request(`{"query":"q"}`));
  fresh.write(request(`{"query":"q"}`));
  const waiting = new RawSocket(harness.port).write(request(`{"query":"q"}`));
  await harness.close(5_000);
  const answers = (await kept.untilClosed()).match(/^Connection: .*(?=\r$)/gmu);
  expect(answers).toEqual(["Connection: keep-alive", "Connection: close"]);
  for (const other of [fresh, waiting]) expect(await other.untilClosed()).toContain("ret_1");
});

test("of requests sent at once on a connection only the last answer ends it", async () => {
  const harness = await startHarness();
  const both = new RawSocket(harness.port).write(request('{"query":"hang 400"}') + request('{"query":"hang 300"}'));
  await expect.poll(() => harness.signals.length).toBe(2);
  await harness.close(5_000);
  expect((await both.untilClosed()).match(/^Connection: .*(?=\r$)/gmu)).toEqual([
    "Connection: keep-alive",
    "Connection: close",
  ]);
});

test("after the grace what runs is cut, and no caller is said to have left", async () => {
  const harness = await startHarness();
  const { rest, grpc } = await inFlight(harness, 3_000);
  const start = performance.now();
  await harness.close(200);
  expect(performance.now() - start).toBeLessThan(1_500);
  expect(await rest.untilClosed()).toBe("");
  expect(await grpc).toBeInstanceOf(Error);
  await expect.poll(() => harness.events.map(({ status }) => status)).toEqual([503, 503]);
});
