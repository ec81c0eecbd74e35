import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { ErasureTarget } from "../../src/memory/erasure.ts";
import type { Retrieval } from "../../src/memory/retrieval.ts";
import type { Scope } from "../../src/memory/scope.ts";
import type { Database, Tx } from "../../src/store/database.ts";
import { SqlAccountStore } from "../../src/store/account/accounts.ts";
import { SqlErasureStore } from "../../src/store/erasure/erasures.ts";
import { SqlIndexStore } from "../../src/store/index/index-store.ts";
import { SqlKeyStore } from "../../src/store/account/keys.ts";
import { SqlMessageStore } from "../../src/store/memory/messages.ts";
import { SqlPatternStore } from "../../src/store/memory/patterns.ts";
import { SqlRetrievalStore } from "../../src/store/memory/retrievals.ts";
import { liveOf } from "../../src/store/erasure/erase-memories.ts";
import { embedAll, findings, flushAll, message, pattern, say } from "./fixture/account-data.ts";
import { explained } from "./fixture/plans.ts";
import { temporaryStore, type TemporaryStore } from "./fixture/store.ts";

const ana: Scope = { account: "acc", user: "ana" };
const bob: Scope = { account: "acc", user: "bob" };
const page = { limit: 100, offset: 0 };

/** Files of the database in which a text stands. */
function filesWith(store: TemporaryStore, text: string): string[] {
  const folder = dirname(store.path);
  return readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(text));
}

function receiptOf(scope: Scope, id: string, results: string[], query: string): Retrieval {
  const found = results.map((memory) => ({ id: memory, layer: "signals" as const, similarity: 1 }));
  return { ...scope, id, query, queryHash: "hash", results: found, createdAtMs: Date.now() };
}

async function receipt(store: TemporaryStore, scope: Scope, id: string, results: string[], query = "about it") {
  await new SqlRetrievalStore(store.db).record([receiptOf(scope, id, results, query)]);
}

/** As the eraser does it. */
async function purge(erasures: SqlErasureStore, account: string) {
  const jobs = await erasures.pending(account, Date.now(), 100);
  await erasures.sweep(account, jobs);
  await erasures.finish(jobs);
}

/** Every row of every table of an account. */
async function rowsOf(store: TemporaryStore, account: string, but: string[] = []): Promise<Record<string, object[]>> {
  const held = sql<{ name: string }>`select name from sqlite_master where type = 'table' and sql like '%"account_id"%'`;
  const rows: Record<string, object[]> = {};
  for (const { name } of (await held.execute(store.db.read)).rows) {
    if (but.includes(name)) continue;
    const found = await sql<object>`select * from ${sql.table(name)} where account_id = ${account}`.execute(
      store.db.read,
    );
    if (found.rows.length > 0) rows[name] = found.rows;
  }
  return rows;
}

/** The same database, of which the process dies at a write. */
function dyingAfter(store: TemporaryStore, writes: number): SqlErasureStore {
  let left = writes;
  const { writer } = store.db;
  const killed = () => Promise.reject(new Error("killed"));
  const mortal: Pick<typeof writer, "write" | "exclusive"> = {
    write: (work) => (left-- > 0 ? writer.write(work) : killed()),
    exclusive: (work) => (left-- > 0 ? writer.exclusive(work) : killed()),
  };
  return new SqlErasureStore({ ...store.db, writer: mortal as Database["writer"] }); // it uses no more
}

