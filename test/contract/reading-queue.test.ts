import { afterEach, expect, test } from "vitest";
import { ReadingQueue } from "../../src/memory/background/reading-queue.ts";

/** What all queues have in common that read messages in the background. */

const workMs = 40;
let queue: ReadingQueue<number, number, { account: string; messages: number[] }> | undefined;
afterEach(() => queue?.stop());

/** When reading each message began. One message a batch, or all in one. */
async function beginnings(messages: number[], batch: number): Promise<number[]> {
  const begun: number[] = [];
  const waiting = [...messages];
  const { promise: read, resolve } = Promise.withResolvers<void>();
  queue = new ReadingQueue({
    next: (_, limit) => {
      const job = { account: "acc", messages: waiting.slice(0, limit) };
      return Promise.resolve(waiting.length === 0 ? undefined : job);
    },
    *read(message) {
      const at = performance.now();
      begun.push(at);
      while (performance.now() < at + workMs);
      yield;
      if (begun.length === messages.length) resolve();
      return message;
    },
    complete: (done) => {
      waiting.splice(0, done.flatMap((each) => each.read).length);
      return Promise.resolve(done.length);
    },
    batch,
  });
  queue.start();
  await read;
  return begun;
}

test.each([
  ["in one batch", 4],
  ["each in a batch of its own", 1],
])("messages that take long leave three quarters of the time to others: %s", async (_, batch) => {
  const begun = await beginnings([1, 2, 3, 4], batch);
  const gaps = begun.slice(1).map((ms, i) => ms - begun[i]!);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(4 * workMs - 1);
});

test("a pause ends where the queue is stopped", async () => {
  await beginnings([1], 1);
  const stopped = performance.now();
  await queue!.stop();
  expect(performance.now() - stopped).toBeLessThan(2 * workMs);
});
