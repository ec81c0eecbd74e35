import { expect, test } from "vitest";
import type { Scope } from "../../../src/memory/scope.ts";
import { SqlKeyStore } from "../../../src/store/account/keys.ts";
import { SqlErasureStore } from "../../../src/store/erasure/erasures.ts";
import { SqlMessageStore } from "../../../src/store/memory/messages.ts";
import { SqlOutcomeStore } from "../../../src/store/retrieval/outcomes.ts";
import { SqlPatternStore } from "../../../src/store/pattern/patterns.ts";
import { SqlRetrievalStore } from "../../../src/store/retrieval/retrievals.ts";
import { findRecords } from "../../../src/store/outcome/track-records.ts";
import { SqlImport } from "../../../src/store/upkeep/transfer/import.ts";
import { embedAll, findings, flushAll, message, pattern, say } from "../fixture/account-data.ts";
import { ana, bob, filesWith, purge, receipt, receiptOf, rowsOf, system } from "../fixture/erasing.ts";
import { temporaryStore, type TemporaryStore } from "../fixture/store.ts";

/** Receipts, outcomes and recorded answers that name what is erased. */

const page = { limit: 100, offset: 0 };

test("a user's erasure changes only receipts that name what is erased", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const [shared, own] = [await say(store.db, system, "shared"), await say(store.db, ana, "own")];
  for (const scope of [ana, bob, system]) await receipt(store, scope, `ret_${scope.user}`, [shared]);
  const erasure = await new SqlErasureStore(store.db).begin(ana, { kind: "user" });
  expect(erasure?.counts).toEqual({ messages: 1, patterns: 0, sessions: 1, retrievals: 1 });
  const retrievals = new SqlRetrievalStore(store.db);
  expect(await retrievals.get(ana, "ret_ana")).toBeUndefined();
  for (const scope of [bob, system]) {
    expect(await retrievals.get(scope, `ret_${scope.user}`)).toMatchObject({ query: "about it", results: [{}] });
  }
  expect(await new SqlMessageStore(store.db).get(ana, own)).toBeUndefined();
});

test("what is erased of system's is taken out of everybody's receipts", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const [shared, own] = [await say(store.db, system, "shared"), await say(store.db, ana, "own")];
  await receipt(store, ana, "ret_ana", [shared, own]);
  await receipt(store, bob, "ret_bob", [own]);
  await receipt(store, system, "ret_system", [shared]);
  const erasures = new SqlErasureStore(store.db);
  const erasure = (await erasures.begin(system, { kind: "user" }))!;
  expect(erasure.counts).toMatchObject({ messages: 1, retrievals: 2 });
  await receipt(store, bob, "ret_late", [shared, own], "late");
  await purge(erasures, "acc");
  const retrievals = new SqlRetrievalStore(store.db);
  expect(await retrievals.get(ana, "ret_ana")).toMatchObject({ query: undefined, results: [{ id: own }] });
  expect(await retrievals.get(bob, "ret_bob")).toMatchObject({ query: "about it", results: [{ id: own }] });
  expect(await retrievals.get(bob, "ret_late")).toMatchObject({ query: undefined, results: [{ id: own }] });
  expect(await retrievals.get(system, "ret_system")).toBeUndefined();
  expect(await erasures.get(system, erasure.id)).toMatchObject({ counts: erasure.counts });
});

test("facts go from the receipts of who said something that is erased, with the query and what was noted of it", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const [gone, kept] = [await say(store.db, ana, "gone"), await say(store.db, ana, "kept")];
  for (const scope of [ana, bob]) await receipt(store, scope, `ret_${scope.user}`, ["fact_1", kept], "canary?");
  await receipt(store, ana, "ret_kept", [kept]);
  await new SqlOutcomeStore(store.db).record(ana, { retrievalId: "ret_ana", success: true, note: "canary" });
  const erasures = new SqlErasureStore(store.db);
  const underWay = [ana, bob].map((scope) => receiptOf(scope, `ret_late_${scope.user}`, ["fact_1"], "canary, late?"));
  const erasure = (await erasures.begin(ana, { kind: "message", id: gone }))!;
  expect(erasure.counts).toMatchObject({ messages: 1, retrievals: 1 });
  const retrievals = new SqlRetrievalStore(store.db);
  await retrievals.record(underWay);
  await purge(erasures, "acc");
  expect(await retrievals.get(ana, "ret_ana")).toMatchObject({ query: undefined, results: [{ id: kept }] });
  expect(await retrievals.get(ana, "ret_late_ana")).toMatchObject({ query: undefined, results: [] });
  expect(await retrievals.get(ana, "ret_kept")).toMatchObject({ query: "about it", results: [{ id: kept }] });
  for (const id of ["ret_bob", "ret_late_bob"]) {
    const { query, results } = (await retrievals.get(bob, id))!;
    expect({ query, first: results[0]?.id }).toMatchObject({
      query: expect.stringContaining("canary"),
      first: "fact_1",
    });
  }
  const { note } = await store.db.read.selectFrom("outcome").select("note").executeTakeFirstOrThrow();
  expect(note).toBeNull();
});