test("an erased message is gone at once, with its answers and its place on receipts", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const messages = new SqlMessageStore(store.db);
  const erasures = new SqlErasureStore(store.db);
  const once = { key: "k", operation: "Add", requestHash: "h" };
  const { ids } = await messages.add(ana, [message("zanzibarquokka")], once);
  const kept = await say(store.db, ana, "kept");
  await embedAll(store.db);
  await flushAll(store.db, "acc");
  await receipt(store, ana, "ret_1", [ids[0]!, kept], "zanzibarquokka?");
  await receipt(store, ana, "ret_2", [kept]);
  const target: ErasureTarget = { kind: "message", id: ids[0]! };

  expect(await erasures.begin(bob, target)).toBeUndefined();
  expect(await erasures.begin({ account: "acc", user: "system" }, target)).toBeUndefined();
  expect(await erasures.begin(ana, { kind: "pattern", id: ids[0]! })).toBeUndefined();
  const erasure = (await erasures.begin(ana, target))!;
  expect(erasure).toEqual({
    id: expect.stringMatching(/^era_[0-9a-z]{26}$/),
    counts: { messages: 1, patterns: 0, sessions: 0, retrievals: 1 },
    createdAtMs: expect.any(Number),
  });
  expect(await erasures.begin(ana, target)).toBeUndefined();
  expect(await messages.get(ana, ids[0]!)).toBeUndefined();
  expect(await messages.list(ana, "one", page)).toMatchObject({ total: 1, items: [{ id: kept }] });
  expect((await messages.sessions(ana, page)).items).toMatchObject([{ messageCount: 1 }]);
  const retrievals = new SqlRetrievalStore(store.db);
  expect(await retrievals.get(ana, "ret_1")).toMatchObject({ query: undefined, results: [{ id: kept }] });
  expect(await retrievals.get(ana, "ret_2")).toMatchObject({ query: "about it" });
  const tombstone = { kind: "tombstone", id: ids[0]!, indexed: { user: "ana", sessionId: "one" } };
  expect((await new SqlIndexStore(store.db).changes("acc", 4, 10)).at(-1)).toMatchObject(tombstone);
  // The first answer was forgotten, so the same request writes anew.
  expect((await messages.add(ana, [message("again")], once)).ids).not.toEqual(ids);
  expect(await findings(store.db)).toEqual([]);
});

test("an erasure is answered once", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const erasures = new SqlErasureStore(store.db);
  const id = await say(store.db, ana, "text");
  const once = { key: "k", operation: "Delete", requestHash: "h" };
  const first = await erasures.begin(ana, { kind: "message", id }, once);
  expect(await erasures.begin(ana, { kind: "message", id }, once)).toEqual(first);
});

test("the last message takes its session with it", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const id = await say(store.db, ana, "alone", "short");
  const erasure = await new SqlErasureStore(store.db).begin(ana, { kind: "message", id });
  expect(erasure?.counts).toMatchObject({ messages: 1, sessions: 1 });
  expect(await new SqlMessageStore(store.db).list(ana, "short", page)).toBeUndefined();
  await say(store.db, ana, "begins anew", "short");
  expect(await findings(store.db)).toEqual([]);
});

test("an erased pattern frees its title, and takes its versions with it", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const patterns = new SqlPatternStore(store.db);
  const { pattern: first } = await patterns.put(ana, pattern("Title", { problem: "one" }), { origin: "agent" });
  await patterns.put(ana, pattern("Title", { problem: "two" }), { origin: "agent" });
  const erasure = await new SqlErasureStore(store.db).begin(ana, { kind: "pattern", id: first.id });
  expect(erasure?.counts).toEqual({ messages: 0, patterns: 1, sessions: 0, retrievals: 0 });
  expect(await patterns.get(ana, first.id)).toBeUndefined();
  expect(await patterns.history(ana, first.id, page)).toBeUndefined();
  const { status } = await patterns.put(ana, pattern("Title"), { origin: "agent" });
  expect(status).toBe("created");
  expect(await store.db.read.selectFrom("pattern_version").selectAll().execute()).toHaveLength(1);
  expect(await findings(store.db)).toEqual([]);
});

