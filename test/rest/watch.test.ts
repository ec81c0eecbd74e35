import { createClient, Code, ConnectError, type CallOptions } from "@connectrpc/connect";
import { createGrpcTransport, Http2SessionManager } from "@connectrpc/connect-node";
import { afterEach, expect, test } from "vitest";
import { Health, HealthCheckResponse_ServingStatus as Status } from "../../gen/grpc/health/v1/health_pb.ts";
import { startHarness, type Harness } from "./harness.ts";

/** Watches of health need no key: they are few, and they end. */

let harness: Harness;
afterEach(() => harness.close(0));

type Watch = { statuses: Status[]; ended: Promise<Code | "well"> };

/** A watch, on a connection of its own. */
function watch(options: CallOptions = {}): Watch {
  const sessionManager = new Http2SessionManager(harness.url);
  const client = createClient(Health, createGrpcTransport({ baseUrl: harness.url, sessionManager }));
  const statuses: Status[] = [];
  const ended = (async () => {
    for await (const { status } of client.watch({}, options)) statuses.push(status);
    return "well" as const;
  })().catch((error: unknown) => ConnectError.from(error).code);
  return { statuses, ended };
}

test("are told that it drains, end, and hold up nothing", async () => {
  harness = await startHarness();
  harness.readiness.isReady = true;
  const watching = watch();
  await expect.poll(() => watching.statuses).toEqual([Status.SERVING]);
  const startMs = performance.now();
  harness.board.close();
  await harness.close(10_000);
  expect(performance.now() - startMs).toBeLessThan(5_000);
  expect(await watching.ended).toBe("well");
  expect(watching.statuses).toEqual([Status.SERVING, Status.NOT_SERVING]);
});

test("of one network are fifty, and a place comes back when a caller leaves", async () => {
  harness = await startHarness();
  const leave = new AbortController();
  const watches = Array.from({ length: 50 }, () => watch({ signal: leave.signal }));
  await expect.poll(() => watches.flatMap(({ statuses }) => statuses)).toHaveLength(50);
  expect(await watch().ended).toBe(Code.Unimplemented);
  leave.abort();
  await Promise.all(watches.map(({ ended }) => ended));
  const again = async () => {
    const { statuses, ended } = watch({ timeoutMs: 200 });
    return [await ended, statuses.length];
  };
  await expect.poll(again).toEqual([Code.DeadlineExceeded, 1]);
});

test("do not keep a connection on which nothing goes on", async () => {
  harness = await startHarness({ limits: { idleTimeoutMs: 200 } });
  const watching = watch();
  await expect.poll(() => watching.statuses).toHaveLength(1);
  const left = await Promise.race([watching.ended, new Promise((late) => setTimeout(late, 5_000, "late"))]);
  expect([left, watching.statuses]).toEqual([Code.Canceled, [Status.NOT_SERVING]]);
});
