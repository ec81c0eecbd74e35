import { readdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import type { Erasure, ErasureTarget } from "../../../src/memory/entity/erasure.ts";
import type { Scope } from "../../../src/memory/scope.ts";
import { SqlAccountStore } from "../../../src/store/account/accounts.ts";
import { SqlKeyStore } from "../../../src/store/account/keys.ts";
import { SqlErasureStore } from "../../../src/store/erasure/erasures.ts";
import { SqlIndexStore } from "../../../src/store/index/index-store.ts";
import { SqlMessageStore } from "../../../src/store/memory/messages.ts";
import { SqlPatternStore } from "../../../src/store/pattern/patterns.ts";
import { SqlRetrievalStore } from "../../../src/store/retrieval/retrievals.ts";
import { expire } from "../../../src/store/upkeep/expire.ts";
import { embedAll, findings, flushAll, message, pattern, say } from "../fixture/account-data.ts";
import { ana, bob, filesWith, purge, receipt, rowsOf, system } from "../fixture/erasing.ts";
import { temporaryStore } from "../fixture/store.ts";

const page = { limit: 100, offset: 0 };

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
  const tombstone = { id: ids[0]!, memory: undefined, indexed: { user: "ana", sessionId: "one" } };
  expect((await new SqlIndexStore(store.db).changes("acc", 4, 10)).at(-1)).toMatchObject(tombstone);
  // The first answer was forgotten, but not that it was given: the same request does not write it again.
  const again = messages.add(ana, [message("zanzibarquokka")], once);
  await expect(again).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining("was erased") });
  expect(await findings(store.db)).toEqual([]);
});

test("what was erased is not written again by the request that wrote it, until its key has had its time", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const messages = new SqlMessageStore(store.db);
  const erasures = new SqlErasureStore(store.db);
  const once = { key: "canary", operation: "Add canary", requestHash: "h" };
  const say = (scope: Scope) => messages.add(scope, [message("canary")], once);
  await say(ana);
  await erasures.begin(ana, { kind: "user" });
  await purge(erasures, "acc");
  expect(filesWith(store, "canary")).toEqual([]);
  await expect(say(ana)).rejects.toMatchObject({ code: "conflict" });
  expect((await say(bob)).ids).toHaveLength(1);
  await store.db.writer.write((tx) =>
    tx.updateTable("idempotency").set({ created_at: 1 }).where("answer", "=", "").execute(),
  );
  expect((await say(ana)).ids).toHaveLength(1);
  await expire(store.db, Date.now());
  expect(await store.db.read.selectFrom("idempotency").select("user_id").execute()).toHaveLength(2);
});

test("what is written behind the last memory that a user's erasure found stays, and so does its answer", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const messages = new SqlMessageStore(store.db);
  const once = (key: string) => ({ key, operation: "Add", requestHash: "h" });
  await messages.add(ana, [message("before")], once("before"));
  const { writer } = store.db;
  const exclusive = writer.exclusive.bind(writer);
  let later: string[] | undefined;
  vi.spyOn(writer, "exclusive").mockImplementationOnce(async (work, waitMs) => {
    const done = await exclusive(work, waitMs); // found all that there was
    await sleep(2);
    later = (await messages.add(ana, [message("later")], once("later"))).ids;
    return done;
  });
  await new SqlErasureStore(store.db).begin(ana, { kind: "user" });
  expect((await messages.get(ana, later![0]!))?.content).toBe("later");
  expect((await messages.add(ana, [message("later")], once("later"))).ids).toEqual(later);
  await expect(messages.add(ana, [message("before")], once("before"))).rejects.toMatchObject({ code: "conflict" });
});

test.each<ErasureTarget>([{ kind: "session", id: "one" }, { kind: "user" }])(
  "what is written before an erasure of $kind is asked for is gone when it is answered, though another was under way",
  async (target) => {
    await using store = await temporaryStore();
    await store.account("acc");
    const messages = new SqlMessageStore(store.db);
    const erasures = new SqlErasureStore(store.db);
    const id = await say(store.db, ana, "before");
    const { writer } = store.db;
    const exclusive = writer.exclusive.bind(writer);
    let second: Promise<[string, Erasure | undefined]> | undefined;
    const lastStep: typeof exclusive = async (work, waitMs) => {
      const later = await say(store.db, ana, "later");
      await receipt(store, ana, "ret_1", [later], "later?");
      second = erasures.begin(ana, target).then((erasure) => [later, erasure]);
      return exclusive(work, waitMs);
    };
    vi.spyOn(writer, "exclusive").mockImplementationOnce(exclusive).mockImplementationOnce(lastStep);
    const first = await erasures.begin(ana, target);
    const [later, erasure] = await second!;
    expect([first?.counts.messages, erasure?.counts.messages]).toEqual([1, 1]);
    expect(erasure?.id).not.toBe(first?.id);
    for (const gone of [id, later]) expect(await messages.get(ana, gone)).toBeUndefined();
    const left = await new SqlRetrievalStore(store.db).get(ana, "ret_1");
    expect(left?.query).toBeUndefined();
    expect(await findings(store.db)).toEqual([]);
  },
);

test("whoever asks for an erasure that is under way has its answer, and keeps it by a key", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const erasures = new SqlErasureStore(store.db);
  await say(store.db, ana, "text");
  const once = { key: "k", operation: "Delete", requestHash: "h" };
  const { writer } = store.db;
  const exclusive = writer.exclusive.bind(writer);
  let again: Promise<Erasure | undefined> | undefined;
  const lastStep: typeof exclusive = (work, waitMs) => {
    again = erasures.begin(ana, { kind: "user" }, once);
    return exclusive(work, waitMs);
  };
  vi.spyOn(writer, "exclusive").mockImplementationOnce(exclusive).mockImplementationOnce(lastStep);
  const first = await erasures.begin(ana, { kind: "user" });
  expect(first?.counts.messages).toBe(1);
  expect(await again).toEqual(first);
  expect(await erasures.begin(ana, { kind: "user" }, once)).toEqual(first);
  expect(await erasures.begin(ana, { kind: "user" })).toBeUndefined();
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
  const session = await erasures.begin(ana, { kind: "session", id: "s0" });
  expect(session?.counts).toEqual({ messages: 150, patterns: 0, sessions: 1, retrievals: 0 });
  expect(await erasures.begin(ana, { kind: "session", id: "s0" })).toBeUndefined();
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
  const job = { id: erasure.id, account, wholeAccount: true, hiddenAtMs: expect.any(Number) };
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

test.each<[string, Scope, ErasureTarget]>([
  ["user", { account: "acc", user: "nobody" }, { kind: "user" }],
  ["session", ana, { kind: "session", id: "none" }],
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
