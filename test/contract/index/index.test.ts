import { expect, test } from "vitest";
import { gatewaySource } from "../../../src/memory/entity/message.ts";
import type { Scope } from "../../../src/memory/scope.ts";
import { termsOf } from "../../../src/memory/words/tokenize.ts";
import { SqlErasureStore } from "../../../src/store/erasure/erasures.ts";
import { SqlIndexStore } from "../../../src/store/index/index-store.ts";
import { SqlMessageStore } from "../../../src/store/memory/messages.ts";
import { refreshRecords } from "../../../src/store/outcome/track-records.ts";
import { SqlPatternStore } from "../../../src/store/pattern/patterns.ts";
import { embedAll, findings, flushAll, message, pattern, say, space } from "../fixture/account-data.ts";
import { temporaryStore } from "../fixture/store.ts";

const ana: Scope = { account: "acc", user: "ana" };
const bob: Scope = { account: "acc", user: "bob" };
const shared: Scope = { account: "acc", user: "system" };

test("the state tells the last seq, what is flushed, the vector space, and at most 33 waiting", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const index = new SqlIndexStore(store.db);
  expect(await index.state("nobody")).toBeUndefined();
  expect(await index.state("acc")).toBeUndefined();
  const messages = Array.from({ length: 40 }, (_, i) => message(`m${i}`));
  await new SqlMessageStore(store.db).add(ana, messages);
  expect(await index.state("acc")).toEqual({
    maxSeq: 40,
    flushedSeq: 0,
    baseVersion: 0,
    soleBaseUser: undefined,
    fingerprint: "",
    pending: 33,
    pendingReplies: 0,
  });
  await embedAll(store.db);
  await flushAll(store.db, "acc");
  expect(await index.state("acc")).toEqual({
    maxSeq: 80,
    flushedSeq: 80,
    baseVersion: 1,
    soleBaseUser: "ana",
    fingerprint: space,
    pending: 0,
    pendingReplies: 0,
  });
  const reply = { ...message("a model's reply"), role: "assistant" as const, source: gatewaySource };
  const others = [{ ...reply, source: "slack" }, { ...reply, role: "user" as const }, message("of no model")];
  await new SqlMessageStore(store.db).add(ana, [reply, ...others]);
  expect(await index.state("acc")).toMatchObject({ pending: 4, pendingReplies: 1 });
  await say(store.db, { account: "acc", user: "bob" }, "a second user");
  await flushAll(store.db, "acc");
  expect(await index.state("acc")).toMatchObject({ soleBaseUser: undefined });
});

test("changes come in the order of their seqs, page by page, as they are now, with what the base holds", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  await store.account("other");
  const index = new SqlIndexStore(store.db);
  const first = await say(store.db, ana, "apples", "s");
  const second = await say(store.db, ana, "pears", "s");
  await say(store.db, { account: "other", user: "ana" }, "not ours");
  await flushAll(store.db, "acc");
  await new SqlMessageStore(store.db).edit(ana, first, { content: "plums" });
  await new SqlErasureStore(store.db).begin(ana, { kind: "message", id: second });
  const put = await new SqlPatternStore(store.db).put(shared, pattern("Fig Trees", { tags: ["Garden"] }), {
    origin: "agent",
  });

  const all = await index.changes("acc", 0, 10);
  expect(all).toMatchObject([
    {
      id: first,
      memory: { id: first, layer: "signals", user: "ana", sessionId: "s", position: 0, terms: termsOf("plums") },
      indexed: { user: "ana", sessionId: "s", terms: termsOf("apples") },
    },
    { id: second, memory: undefined, indexed: { user: "ana", sessionId: "s", terms: termsOf("pears") } },
    {
      id: put.pattern.id,
      memory: {
        id: put.pattern.id,
        layer: "patterns",
        user: "system",
        tags: ["garden"],
        standing: undefined,
        position: -1,
      },
    },
  ]);
  expect(all[2]!.indexed).toBeUndefined();
  const page = await index.changes("acc", 2, 1);
  expect(page).toEqual([all[0]]);
  expect(await index.changes("acc", page[0]!.seq, 1)).toEqual([all[1]]);
  expect(await index.changes("nobody", 0, 10)).toEqual([]);
});

test("memories of the base are found by id and by place; others and erased ones are not", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const index = new SqlIndexStore(store.db);
  const ids: string[] = [];
  for (let i = 0; i < 6; i++) ids.push(await say(store.db, ana, `number ${i}`, "it's"));
  const bobs = await say(store.db, bob, "bob's", "it's");
  await flushAll(store.db, "acc");
  const late = await say(store.db, ana, "not flushed", "it's");
  await new SqlErasureStore(store.db).begin(ana, { kind: "message", id: ids[5]! });

  const byId = await index.byId("acc", [ids[1]!, ids[5]!, late, bobs, "none"]);
  expect(byId.map((memory) => memory.id).sort()).toEqual([ids[1], bobs].sort());
  expect(await index.byId("acc", [])).toEqual([]);
  expect(await index.byId("other", [ids[1]!])).toEqual([]);

  const place = (user: string, position: number, sessionId = "it's") => ({ user, sessionId, position });
  const places = [place("ana", 0), place("ana", 3), place("ana", 5), place("ana", 6), place("bob", 0), place("bob", 1)];
  const found = await index.byPlace("acc", [...places, place("ana", 0, "else"), place("ana", -1, "")]);
  expect(found.map((memory) => memory.id).sort()).toEqual([ids[0], ids[3], bobs].sort());
  expect(await index.byPlace("acc", [])).toEqual([]);
  expect(await index.byPlace("other", places)).toEqual([]);
});