test("only answers that name what is erased are forgotten", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const messages = new SqlMessageStore(store.db);
  const erasures = new SqlErasureStore(store.db);
  const add = (scope: Scope, session: string) =>
    messages.add(scope, [message(session, session)], { key: session, operation: "Add", requestHash: "h" });
  const erased = { code: "conflict", message: expect.stringContaining("was erased") };
  await add(ana, "gone");
  const [kept, others] = [await add(ana, "kept"), await add(bob, "gone")];
  await erasures.begin(ana, { kind: "session", id: "gone" });
  expect(await add(ana, "kept")).toEqual(kept);
  expect(await add(bob, "gone")).toEqual(others);
  await expect(add(ana, "gone")).rejects.toMatchObject(erased);

  const once = { key: "erase", operation: "Delete", requestHash: "h" };
  const erasure = await erasures.begin(ana, { kind: "user" }, once);
  await expect(add(ana, "kept")).rejects.toMatchObject(erased);
  await add(ana, "since");
  expect(await add(bob, "gone")).toEqual(others);
  // The erasure's own answer names nothing: what was written since stays.
  expect(await erasures.begin(ana, { kind: "user" }, once)).toEqual(erasure);
  await purge(erasures, "acc");
  expect(await erasures.begin(ana, { kind: "user" }, once)).toEqual(erasure);
  expect((await messages.sessions(ana, page)).total).toBe(1);
});

test("a receipt is found though its memory says it is of tomorrow, or of long ago", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const nowMs = Date.now();
  const retrievals = new SqlRetrievalStore(store.db);
  for (const [name, createdAtMs] of [
    ["future", nowMs + 1e10],
    ["past", 1],
  ] as const) {
    const { ids } = await new SqlMessageStore(store.db).add(ana, [{ ...message(name), createdAtMs }]);
    await receipt(store, ana, `ret_${name}`, ids);
    const erasure = await new SqlErasureStore(store.db).begin(ana, { kind: "message", id: ids[0]! });
    expect(erasure?.counts.retrievals).toBe(1);
    expect(await retrievals.get(ana, `ret_${name}`)).toMatchObject({ query: undefined, results: [] });
  }
});

test("a user who has nothing but receipts is erased too", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  await receipt(store, bob, "ret_bob", []);
  await receipt(store, ana, "ret_ana", []);
  const erasure = await new SqlErasureStore(store.db).begin(ana, { kind: "user" });
  expect(erasure?.counts).toEqual({ messages: 0, patterns: 0, sessions: 0, retrievals: 1 });
  const retrievals = new SqlRetrievalStore(store.db);
  expect(await retrievals.get(ana, "ret_ana")).toBeUndefined();
  expect(await retrievals.get(bob, "ret_bob")).toBeDefined();
});

/** An outcome as an import stores it: without its receipt. */
async function imported(store: TemporaryStore, scope: Scope, n: number, memoryIds: string[]): Promise<void> {
  const times = { retrievedAtMs: n, createdAtMs: n };
  const credits = memoryIds.map((memoryId) => ({ memoryId, weight: 1, version: 1 }));
  const said = { success: true, implicit: false, note: `quokka ${n} of ${scope.user}` };
  const retrievalId = `ret_${String(n).padStart(26, "0")}`;
  expect(await new SqlImport(store.db).addOutcome(scope, { retrievalId, ...said, ...times, credits })).toBe(true);
}

