import { afterEach, beforeEach, expect, test } from "vitest";
import type { ErasureTarget } from "../../../src/memory/entity/erasure.ts";
import type { Retrieval } from "../../../src/memory/entity/retrieval.ts";
import type { Scope } from "../../../src/memory/scope.ts";
import { SqlErasureStore } from "../../../src/store/erasure/erasures.ts";
import { SqlPatternStore } from "../../../src/store/pattern/patterns.ts";
import { SqlRetrievalStore } from "../../../src/store/retrieval/retrievals.ts";
import { pattern, say } from "../fixture/account-data.ts";
import { ana, bob, filesWith, purge, receiptOf, rowsOf, system } from "../fixture/erasing.ts";
import { temporaryStore, type TemporaryStore } from "../fixture/store.ts";

/** Receipts that wait to be written until an erasure of what they name is done: a store that failed, a process that stood still. */

let store: TemporaryStore;
let retrievals: SqlRetrievalStore;
let erasures: SqlErasureStore;

beforeEach(async () => {
  store = await temporaryStore();
  await store.account("acc");
  retrievals = new SqlRetrievalStore(store.db);
  erasures = new SqlErasureStore(store.db);
});

afterEach(() => store[Symbol.asyncDispose]());

async function erase(scope: Scope, target: ErasureTarget): Promise<void> {
  await erasures.begin(scope, target);
  await purge(erasures, "acc");
}

/** Of a search that long before the erasure. */
const late = (scope: Scope, id: string, results: string[], agoMs = 5_000): Retrieval => ({
  ...receiptOf(scope, id, results, "canary"),
  createdAtMs: Date.now() - agoMs,
});

test("one that names an erased memory is written without it, and without its query", async () => {
  const [gone, kept] = [await say(store.db, ana, "canary"), await say(store.db, ana, "kept")];
  await erase(ana, { kind: "message", id: gone });
  await retrievals.record([late(ana, "ret_1", [gone, kept]), late(ana, "ret_2", [kept])]);
  expect(await retrievals.get(ana, "ret_1")).toMatchObject({ query: undefined, results: [{ id: kept }] });
  expect(await retrievals.get(ana, "ret_2")).toMatchObject({ query: "canary", results: [{ id: kept }] });
});

test("what was erased keeps its place, and what a pattern was merged into takes that of the pattern", async () => {
  const patterns = new SqlPatternStore(store.db);
  const put = async (title: string) => (await patterns.put(ana, pattern(title), { origin: "user" })).pattern.id;
  const [heir, merged] = [await put("heir"), await put("merged")];
  const gone = await say(store.db, ana, "canary");
  await erase(ana, { kind: "message", id: gone });
  await patterns.merge(ana, heir, [merged], { origin: "user" });
  await retrievals.record([late(ana, "ret_1", [gone, "fact_1", merged])]);
  const { merged_at: atMs } = await store.db.read.selectFrom("merged_pattern").selectAll().executeTakeFirstOrThrow();
  const { query, results } = await store.db.read.selectFrom("retrieval").selectAll().executeTakeFirstOrThrow();
  expect({ query, results: JSON.parse(results) as unknown }).toEqual({
    query: null,
    results: [null, null, [heir, "signals", 1, atMs]],
  });
});

test("one of an erased user is not written; what they ask later is", async () => {
  await say(store.db, ana, "canary");
  const shared = await say(store.db, system, "shared");
  await erase(ana, { kind: "user" });
  await retrievals.record([late(ana, "ret_1", [shared]), late(bob, "ret_2", [shared])]);
  expect(await retrievals.get(ana, "ret_1")).toBeUndefined();
  expect(await retrievals.get(bob, "ret_2")).toMatchObject({ query: "canary", results: [{ id: shared }] });
  await retrievals.record([late(ana, "ret_3", [shared], -5_000)]);
  expect(await retrievals.get(ana, "ret_3")).toMatchObject({ query: "canary" });
});

