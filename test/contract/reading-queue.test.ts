import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { ReadingQueue } from "../../src/memory/background/reading/reading-queue.ts";

/** What all queues have in common that read messages in the background. */

const workMs = 40;
let queue: ReadingQueue<number, number, { account: string; messages: number[] }> | undefined;
afterEach(() => queue?.stop());

/** When reading each batch began. */
async function beginnings(messages: number[], batch: number): Promise<number[]> {
  const begun: number[] = [];
  const waiting = [...messages];
  const { promise: read, resolve } = Promise.withResolvers<void>();
  queue = new ReadingQueue({
    next: (_, limit) => {
      const job = { account: "acc", messages: waiting.slice(0, limit) };
      return Promise.resolve(waiting.length === 0 ? undefined : job);
    },
    async read(messages) {
      begun.push(performance.now());
      await sleep(workMs);
      waiting.splice(0, messages.length);
      if (waiting.length === 0) resolve();
      return { read: messages, tookMs: workMs };
    },
    complete: (done) => Promise.resolve(done.length),
    batch,
  });
  queue.start();
  await read;
  return begun;
}

test("reading leaves a fifth of the time to others", async () => {
  const begun = await beginnings([1, 2, 3, 4], 1);
  const gaps = begun.slice(1).map((ms, i) => ms - begun[i]!);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1.2 * workMs);
});

test("a pause ends where the queue is stopped", async () => {
  const hourMs = 3_600_000;
  let asked = 0;
  queue = new ReadingQueue({
    next: async () => (asked++, { account: "acc", messages: [1] }),
    read: async (messages) => ({ read: messages, tookMs: hourMs }),
    complete: async () => 1,
    batch: 1,
  });
  queue.start();
  // It rests before the second job.
  await expect.poll(() => asked).toBeGreaterThan(1);
  const stopped = performance.now();
  await queue.stop();
  // It would be two seconds.
  expect(performance.now() - stopped).toBeLessThan(1_000);
});

test("jobs that are refused again and again wait for the next pass", async () => {
  let refused = 0;
  queue = new ReadingQueue({
    next: () => Promise.resolve({ account: "acc", messages: [1] }),
    read: async (messages) => ({ read: messages, tookMs: await sleep(1, 0) }),
    complete: async () => (refused++, 0),
    intervalMs: 60_000,
    batch: 1,
  });
  queue.start();
  await expect.poll(() => refused).toBe(20);
  await sleep(20);
  expect(refused).toBe(20);
});

test("a queue that is stopped does not wait for what is being read", async () => {
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  const stored = vi.fn<() => Promise<number>>();
  queue = new ReadingQueue({
    next: () => Promise.resolve({ account: "acc", messages: [1] }),
    read: () => (resolve(), new Promise(() => {})),
    complete: stored,
    batch: 1,
  });
  queue.start();
  await begun;
  await queue.stop();
  expect(stored).not.toHaveBeenCalled();
});