test("a user's imported outcomes go with the user, and what they credited loses that", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const [shared, own] = [await say(store.db, system, "shared"), await say(store.db, ana, "own")];
  for (let n = 1; n <= 600; n++) await imported(store, ana, n, [shared]);
  await imported(store, bob, 1_000, [shared]);
  await imported(store, system, 1_001, [own]);
  await new SqlErasureStore(store.db).begin(ana, { kind: "user" });
  const { outcome = [], credit } = await rowsOf(store, "acc");
  expect(outcome).toMatchObject([
    { user_id: "bob", note: "quokka 1000 of bob" },
    { user_id: "system", note: null },
  ]);
  expect(credit).toMatchObject([{ memory_id: shared }]);
  expect((await findRecords(store.db.read, "acc", [shared])).get(shared)).toMatchObject({ applications: 1 });
  expect(await findings(store.db)).toEqual([]);
});

test("an imported note goes with a memory that it credits", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const [one, other] = [await say(store.db, ana, "one"), await say(store.db, ana, "other")];
  await imported(store, ana, 1, [one, other]);
  await imported(store, ana, 2, [other]);
  await new SqlErasureStore(store.db).begin(ana, { kind: "message", id: one });
  const { outcome, credit } = await rowsOf(store, "acc");
  expect(outcome).toMatchObject([{ note: null }, { note: "quokka 2 of ana" }]);
  expect(credit).toMatchObject([{ memory_id: other }, { memory_id: other }]);
});

test("a user who has nothing but imported outcomes is erased too", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  await imported(store, bob, 1, [await say(store.db, bob, "text")]);
  await imported(store, ana, 2, []);
  const erasures = new SqlErasureStore(store.db);
  expect(await erasures.begin(ana, { kind: "user" })).toBeDefined();
  expect((await rowsOf(store, "acc"))["outcome"]).toMatchObject([{ user_id: "bob" }]);
  expect(await erasures.begin(ana, { kind: "user" })).toBeUndefined();
});

test("an erased user's name is in no file; who knows it can still ask how its erasures went", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const wanda: Scope = { account: "acc", user: "wanda-wombat" };
  const ids: string[] = [];
  for (let i = 0; i < 60; i++) ids.push(await say(store.db, wanda, `text ${i}`, `s${i % 3}`));
  await new SqlPatternStore(store.db).put(wanda, pattern("Title"), { origin: "agent" });
  await imported(store, wanda, 1, [ids[0]!]);
  await receipt(store, wanda, "ret_wanda", ids);
  await embedAll(store.db);
  await flushAll(store.db, "acc");
  const erasures = new SqlErasureStore(store.db);
  const message = (await erasures.begin(wanda, { kind: "message", id: ids[0]! }))!;
  const user = (await erasures.begin(wanda, { kind: "user" }))!;
  await receipt(store, wanda, "ret_late", []);
  await store.db.writer.write((tx) => tx.updateTable("retrieval").set({ created_at: user.createdAtMs }).execute());
  for (const scope of [wanda, system]) {
    expect(await erasures.get(scope, user.id)).toEqual(user);
    expect(await erasures.get(scope, message.id)).toEqual(message);
  }
  expect(await erasures.get(bob, user.id)).toBeUndefined();
  expect(await erasures.get({ account: "other", user: wanda.user }, user.id)).toBeUndefined();

  await flushAll(store.db, "acc");
  await purge(erasures, "acc");
  expect(await erasures.get(wanda, user.id)).toMatchObject({ doneAtMs: expect.any(Number) });
  expect(await erasures.get(bob, user.id)).toBeUndefined();
  expect((await rowsOf(store, "acc"))["retrieval"]).toBeUndefined();
  expect(filesWith(store, wanda.user)).toEqual([]);
  expect(await findings(store.db)).toEqual([]);
});

