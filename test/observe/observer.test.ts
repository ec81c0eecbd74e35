import { existsSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Answered } from "../../src/call.ts";
import { warnIfFew } from "../../src/observe/descriptors.ts";
import { BoundedNames } from "../../src/observe/gateway/bounded-names.ts";
import { createLogger } from "../../src/observe/log.ts";
import { Metrics } from "../../src/observe/metrics.ts";
import { createObserver } from "../../src/observe/observer.ts";

let metrics: Metrics;
beforeEach(() => void (metrics = new Metrics()));
afterEach(() => metrics.close());
afterEach(() => void vi.useRealTimers());

const answered = (method: string, durationMs = 3): Answered => {
  const none = () => undefined;
  const edge = { header: none, repeated: none, setHeader: none, cutAfter: none };
  const call = { requestId: "r", address: "127.0.0.1", startedAtMs: 0, note: {}, ...edge };
  return { call, method, route: "/healthz", status: 200, durationMs };
};

test("methods that callers make up are counted as one", async () => {
  const observer = createObserver(createLogger("silent"), metrics);
  for (const method of ["GET", "BREW", "made-up-1", "made-up-2", ""]) observer.onResponse(answered(method));
  const lines = (await metrics.expose()).text.split("\n").filter((line) => line.startsWith("cairn_requests_total"));
  expect(lines).toEqual([
    'cairn_requests_total{route="/healthz",method="GET",code="200"} 1',
    'cairn_requests_total{route="/healthz",method="other",code="200"} 4',
  ]);
});

test("connections that are cut are all counted, and told of once a minute", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const log = createLogger("silent");
  const warn = vi.spyOn(log, "warn");
  const { onCut } = createObserver(log, metrics);
  for (let i = 0; i < 4; i++) onCut();
  const fault = new Error("too many open files");
  onCut(fault);
  expect(warn.mock.calls.map(([line]) => line)).toMatchObject([{ cut: 1 }, { cut: 1, err: fault }]);
  vi.advanceTimersByTime(60_000);
  expect(warn.mock.calls.slice(2)).toEqual([[{ cut: 3 }, expect.stringContaining("the maximum number is open")]]);
  vi.advanceTimersByTime(600_000);
  onCut();
  expect(warn.mock.calls.slice(3).map(([line]) => line)).toMatchObject([{ cut: 1 }]);
  expect((await metrics.expose()).text).toContain("\ncairn_connections_cut_total 6\n");
});

test.runIf(existsSync("/proc/self/fd"))("that few descriptors are left is told", async () => {
  const warn = vi.fn<() => void>();
  await warnIfFew({ warn }, 1_000_000);
  expect(warn).not.toHaveBeenCalled();
  await warnIfFew({ warn }, 10);
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ allowed: 10 }), expect.any(String));
});

test("a second reader is told all of the event loop's delay too", async () => {
  const counted = async () =>
    Number(/^cairn_event_loop_delay_seconds_count (\d+)$/mu.exec((await metrics.expose()).text)?.[1]);
  await expect.poll(counted).toBeGreaterThan(2);
  const first = await counted();
  expect(await counted()).toBeGreaterThanOrEqual(first);
});

test("what ends in _total is a counter", async () => {
  const types = (await metrics.expose()).text.matchAll(/^# TYPE (\w+) (\w+)$/gmu);
  const odd = Array.from(types, ([, name, type]) => ({ name, type })).filter(
    ({ name, type }) => name?.endsWith("_total") !== (type === "counter"),
  );
  expect(odd).toEqual([]);
});

test("so many names that nobody listed are told apart, whichever come first", () => {
  const names = new BoundedNames(["known", "listed"], 2);
  const told = ["new-1", "known", "new-2", "new-3", "new-1", "listed"].map((name) => names.of(name));
  expect(told).toEqual(["new-1", "known", "new-2", "other", "new-1", "listed"]);
});
