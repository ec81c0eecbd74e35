import { expect, test, vi } from "vitest";
import { Receipts } from "../../src/memory/background/receipts.ts";
import type { Retrieval, RetrievalStore } from "../../src/memory/entity/retrieval.ts";
import type { Scope } from "../../src/memory/scope.ts";

const scope = { account: "account", user: "ann" };

function receipt(id: string): Retrieval {
  return { id, ...scope, query: "tea", queryHash: "", results: [], createdAtMs: 0 };
}

function storeOf() {
  const written: string[][] = [];
  const kept: Retrieval[] = [];
  const store = {
    written,
    fault: undefined as Error | undefined,
    record: async (batch: Retrieval[]) => {
      if (store.fault) throw store.fault;
      written.push(batch.map(({ id }) => id));
      kept.push(...batch);
    },
    get: async ({ account, user }: Scope, id: string) =>
      kept.find((one) => one.id === id && one.account === account && one.user === user),
  } satisfies RetrievalStore & { written: string[][]; fault: Error | undefined };
  return store;
}

const later = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

test("are written together, behind the answers", async () => {
  const store = storeOf();
  const receipts = new Receipts(store, { flushMs: 20 });
  for (const id of ["a", "b"]) receipts.add(receipt(id));
  expect(store.written).toEqual([]);
  await expect.poll(() => store.written).toEqual([["a", "b"]]);
  receipts.add(receipt("c"));
  await expect.poll(() => store.written).toEqual([["a", "b"], ["c"]]);
});

test("do not wait once they are many", async () => {
  const store = storeOf();
  const receipts = new Receipts(store, { flushMs: 10_000, flushCount: 3 });
  for (const id of ["a", "b", "c"]) receipts.add(receipt(id));
  await expect.poll(() => store.written.flat()).toEqual(["a", "b", "c"]);
  await receipts.close();
});

test("are told as they are stored: what was erased since is not", async () => {
  const store = storeOf();
  const receipts = new Receipts({ ...store, get: async () => ({ ...receipt("a"), query: undefined }) });
  receipts.add(receipt("a"));
  expect(await receipts.get(scope, "a")).toEqual({ ...receipt("a"), query: undefined });
  expect(store.written).toEqual([["a"]]);
  await receipts.close();
});

test.each([undefined, new Error("disk")])(
  "are seen at once, by who may, whether they can be written or not",
  async (fault) => {
    const receipts = new Receipts(Object.assign(storeOf(), { fault }));
    receipts.add(receipt("a"));
    expect(await receipts.get(scope, "a")).toMatchObject({ id: "a" });
    expect(await receipts.get({ ...scope, user: "bob" }, "a")).toBeUndefined();
    expect(await receipts.get({ ...scope, account: "other" }, "a")).toBeUndefined();
    await receipts.close();
  },
);

test("are not written for those who may not see them, nor, while the store takes none, for those who may", async () => {
  const store = storeOf();
  const record = vi.spyOn(store, "record");
  const receipts = new Receipts(store, { flushMs: 10_000 });
  receipts.add(receipt("a"));
  await receipts.get({ ...scope, user: "bob" }, "a");
  expect(record).not.toHaveBeenCalled();
  store.fault = new Error("disk");
  for (let reads = 0; reads < 5; reads++) expect(await receipts.get(scope, "a")).toMatchObject({ id: "a" });
  expect(record).toHaveBeenCalledTimes(1);
  await receipts.close();
});

test("a drain writes what waits, and what comes after it goes on", async () => {
  const store = storeOf();
  const receipts = new Receipts(store, { flushMs: 20 });
  receipts.add(receipt("a"));
  await receipts.drain();
  expect(store.written).toEqual([["a"]]);
  receipts.add(receipt("b"));
  await expect.poll(() => store.written).toEqual([["a"], ["b"]]);
});

test("what comes while a drain writes is written in its time", async () => {
  const store = storeOf();
  const receipts = new Receipts(store, { flushMs: 20 });
  receipts.add(receipt("a"));
  const drained = receipts.drain();
  await Promise.resolve(); // the write begins
  receipts.add(receipt("b"));
  await drained;
  expect(store.written).toEqual([["a"]]);
  await expect.poll(() => store.written).toEqual([["a"], ["b"]]);
});

test("what a drain could not write is tried again", async () => {
  const store = storeOf();
  const receipts = new Receipts(store, { flushMs: 20 });
  store.fault = new Error("disk");
  receipts.add(receipt("a"));
  await receipts.drain();
  store.fault = undefined;
  await expect.poll(() => store.written).toEqual([["a"]]);
});

test("close writes the rest, and stops", async () => {
  const store = storeOf();
  const receipts = new Receipts(store, { flushMs: 20 });
  receipts.add(receipt("a"));
  await receipts.close();
  expect(store.written).toEqual([["a"]]);
  store.fault = new Error("disk");
  receipts.add(receipt("b"));
  await receipts.close();
  store.fault = undefined;
  await later(60);
  expect(store.written).toEqual([["a"]]);
});

test("survive a store that fails for a while, so many as are kept", async () => {
  const store = storeOf();
  const errors: unknown[] = [];
  const receipts = new Receipts(store, {
    flushMs: 500, // none is tried again while these come, however slow the machine is
    flushCount: 2,
    keptMax: 3,
    onError: (error) => errors.push(error),
  });
  store.fault = new Error("disk");
  for (const id of ["a", "b", "c", "d"]) {
    receipts.add(receipt(id));
    await later(1);
  }
  expect(errors).toHaveLength(1);
  store.fault = undefined;
  await expect.poll(() => store.written).toEqual([["b", "c", "d"]]);
});

test("that cannot be written are bounded by what they hold, too", async () => {
  const store = storeOf();
  store.fault = new Error("full");
  const receipts = new Receipts(store, { keptBytes: 100_000, flushMs: 10_000 });
  for (const id of ["a", "b", "c", "d"]) receipts.add({ ...receipt(id), query: "x".repeat(16_384) });
  expect(await receipts.get(scope, "a")).toBeUndefined();
  expect(await receipts.get(scope, "b")).toBeDefined();
  store.fault = undefined;
  await receipts.drain();
  expect(store.written).toEqual([["b", "c", "d"]]);
  for (const id of ["e", "f", "g"]) receipts.add({ ...receipt(id), query: "x".repeat(16_384) });
  expect(await receipts.get(scope, "e")).toBeDefined();
  await receipts.close();
});