test("a session, then a user; others keep what they have", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  await store.account("other");
  const messages = new SqlMessageStore(store.db);
  const patterns = new SqlPatternStore(store.db);
  const erasures = new SqlErasureStore(store.db);
  for (const scope of [ana, bob, { account: "other", user: "ana" }]) {
    await messages.add(
      scope,
      Array.from({ length: 450 }, (_, i) => message(`text ${i}`, `s${i % 3}`)),
    );
    await patterns.put(scope, pattern("Title"), { origin: "agent", sessionId: "s0" });
    await receipt(store, scope, `ret_${scope.account}_${scope.user}`, []);
  }
  await flushAll(store.db, "acc");
  const session = await erasures.begin(ana, { kind: "session", sessionId: "s0" });
  expect(session?.counts).toEqual({ messages: 150, patterns: 0, sessions: 1, retrievals: 0 });
  expect(await erasures.begin(ana, { kind: "session", sessionId: "s0" })).toBeUndefined();
  expect(await messages.list(ana, "s0", page)).toBeUndefined();
  expect((await messages.list(ana, "s1", page))?.total).toBe(150);

  const user = await erasures.begin(ana, { kind: "user" });
  expect(user?.counts).toEqual({ messages: 300, patterns: 1, sessions: 2, retrievals: 1 });
  expect(await erasures.begin(ana, { kind: "user" })).toBeUndefined();
  expect((await messages.sessions(ana, page)).total).toBe(0);
  for (const scope of [bob, { account: "other", user: "ana" }]) {
    expect((await messages.sessions(scope, page)).total).toBe(3);
    expect((await patterns.list(scope, [], page)).total).toBe(1);
    expect(await new SqlRetrievalStore(store.db).get(scope, `ret_${scope.account}_${scope.user}`)).toBeDefined();
  }
  expect(await findings(store.db)).toEqual([]);
  expect(await erasures.get(ana, user!.id)).toEqual(user);
  expect(await erasures.get({ account: "acc", user: "system" }, user!.id)).toEqual(user);
  expect(await erasures.get(bob, user!.id)).toBeUndefined();
  expect(await erasures.get({ account: "other", user: "ana" }, user!.id)).toBeUndefined();
});

test("an erased account has no keys, no name and no rows; its name is free", async () => {
  await using store = await temporaryStore();
  const accounts = new SqlAccountStore(store.db);
  const { id: account } = await accounts.ensure("acme", "pro");
  const keys = new SqlKeyStore(store.db);
  await keys.create(account, "key_1", "hash", { name: "n", scopes: ["admin"] });
  const scope = { account, user: "ana" };
  for (let i = 0; i < 5; i++) await say(store.db, scope, `text ${i}`);
  await flushAll(store.db, account);
  const erasures = new SqlErasureStore(store.db);
  const erasure = (await erasures.begin({ account, user: "system" }, { kind: "account" }))!;
  expect(erasure.counts).toMatchObject({ messages: 5, sessions: 1 });
  expect(await erasures.begin({ account, user: "system" }, { kind: "account" })).toBeUndefined();
  expect((await keys.find("key_1"))?.key.revokedAtMs).toBeDefined();
  expect(await accounts.byName("acme")).toBeUndefined();
  expect(await accounts.list()).toEqual([]);
  expect((await accounts.ensure("acme", undefined)).id).not.toBe(account);
  const job = { id: erasure.id, account, wholeAccount: true, hidden: true };
  expect(await erasures.pending(account, Date.now(), 10)).toEqual([job]);
  await purge(erasures, account);
  expect(await erasures.pending(account, Date.now(), 10)).toEqual([]);
  expect(await keys.find("key_1")).toBeUndefined();
  expect(await rowsOf(store, account, ["erasure"])).toEqual({});
});

