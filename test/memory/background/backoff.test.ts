import { afterEach, expect, test, vi } from "vitest";
import { Backoff } from "../../../src/memory/background/backoff.ts";

afterEach(() => void vi.useRealTimers());

test("what fails is left alone for twice as long each time, up to a limit, until it works", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const backoff = new Backoff({ firstMs: 500, lastMs: 1_500 });
  expect([backoff.fail("a"), backoff.fail("a"), backoff.fail("a")]).toEqual([500, 1_000, 1_500]);
  expect([backoff.ready("a"), backoff.ready("b")]).toEqual([false, true]);
  vi.advanceTimersByTime(1_500);
  expect(backoff.ready("a")).toBe(true);
  backoff.clear("a");
  expect(backoff.fail("a")).toBe(500);
});

test("a clock that is set back makes nothing wait", () => {
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  const backoff = new Backoff();
  backoff.fail("a");
  vi.setSystemTime(0);
  vi.advanceTimersByTime(500);
  expect(backoff.ready("a")).toBe(true);
});
