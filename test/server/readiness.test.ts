import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Readiness } from "../../src/server/core/readiness.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

test("why the database works no longer is told once, until it works again", async () => {
  const probe = vi.fn<() => Promise<void>>();
  const onLost = vi.fn<(error: unknown) => void>();
  const readiness = new Readiness(probe, () => "ok", onLost);
  const statuses: string[] = [];
  for (const fault of [undefined, "gone", "gone still", undefined, "gone again"]) {
    if (fault === undefined) probe.mockResolvedValue();
    else probe.mockRejectedValue(new Error(fault));
    statuses.push((await readiness.report()).status);
    vi.advanceTimersByTime(6_000);
  }
  expect(statuses).toEqual(["ok", "unavailable", "unavailable", "ok", "unavailable"]);
  expect(onLost.mock.calls).toEqual([[new Error("gone")], [new Error("gone again")]]);
});
