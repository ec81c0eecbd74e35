import { afterEach, expect, test, vi } from "vitest";
import { WriteBehind, type WriteBehindOptions } from "../../../src/memory/background/write-behind.ts";

afterEach(() => void vi.useRealTimers());

const later = (ms: number) => new Promise<void>((resume) => setTimeout(resume, ms));

function opened({ sizeMax = Infinity, ...options }: WriteBehindOptions & { sizeMax?: number } = {}) {
  const written: number[][] = [];
  const store = { written, taking: Promise.resolve() };
  const rows = new WriteBehind<string, number>(
    {
      write: async (batch) => {
        await store.taking;
        written.push(batch);
      },
      merge: (first, second) => first + second,
      size: { of: (row) => row, max: sizeMax },
    },
    options,
  );
  return { store, rows };
}

test("what waits under one key becomes one row", async () => {
  const { store, rows } = opened();
  rows.add("a", 1);
  rows.add("b", 2);
  rows.add("a", 4);
  expect(rows.get("a")).toBe(5);
  await rows.close();
  expect(store.written).toEqual([[5, 2]]);
  expect(rows.rows()).toEqual([]);
});

test("what comes under the key of a row that is being written is a row of its own, until that fails", async () => {
  const { store, rows } = opened({ flushMs: 20 });
  const taken = Promise.withResolvers<void>();
  store.taking = taken.promise;
  rows.add("a", 1, true);
  rows.add("a", 2);
  rows.add("b", 8);
  expect(rows.rows()).toEqual([1, 2, 8]);
  taken.reject(new Error("disk"));
  await expect.poll(() => rows.rows()).toEqual([3, 8]);
  store.taking = Promise.resolve();
  await expect.poll(() => store.written).toEqual([[3, 8]]);
});

test("an urgent row is written at once, and behind a write under way, not before its time where the last one failed", async () => {
  const { store, rows } = opened({ flushMs: 10_000 });
  rows.add("a", 1, true);
  rows.add("b", 2, true);
  await expect.poll(() => store.written).toEqual([[1], [2]]);
  store.taking = Promise.reject(new Error("disk"));
  rows.add("c", 3, true);
  await expect.poll(() => rows.get("c")).toBe(3);
  await later(5);
  store.taking = Promise.resolve();
  rows.add("d", 4, true);
  await later(20);
  expect(store.written).toHaveLength(2);
  await rows.close();
  expect(store.written.at(-1)).toEqual([3, 4]);
});

test("while writes fail, each is tried later than the one before, up to half a minute; then they go on as before", async () => {
  vi.useFakeTimers();
  const onError = vi.fn<(error: unknown) => void>();
  const { store, rows } = opened({ onError });
  store.taking = Promise.reject(new Error("disk"));
  store.taking.catch(() => undefined); // nobody awaits it until the first try
  rows.add("a", 1);
  await vi.advanceTimersByTimeAsync(500 + 1_000 + 2_000);
  expect(onError).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(600_000);
  onError.mockClear();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(onError).toHaveBeenCalledTimes(10);
  store.taking = Promise.resolve();
  await vi.advanceTimersByTimeAsync(30_000);
  rows.add("b", 2);
  await vi.advanceTimersByTimeAsync(500);
  expect(store.written).toEqual([[1], [2]]);
});

test("tries that somebody asks for while writes fail make the next one no later", async () => {
  vi.useFakeTimers();
  const { store, rows } = opened();
  store.taking = Promise.reject(new Error("disk"));
  rows.add("a", 1);
  for (let tries = 0; tries < 10; tries++) await rows.drain();
  expect(rows.isFailing).toBe(true);
  store.taking = Promise.resolve();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([store.written, rows.isFailing]).toEqual([[[1]], false]);
});

test("while a write takes long, the oldest go first, those in it too", async () => {
  const { store, rows } = opened({ keptMax: 3 });
  const taken = Promise.withResolvers<void>();
  store.taking = taken.promise;
  rows.add("a", 1);
  rows.add("b", 2, true);
  rows.add("c", 3);
  rows.add("d", 4);
  expect(rows.rows()).toEqual([2, 3, 4]);
  taken.resolve();
  await rows.close();
  expect(store.written).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test("what comes after the close is not written, be it urgent or many", async () => {
  const { store, rows } = opened({ flushMs: 10, flushCount: 2 });
  rows.add("a", 1);
  await rows.close();
  for (const key of ["b", "c", "d"]) rows.add(key, 2, true);
  await later(40);
  expect(store.written).toEqual([[1]]);
});

test("a close waits for what urgent rows that came meanwhile have begun", async () => {
  const { store, rows } = opened();
  const taken = Promise.withResolvers<void>();
  store.taking = taken.promise;
  rows.add("a", 1);
  const closing = rows.close();
  await later(1);
  rows.add("b", 2, true);
  taken.resolve();
  store.taking = later(20);
  await closing;
  expect(rows.rows()).toEqual([]);
  expect(store.written).toEqual([[1], [2]]);
});

test("what rows take is counted once: where they become one, where a write failed, and not when they are written", async () => {
  const { store, rows } = opened({ sizeMax: 10, flushMs: 10_000 });
  store.taking = Promise.reject(new Error("disk"));
  rows.add("a", 1);
  rows.add("a", 3, true);
  rows.add("b", 3);
  expect(rows.rows()).toEqual([4, 3]);
  await rows.drain();
  rows.add("c", 3);
  expect(rows.rows()).toEqual([4, 3, 3]);
  store.taking = Promise.resolve();
  await rows.drain();
  expect(store.written).toEqual([[4, 3, 3]]);
  rows.add("d", 10);
  expect(rows.rows()).toEqual([10]);
  rows.add("e", 1);
  expect(rows.rows()).toEqual([1]);
  await rows.close();
});
