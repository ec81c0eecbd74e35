import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Deadlines } from "../../src/rest/deadlines.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

test("each work has its own end; what has ended is not held until then", async () => {
  const deadlines = new Deadlines(100);
  const late: string[] = [];
  const begin = (name: string, work: Promise<string>) =>
    deadlines
      .within(work, () => {
        late.push(name);
        return new Error(name);
      })
      .catch((error: Error) => `failed: ${error.message}`);
  const forever = new Promise<string>(() => undefined);

  const first = begin("first", forever);
  const done = begin("done", Promise.resolve("done"));
  const failed = begin("failed", Promise.reject(new Error("its own")));
  expect([await done, await failed]).toEqual(["done", "failed: its own"]);
  vi.advanceTimersByTime(60);
  const second = begin("second", forever);
  vi.advanceTimersByTime(40);
  expect(await first).toBe("failed: first");
  expect(late).toEqual(["first"]);
  vi.advanceTimersByTime(60);
  expect(await second).toBe("failed: second");
  expect(late).toEqual(["first", "second"]);
});