test("many ids and places at once", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const { ids } = await new SqlMessageStore(store.db).add(
    ana,
    Array.from({ length: 900 }, (_, i) => message(`m${i}`)),
  );
  await flushAll(store.db, "acc");
  const index = new SqlIndexStore(store.db);
  const places = ids.map((_, position) => ({ user: "ana", sessionId: "one", position }));
  const [byId, byPlace] = [await index.byId("acc", ids), await index.byPlace("acc", places)];
  expect(new Set(byId.map((memory) => memory.id))).toEqual(new Set(ids));
  expect(new Set(byPlace.map((memory) => memory.id))).toEqual(new Set(ids));
  expect(await index.hydrate(ana, ids)).toHaveLength(900);
});

test("the lexicon counts memories and sessions of the given users", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  await say(store.db, ana, "apple apple pear", "s1");
  await say(store.db, ana, "apple", "s1");
  await say(store.db, ana, "plum", "s2");
  await say(store.db, bob, "apple", "s1");
  await new SqlPatternStore(store.db).put(shared, pattern("apple"), { origin: "agent" });
  await flushAll(store.db, "acc");
  await say(store.db, ana, "apple: not flushed", "s3");
  const index = new SqlIndexStore(store.db);
  const { ids: termIds } = termsOf("apple pear plum fig");
  const at = (word: string) => termIds.indexOf(termsOf(word).ids[0]!);
  const stats = await index.lexicon("acc", ["ana", "system"], termIds);
  expect(stats).toMatchObject({ memories: 4, totalLength: 6, sessions: 2, totalSessionLength: 5 });
  expect(stats.memoryFrequency[at("apple")]).toBe(3);
  expect(stats.sessionFrequency[at("apple")]).toBe(1);
  expect(stats.memoryFrequency[at("plum")]).toBe(1);
  expect(stats.memoryFrequency[at("fig")]).toBe(0);
  expect(await index.lexicon("other", ["ana"], termIds)).toMatchObject({ memories: 0, totalLength: 0 });

  const sessions = await index.sessionTerms("acc", [
    { user: "bob", sessionId: "s1" },
    { user: "ana", sessionId: "s3" },
    { user: "ana", sessionId: "s1" },
  ]);
  const whole = (text: string) => ({ ...termsOf(text), counts: Uint32Array.from(termsOf(text).counts) });
  expect(sessions).toEqual([
    { memories: 1, ...whole("apple") },
    undefined,
    { memories: 2, ...whole("apple apple apple pear") },
  ]);
  expect(await findings(store.db)).toEqual([]);
});

test("results are hydrated for who may see them", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const said = await say(store.db, ana, "hello", "s1");
  const put = await new SqlPatternStore(store.db).put(shared, pattern("Title", { problem: "Problem", tags: ["One"] }), {
    origin: "agent",
  });
  await store.db.writer.write(async (tx) => {
    const record = { applications: 4, successes: 3, failures: 1 };
    await tx.updateTable("pattern").set(record).where("id", "=", put.pattern.id).execute();
    await refreshRecords(tx, "acc", [put.pattern.id]);
  });
  const index = new SqlIndexStore(store.db);
  const ids = [said, put.pattern.id];
  const found = await index.hydrate(ana, ids);
  expect(found.find(({ id }) => id === said)).toEqual({
    id: said,
    layer: "signals",
    user: "ana",
    content: "hello",
    createdAtMs: expect.any(Number),
    successRate: 0,
    message: { role: "user", sessionId: "s1", source: "test" },
  });
  expect(found.find(({ id }) => id === put.pattern.id)).toMatchObject({
    layer: "patterns",
    user: "system",
    successRate: 0.75,
    pattern: { title: "Title", tags: ["One"], confidence: expect.closeTo(4 / 6), quarantined: false },
  });
  expect((await index.hydrate(bob, ids)).map(({ id }) => id)).toEqual([put.pattern.id]);
  expect((await index.hydrate(shared, ids)).map(({ id }) => id)).toEqual([put.pattern.id]);
  expect(await index.hydrate({ account: "other", user: "ana" }, ids)).toEqual([]);
  await new SqlErasureStore(store.db).begin(ana, { kind: "message", id: said });
  expect((await index.hydrate(ana, ids)).map(({ id }) => id)).toEqual([put.pattern.id]);
});
