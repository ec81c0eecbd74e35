import { expect, test } from "vitest";
import type { Retrieval } from "../../../src/memory/entity/retrieval.ts";
import { SqlErasureStore } from "../../../src/store/erasure/erasures.ts";
import { expire } from "../../../src/store/upkeep/expire.ts";
import { SqlRetrievalStore } from "../../../src/store/retrieval/retrievals.ts";
import { flushAll, say } from "../fixture/account-data.ts";
import { temporaryStore } from "../fixture/store.ts";

const dayMs = 86_400_000;

function receipt(id: string, more: Partial<Retrieval> = {}): Retrieval {
  const results: Retrieval["results"] = [{ id: "msg_1", layer: "signals", similarity: 0.5 }];
  return { id, account: "acc", user: "ana", query: "what?", queryHash: "abc", results, createdAtMs: 1_000, ...more };
}

test("receipts are given back as they were recorded, once", async () => {
  await using store = await temporaryStore();
  const retrievals = new SqlRetrievalStore(store.db);
  const many = Array.from({ length: 250 }, (_, i) =>
    receipt(`ret_${i}`, { results: i % 2 ? [] : receipt("").results }),
  );
  await retrievals.record(many);
  await retrievals.record([receipt("ret_7", { query: "another" })]);
  await retrievals.record([]);
  for (const one of many) expect(await retrievals.get({ account: "acc", user: "ana" }, one.id)).toEqual(one);
});

test("what the gateway did with it is recorded when it is known, and nothing else a second time", async () => {
  await using store = await temporaryStore();
  const retrievals = new SqlRetrievalStore(store.db);
  const use = {
    items: 1,
    omitted: 0,
    tokens: 9,
    positions: ["part"],
    replayed: 0,
    replay: "none",
    ms: 1.5,
    losses: [],
  };
  const losses = [{ what: "top_k", how: "dropped" as const }];
  const first = receipt("ret_1", { gateway: use });
  await retrievals.record([first]);
  await retrievals.record([receipt("ret_1", { query: "another", results: [], gateway: { ...use, losses } })]);
  const known = { ...first, gateway: { ...use, losses } };
  expect(await retrievals.get(first, "ret_1")).toEqual(known);
  await retrievals.record([receipt("ret_1")]);
  expect(await retrievals.get(first, "ret_1")).toEqual(known);
});

test("a receipt is read by its user, or by the account; by no other user and no other account", async () => {
  await using store = await temporaryStore();
  const retrievals = new SqlRetrievalStore(store.db);
  await retrievals.record([receipt("ret_ana"), receipt("ret_system", { user: "system" })]);
  const readers = async (id: string) => {
    const found = [];
    for (const [account, user] of [
      ["acc", "ana"],
      ["acc", "bob"],
      ["acc", "system"],
      ["other", "ana"],
      ["other", "system"],
    ]) {
      if (await retrievals.get({ account: account!, user: user! }, id)) found.push(`${account}/${user}`);
    }
    return found;
  };
  expect(await readers("ret_ana")).toEqual(["acc/ana", "acc/system"]);
  expect(await readers("ret_system")).toEqual(["acc/system"]);
  expect(await readers("ret_none")).toEqual([]);
});

test("after 30 days only ids and the query's hash remain", async () => {
  await using store = await temporaryStore();
  const retrievals = new SqlRetrievalStore(store.db);
  const rows = Array.from({ length: 1_200 }, (_, i) =>
    receipt(`ret_${String(i).padStart(4, "0")}`, { account: i % 3 ? "acc" : "other", createdAtMs: i }),
  );
  await retrievals.record(rows);
  await expire(store.db, 30 * dayMs + 600);
  for (const row of rows) {
    const query = row.createdAtMs < 600 ? undefined : "what?";
    expect(await retrievals.get(row, row.id)).toEqual({ ...row, query });
  }
});

test("a tombstone goes after seven days, once a flush is past it; an answer after one", async () => {
  await using store = await temporaryStore();
  for (const account of ["flushed", "unflushed"]) {
    await store.account(account);
    const scope = { account, user: "ana" };
    const [gone] = [await say(store.db, scope, "gone"), await say(store.db, scope, "kept")];
    if (account === "flushed") await flushAll(store.db, account);
    await new SqlErasureStore(store.db).begin(scope, { kind: "message", id: gone });
  }
  const count = async (account: string) => {
    const rows = await store.db.read.selectFrom("memory").select("id").where("account_id", "=", account).execute();
    return rows.length;
  };
  const answer = { account_id: "flushed", user_id: "ana", operation: "o", request_hash: "", answer: "{}" };
  const now = Date.now();
  await store.db.writer.write((tx) =>
    tx
      .insertInto("idempotency")
      .values([
        { ...answer, key: "old", created_at: now - 1 },
        { ...answer, key: "new", created_at: now + dayMs },
      ])
      .execute(),
  );
  await expire(store.db, now + 8 * dayMs);
  expect(await count("flushed")).toBe(2);
  await flushAll(store.db, "flushed");
  await expire(store.db, now + 6 * dayMs);
  expect(await count("flushed")).toBe(2);
  await expire(store.db, now + 8 * dayMs);
  expect([await count("flushed"), await count("unflushed")]).toEqual([1, 2]);
  await expire(store.db, now + dayMs);
  expect(await store.db.read.selectFrom("idempotency").select("key").execute()).toEqual([]);
});
