import { expect, test } from "vitest";
import { SqlGenerationStore } from "../../../src/store/index/generation.ts";
import { explained } from "../fixture/plans.ts";
import { temporaryStore } from "../fixture/store.ts";

/** What changing the embedder looks for among all memories. */

const place = (i: number) => ({ account_id: `acc${i % 3}`, id: `mem_${String(i).padStart(5, "0")}` });
const row = { user_id: "ann", layer: "signals", session_id: "s", created_at: 0, tags: "[]", origin: "user" };
const vector = { content_hash: "h", data: new Uint8Array(2) };

/** 1,800 memories with their old and new vectors, but for two that lack the new one. */
async function filled() {
  const store = await temporaryStore();
  await store.db.writer.exclusive(async (tx) => {
    for (const i of Array.from({ length: 1_800 }).keys()) {
      const memory = { ...row, ...place(i), seq: i, position: i, content_hash: "h", text: `note ${i}` };
      await tx.insertInto("memory").values(memory).execute();
      const spaces = i === 1_000 || i === 1_799 ? ["old"] : ["new", "old"];
      const vectors = spaces.map((fingerprint) => ({ ...place(i), ...vector, fingerprint }));
      await tx.insertInto("vector").values(vectors).execute();
    }
  });
  return store;
}

/** How often the event loop turns until it is done. */
async function turns(work: Promise<unknown>): Promise<number> {
  const state = { done: false };
  void work.finally(() => (state.done = true));
  let count = 0;
  for (; !state.done; count++) await new Promise((resolve) => void setImmediate(resolve));
  return count;
}

test("a walk finds what lacks a vector, and lets the event loop turn where little does", async () => {
  await using store = await filled();
  await using plans = explained(store);
  const of = new SqlGenerationStore(plans.db);
  const lacking = of.lacking("new", undefined, 10);
  expect(await turns(lacking)).toBeGreaterThan(3);
  expect((await lacking).map(({ text }) => text)).toEqual(["note 1000", "note 1799"]);
  expect(await of.lacking("new", { account: "acc1", id: "mem_01000" }, 10)).toHaveLength(1);
  expect(await of.lacking("newer", undefined, 700)).toHaveLength(700);
  const steps = plans.steps('from "memory"').filter((step) => step.includes("memory"));
  for (const step of steps) expect(step).toMatch(/^SEARCH memory .*\(\(account_id,id\)>\(\?,\?\)/);
});

test("a walk deletes the vectors of other spaces, wherever they lie", async () => {
  await using store = await filled();
  await using plans = explained(store);
  const retired = new SqlGenerationStore(plans.db).retire("new");
  expect(await turns(retired)).toBeGreaterThan(6);
  const left = store.db.read.selectFrom("vector").select((e) => ["fingerprint", e.fn.countAll().as("count")]);
  expect(await left.groupBy("fingerprint").execute()).toEqual([{ fingerprint: "new", count: 1_798 }]);
  const steps = plans.steps('from "vector"');
  for (const step of steps) expect(step).toMatch(/^SEARCH vector .*\(\(account_id,id\)>\(\?,\?\)/);
});

test("a walk counts a space's vectors only until there are enough", async () => {
  await using store = await filled();
  await using plans = explained(store);
  const of = new SqlGenerationStore(plans.db);
  expect(await of.holds("new", 0)).toBe(true);
  expect(await of.holds("new", 1_798)).toBe(true);
  expect(await of.holds("new", 1_799)).toBe(false);
  expect(await turns(of.holds("new", 1_799))).toBeGreaterThan(3);
  for (const step of plans.steps('from "vector"'))
    expect(step).toMatch(/^SEARCH vector .*\(\(account_id,id\)>\(\?,\?\)/);
});

test("a walk for some memory's text and its vector lets the event loop turn where there is none", async () => {
  await using store = await filled();
  await using plans = explained(store);
  const of = new SqlGenerationStore(plans.db);
  const { signal } = new AbortController();
  expect(await of.sample("new", signal)).toEqual({ text: "note 0", vector: Float32Array.of(0) });
  const none = of.sample("newer", signal);
  expect(await turns(none)).toBeGreaterThan(6);
  expect(await none).toBeUndefined();
  const steps = plans.steps('from "vector"');
  expect(steps.length).toBeGreaterThan(6);
  for (const step of steps) expect(step).toMatch(/^SEARCH (vector|memory) /);
  for (const step of steps.filter((each) => each.startsWith("SEARCH vector")))
    expect(step).toContain("((account_id,id)>(?,?)");
});

test("a walk for some memory's text and its vector ends with its signal", async () => {
  await using store = await filled();
  await using plans = explained(store);
  const stopping = new AbortController();
  const none = new SqlGenerationStore(plans.db).sample("newer", stopping.signal);
  stopping.abort();
  expect(await none).toBeUndefined();
  expect(plans.steps('from "vector"').length).toBeLessThan(6);
});

test("the space of a model is the active one, or the one that is being filled", async () => {
  await using store = await filled();
  const of = new SqlGenerationStore(store.db);
  await of.activate("openai/m@host/8");
  expect(await of.spaceOf("openai/m@host/")).toBe("openai/m@host/8");
  expect(await of.spaceOf("ne")).toBe("new");
  expect(await of.spaceOf("openai/other@host/")).toBeUndefined();
});