test("keys that have ended forget their erased user for good; a good one goes on to act for whom it is bound to", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const keys = new SqlKeyStore(store.db);
  const wanda: Scope = { account: "acc", user: "wanda-wombat" };
  const boundTo = (user: string) => ({ name: `phone of ${user}`, scopes: ["memory:read" as const], user });
  await keys.create("acc", "key_ended", "hash", { ...boundTo(wanda.user), expiresAtMs: Date.now() });
  for (const id of ["key_old", "key_good"]) await keys.create("acc", id, "hash", boundTo(wanda.user));
  await keys.create("acc", "key_bob", "hash", boundTo(bob.user));
  for (const id of ["key_old", "key_bob"]) await keys.revoke("acc", id);
  const named = async () => {
    const { items } = await keys.list("acc", { limit: 10, offset: 0 });
    return Object.fromEntries(items.map(({ id, user, name }) => [id, [user, name]]));
  };
  const erasures = new SqlErasureStore(store.db);
  expect(await erasures.begin(wanda, { kind: "user" })).toBeDefined();
  const others = { key_bob: [bob.user, `phone of ${bob.user}`] };
  expect(await named()).toEqual({
    ...others,
    key_ended: [undefined, ""],
    key_good: [wanda.user, "phone of wanda-wombat"],
    key_old: [undefined, ""],
  });
  // Made good again, it would act for whomever it likes.
  expect((await keys.find("key_ended"))?.key.revokedAtMs).toBeDefined();

  expect(await erasures.begin(wanda, { kind: "user" })).toBeUndefined();
  await keys.revoke("acc", "key_good");
  expect(await erasures.begin(wanda, { kind: "user" })).toBeDefined();
  expect(await named()).toEqual({
    ...others,
    key_ended: [undefined, ""],
    key_good: [undefined, ""],
    key_old: [undefined, ""],
  });
  await purge(erasures, "acc");
  expect(filesWith(store, wanda.user)).toEqual([]);
});

test("an erased session's name goes from its user's patterns; what others forged in one of that name keeps it", async () => {
  await using store = await temporaryStore();
  for (const account of ["acc", "other"]) await store.account(account);
  const owners = [ana, bob, { account: "other", user: "ana" }];
  for (const scope of owners) {
    await say(store.db, scope, "text", "quokka");
    for (const sessionId of ["quokka", "kept"])
      await new SqlPatternStore(store.db).put(scope, pattern(sessionId), { origin: "agent", sessionId });
  }
  await new SqlErasureStore(store.db).begin(ana, { kind: "session", id: "quokka" });
  const { pattern: patterns = [] } = await rowsOf(store, "acc");
  const left = [...patterns, ...(await rowsOf(store, "other"))["pattern"]!].map((row) => {
    const { user_id: user, title, session_id: session } = row as { user_id: string; title: string; session_id: string };
    return [user, title, session];
  });
  expect(left).toEqual([
    ["ana", "quokka", ""],
    ["ana", "kept", "kept"],
    ["bob", "quokka", "quokka"],
    ["bob", "kept", "kept"],
    ["ana", "quokka", "quokka"],
    ["ana", "kept", "kept"],
  ]);
});

test("a tombstone tells nothing of what it was but its id, its layer and where it came from", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const said = { ...message("text", "session"), metadata: { mood: "glad" }, createdAtMs: 7 };
  const { ids } = await new SqlMessageStore(store.db).add(ana, [said]);
  await new SqlMessageStore(store.db).edit(ana, ids[0]!, { content: "another text" });
  const { pattern: put } = await new SqlPatternStore(store.db).put(ana, pattern("Title", { tags: ["tag"] }), {
    origin: "agent",
  });
  await embedAll(store.db);
  await imported(store, ana, 1, [ids[0]!, put.id]);
  const { memory: before = [] } = await rowsOf(store, "acc");
  const empty = Object.keys(before[0]!).filter((column) => before.every((row) => isNothing(Object(row)[column])));
  expect(empty).toEqual(["embed_after", "deleted", "quarantined", "failure_weight"]);
  const erasure = (await new SqlErasureStore(store.db).begin(ana, { kind: "user" }))!;
  const told = new Set(["account_id", "id", "layer", "seq", "origin", "deleted", "created_at", "position"]);
  const { memory = [] } = await rowsOf(store, "acc");
  expect(memory).toMatchObject([
    { id: ids[0], layer: "signals", created_at: erasure.createdAtMs, position: -1, deleted: 1 },
    { id: put.id, layer: "patterns", created_at: erasure.createdAtMs, position: -1, deleted: 1 },
  ]);
  for (const row of memory) {
    const rest = Object.entries(row).filter(([column]) => !told.has(column));
    expect(rest.filter(([, value]) => !isNothing(value))).toEqual([]);
  }
});

function isNothing(value: unknown): boolean {
  return value === null || value === "" || value === "[]" || value === 0;
}