test("facts go with the query where something of the user, or the system's, was erased; of others they stay", async () => {
  const gone = await say(store.db, ana, "canary");
  await erase(ana, { kind: "message", id: gone });
  await retrievals.record([late(ana, "ret_1", ["fact_1"]), late(bob, "ret_2", ["fact_2"])]);
  expect(await retrievals.get(ana, "ret_1")).toMatchObject({ query: undefined, results: [] });
  expect(await retrievals.get(bob, "ret_2")).toMatchObject({ query: "canary", results: [{ id: "fact_2" }] });
});

test("a fact that was found by a clock which runs a little ahead goes too, one found a good while later stays", async () => {
  const gone = await say(store.db, ana, "canary");
  await erase(ana, { kind: "message", id: gone });
  await retrievals.record([late(ana, "ret_1", ["fact_1"], -30_000), late(ana, "ret_2", ["fact_2"], -90_000)]);
  expect(await retrievals.get(ana, "ret_1")).toMatchObject({ query: undefined, results: [] });
  expect(await retrievals.get(ana, "ret_2")).toMatchObject({ query: "canary", results: [{ id: "fact_2" }] });
});

test("of an erased account there are none", async () => {
  const id = await say(store.db, ana, "text");
  await erase(system, { kind: "account" });
  const before = await rowsOf(store, "acc");
  await retrievals.record([late(ana, "ret_1", [id])]);
  expect(await rowsOf(store, "acc")).toEqual(before);
  expect(filesWith(store, "canary")).toEqual([]);
});

test("one that is written soon, behind an erasure, is written without what was erased: nobody reads it until the purge", async () => {
  const gone = await say(store.db, ana, "canary");
  const shared = await say(store.db, system, "shared");
  await erasures.begin(ana, { kind: "message", id: gone });
  await retrievals.record([late(ana, "ret_1", [gone], 500), late(ana, "ret_2", ["fact_1"], 500)]);
  for (const id of ["ret_1", "ret_2"]) {
    expect(await retrievals.get(ana, id)).toMatchObject({ query: undefined, results: [] });
  }
  await erasures.begin(ana, { kind: "user" });
  await retrievals.record([late(ana, "ret_3", [shared], 10)]);
  expect(await retrievals.get(ana, "ret_3")).toBeUndefined();
  expect(filesWith(store, "canary").length).toBeGreaterThan(0);
  await purge(erasures, "acc");
  expect(filesWith(store, "canary")).toEqual([]);
});

test("what is asked a little later has its facts, whatever was erased", async () => {
  const gone = await say(store.db, ana, "text");
  await erasures.begin(ana, { kind: "message", id: gone });
  const hidden = { hidden_at: Date.now() - 2_000 };
  await store.db.writer.write((tx) => tx.updateTable("erasure").set(hidden).execute());
  await retrievals.record([late(ana, "ret_1", ["fact_1"], 10)]);
  expect(await retrievals.get(ana, "ret_1")).toMatchObject({ query: "canary", results: [{ id: "fact_1" }] });
});

test("what is asked once an erasure was answered keeps its facts, when that is purged too", async () => {
  const gone = await say(store.db, ana, "text");
  await erasures.begin(ana, { kind: "message", id: gone });
  await new Promise((resume) => setTimeout(resume, 5));
  await retrievals.record([late(ana, "ret_1", ["fact_1"], 0)]);
  const kept = { query: "canary", results: [{ id: "fact_1" }] };
  expect(await retrievals.get(ana, "ret_1")).toMatchObject(kept);
  await purge(erasures, "acc");
  expect(await retrievals.get(ana, "ret_1")).toMatchObject(kept);
});

test("one that was written before an erasure that is under way is found by it", async () => {
  const gone = await say(store.db, ana, "canary");
  await retrievals.record([receiptOf(ana, "ret_1", [gone], "canary")]);
  expect(await retrievals.get(ana, "ret_1")).toMatchObject({ query: "canary" });
  await erase(ana, { kind: "message", id: gone });
  expect(await retrievals.get(ana, "ret_1")).toMatchObject({ query: undefined, results: [] });
});
