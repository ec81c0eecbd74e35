import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BackgroundWorker } from "../../../src/memory/background/background-worker.ts";

class Worker extends BackgroundWorker {
  passes = 0;
  work: (signal: AbortSignal) => Promise<void> = async () => undefined;
  readonly errors: unknown[] = [];

  constructor() {
    super(1_000, { onError: (error) => this.errors.push(error) });
  }

  protected override pass(signal: AbortSignal): Promise<void> {
    this.passes++;
    return this.work(signal);
  }
}

let worker: Worker;

/** The passes that there were when so much time has gone by. */
async function passesIn(ms: number): Promise<number> {
  await vi.advanceTimersByTimeAsync(ms);
  return worker.passes;
}

beforeEach(() => {
  vi.useFakeTimers();
  worker = new Worker();
});

afterEach(async () => {
  await worker.stop();
  vi.useRealTimers();
});

test("a pass follows the other at the interval, at once after a wake, and once more where that came within one", async () => {
  worker.start();
  expect([await passesIn(0), await passesIn(999), await passesIn(1)]).toEqual([1, 1, 2]);
  worker.wake();
  worker.wake();
  expect([await passesIn(1), await passesIn(998)]).toEqual([3, 3]);
  const { promise, resolve } = Promise.withResolvers<void>();
  worker.work = () => promise;
  expect(await passesIn(1)).toBe(4);
  worker.wake();
  resolve();
  expect([await passesIn(0), await passesIn(999)]).toEqual([5, 5]);
});

test("what fails is told of and tried ever more rarely, at most half a minute apart, whoever wakes it", async () => {
  worker.work = () => Promise.reject(new Error("down"));
  worker.start();
  expect(await passesIn(0)).toBe(1);
  for (const [at, delayMs] of [1_000, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
    worker.wake();
    expect([await passesIn(delayMs - 1), await passesIn(1)]).toEqual([at + 1, at + 2]);
  }
  expect(worker.errors).toHaveLength(9);
  worker.work = async () => undefined;
  expect([await passesIn(30_000), await passesIn(1_000)]).toEqual([10, 11]);
  worker.work = () => Promise.reject(new Error("down"));
  expect([await passesIn(1_000), await passesIn(1_000)]).toEqual([12, 13]);
});

test("one that is started twice makes one pass at a time, and none once it was stopped, which waits for it", async () => {
  let running = 0;
  worker.work = async (signal) => {
    running++;
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    running--;
  };
  worker.start();
  worker.start();
  expect(await passesIn(0)).toBe(1);
  await worker.stop();
  expect([running, await passesIn(10_000)]).toEqual([0, 1]);
  worker.start();
  expect(await passesIn(0)).toBe(2);
});