test("when an erasure is done, no byte of it is left in any file", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const messages = new SqlMessageStore(store.db);
  const erasures = new SqlErasureStore(store.db);
  // Rows of many sizes and erasures in between make pages split, merge and move.
  const victims: string[] = [];
  for (let i = 0; i < 300; i++) {
    const text = `canaryword ${"x".repeat((i * 7919) % 3_000)}`;
    victims.push(await say(store.db, ana, text, `canarysession ${i % 5}`));
    await say(store.db, bob, `plain ${"y".repeat((i * 104_729) % 3_000)}`, "b");
    if (i % 10 === 5) await erasures.begin(ana, { kind: "message", id: victims[(i * 31) % victims.length]! });
    if (i % 50 === 20) await messages.edit(ana, victims[i - 1]!, { content: `canaryword edited ${"z".repeat(i * 9)}` });
  }
  await new SqlPatternStore(store.db).put(ana, pattern("canarytitle", { tags: ["canarytag"] }), { origin: "agent" });
  await receipt(store, ana, "ret_ana", [], "canaryquery");
  await flushAll(store.db, "acc");
  expect(filesWith(store, "canary")).not.toEqual([]);
  const erasure = (await erasures.begin(ana, { kind: "user" }))!;
  await receipt(store, ana, "ret_late", [victims[0]!], "canaryquery, recorded late");
  await flushAll(store.db, "acc");
  await purge(erasures, "acc");
  expect(await erasures.get(ana, erasure.id)).toMatchObject({ doneAtMs: expect.any(Number) });
  expect(filesWith(store, "canary")).toEqual([]);
  // No connection remembers a page as it was before, and writes it back.
  for (let i = 0; i < 100; i++) await say(store.db, bob, `more ${"y".repeat((i * 7919) % 3_000)}`, `b ${i % 5}`);
  expect(filesWith(store, "canary")).toEqual([]);
  expect(readdirSync(dirname(store.path))).toContain(basename(store.path));
  const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(store.db.read);
  expect(check.rows).toEqual([{ integrity_check: "ok" }]);
  expect(await findings(store.db)).toEqual([]);
});

const system: Scope = { account: "acc", user: "system" };

test.each<[string, Scope, ErasureTarget]>([
  ["user", { account: "acc", user: "nobody" }, { kind: "user" }],
  ["session", ana, { kind: "session", sessionId: "none" }],
  ["message", ana, { kind: "message", id: "msg_none" }],
  ["pattern", ana, { kind: "pattern", id: "pat_none" }],
])("where there is no such %s, everything stays as it was", async (_, scope, target) => {
  await using store = await temporaryStore();
  await store.account("acc");
  const once = { key: "k", operation: "Add", requestHash: "h" };
  const messages = new SqlMessageStore(store.db);
  for (const owner of [ana, system]) {
    const { ids } = await messages.add(owner, [message("text")], once);
    await receipt(store, owner, `ret_${owner.user}`, ids);
  }
  const before = await rowsOf(store, "acc");
  const erase = { ...once, operation: "Delete" };
  expect(await new SqlErasureStore(store.db).begin(scope, target, erase)).toBeUndefined();
  expect(await rowsOf(store, "acc")).toEqual(before);
});

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

test("only answers that name what is erased are forgotten", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const messages = new SqlMessageStore(store.db);
  const erasures = new SqlErasureStore(store.db);
  const add = (scope: Scope, session: string) =>
    messages.add(scope, [message(session, session)], { key: session, operation: "Add", requestHash: "h" });
  const [gone, kept, others] = [await add(ana, "gone"), await add(ana, "kept"), await add(bob, "gone")];
  await erasures.begin(ana, { kind: "session", sessionId: "gone" });
  expect(await add(ana, "kept")).toEqual(kept);
  expect(await add(bob, "gone")).toEqual(others);
  expect((await add(ana, "gone")).ids).not.toEqual(gone.ids);

  const once = { key: "erase", operation: "Delete", requestHash: "h" };
  const erasure = await erasures.begin(ana, { kind: "user" }, once);
  expect((await add(ana, "kept")).ids).not.toEqual(kept.ids);
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

test("others write while a large erasure is under way, and nobody waits for all of it", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  await store.account("other");
  const messages = new SqlMessageStore(store.db);
  const batch = Array.from({ length: 1_000 }, (_, i) => message(`text ${i}`, `s${i % 700}`));
  for (let i = 0; i < 4; i++) await messages.add(ana, batch);
  const state = { done: false };
  const erasure = new SqlErasureStore(store.db).begin(ana, { kind: "user" }).finally(() => (state.done = true));
  let written = 0;
  for (; !state.done; written++) await say(store.db, { account: "other", user: "ana" }, "meanwhile");
  expect(written).toBeGreaterThan(3);
  expect((await erasure)?.counts).toEqual({ messages: 4_000, patterns: 0, sessions: 700, retrievals: 0 });
  expect(await findings(store.db)).toEqual([]);
});

test.each<[string, Scope, ErasureTarget]>([
  ["a session", ana, { kind: "session", sessionId: "one" }],
  ["a user", ana, { kind: "user" }],
  ["an account", system, { kind: "account" }],
])(
  "an erasure of %s that is interrupted anywhere is gone on with, and counts each thing once",
  async (_, scope, target) => {
    const counts = { messages: 1_250, patterns: target.kind === "session" ? 0 : 1, sessions: 1, retrievals: 150 };
    for (let writes = 1, interrupted = true; interrupted; writes++) {
      await using store = await temporaryStore();
      await store.account("acc");
      const messages = new SqlMessageStore(store.db);
      const { ids } = await messages.add(
        ana,
        Array.from({ length: 1_250 }, () => message("canary")),
      );
      await new SqlPatternStore(store.db).put(
        ana,
        pattern("Title"),
        { origin: "agent" },
        { key: "k", operation: "Put", requestHash: "h" },
      );
      const receipts = ids.slice(0, 150).map((id, i) => receiptOf(ana, `ret_${i}`, [id, ids[i + 1]!], "canary"));
      await new SqlRetrievalStore(store.db).record(receipts);
      const begun = await dyingAfter(store, writes)
        .begin(scope, target)
        .catch(() => "killed" as const);
      interrupted = begun === "killed";
      const erasures = new SqlErasureStore(store.db);
      expect(await findings(store.db)).toEqual([]);
      const [job] = await erasures.pending("acc", Date.now(), 10);
      expect(job!.hidden).toBe(!interrupted);
      // Whoever asks again joins it, and the eraser does.
      const again = interrupted ? (await Promise.all([erasures.begin(scope, target), erasures.hide(job!)]))[0] : begun;
      expect(again).toMatchObject({ id: job!.id, counts });
      expect(await erasures.begin(scope, target)).toBeUndefined();
      expect(await messages.list(ana, "one", page)).toBeUndefined();
      expect(await findings(store.db)).toEqual([]);
      await purge(erasures, "acc");
      expect(filesWith(store, "canary")).toEqual([]);
    }
  },
  60_000,
);

test("what is to erase is found by indexes, whatever else the account holds", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  await say(store.db, ana, "text");
  await using plans = explained(store);
  const of = { account_id: "acc", user_id: "ana" };
  for (const [kind, target] of [
    ["session", "one"],
    ["user", ""],
    ["account", ""],
  ] as const) {
    await liveOf(plans.db.read as Tx, { ...of, kind, target }, 10);
  }
  const steps = plans.steps('from "memory"');
  expect(steps).toHaveLength(3);
  for (const step of steps) expect(step).toMatch(/^SEARCH memory USING INDEX memory_place \(account_id=\?/);

  const erasures = new SqlErasureStore(plans.db);
  await erasures.begin(ana, { kind: "session", sessionId: "one" });
  const answers = "idempotency_1 (account_id=? AND user_id=? AND (operation,key)>(?,?))";
  expect(plans.steps('from "idempotency"')).toEqual([expect.stringContaining(answers)]);
  await erasures.begin({ account: "acc", user: "nobody" }, { kind: "user" });
  await erasures.openAccounts("", 10);
  await erasures.pending("acc", 0, 10);
  const age = "SEARCH retrieval USING COVERING INDEX retrieval_age (account_id=? AND (created_at,id)>(?,?))";
  expect(plans.steps('from "retrieval"')).toEqual([age.replace("COVERING ", ""), age]);
  for (const step of plans.steps('from "erasure"', '"done_at" is null'))
    expect(step).toMatch(/^SEARCH erasure USING .*INDEX erasure_open/);
});
