import fc from "fast-check";
import { expect, test } from "vitest";
import type { Scope } from "../../../src/memory/scope.ts";
import { openDatabase } from "../../../src/store/database.ts";
import { SqlErasureStore } from "../../../src/store/erasure/erasures.ts";
import { SqlFlushStore } from "../../../src/store/index/flush.ts";
import { SqlIndexStore } from "../../../src/store/index/index-store.ts";
import { SqlMessageStore } from "../../../src/store/memory/messages.ts";
import { SqlPatternStore } from "../../../src/store/pattern/patterns.ts";
import { allChanges, embedAll, findings, flushAll, message, pattern, say } from "../fixture/account-data.ts";
import { temporaryStore, type TemporaryStore } from "../fixture/store.ts";

const ana: Scope = { account: "acc", user: "ana" };
const storesOf = ({ db }: TemporaryStore) => ({
  index: new SqlIndexStore(db),
  flush: new SqlFlushStore(db, new SqlIndexStore(db)),
});

test("one process flushes an account at a time, and a lease that ran out publishes nothing", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  await say(store.db, ana, "some words");
  await using other = { db: await openDatabase({ path: store.path }), [Symbol.asyncDispose]: () => other.db.close() };
  let now = 1_000;
  const [here, there] = [store.db, other.db].map((db) => new SqlFlushStore(db, new SqlIndexStore(db), () => now));
  const stale = (await here!.acquire("acc", 500))!;
  expect(await there!.acquire("acc", 500)).toBeUndefined();
  now += 500;
  const lease = (await there!.acquire("acc", 500))!;
  expect(lease).toMatchObject({
    account: "acc",
    token: stale.token + 1,
    flushedSeq: 0,
    baseVersion: 0,
    fingerprint: "",
  });
  const changes = await there!.changes("acc", 0, 10);
  expect(await here!.publish(stale, { flushedSeq: 1, baseVersion: 7, changes })).toBe(false);
  expect(await storesOf(store).index.state("acc")).toMatchObject({ flushedSeq: 0, baseVersion: 0 });
  expect(await there!.publish(lease, { flushedSeq: 1, baseVersion: 8, changes })).toBe(true);
  expect(await there!.publish(lease, { flushedSeq: 1, baseVersion: 9, changes })).toBe(false);
  expect(await storesOf(store).index.state("acc")).toMatchObject({ flushedSeq: 1, baseVersion: 8 });
  await here!.release(stale);
  expect(await here!.acquire("acc", 500)).toBeUndefined();
  await there!.release(lease);
  expect(await here!.acquire("acc", 500)).toMatchObject({ flushedSeq: 1, baseVersion: 8 });
  expect(await findings(store.db)).toEqual([]);
});

test("a lease that is renewed is not granted to whoever asked for it meanwhile, nor by a clock that is behind", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  let now = 1_000;
  const [here, there] = [0, 0].map(() => new SqlFlushStore(store.db, new SqlIndexStore(store.db), () => now));
  const lease = (await here!.acquire("acc", 500))!;
  const busy = Promise.withResolvers<void>();
  const longWrite = store.db.writer.exclusive(() => busy.promise);
  const renewal = here!.renew(lease, 500);
  const meanwhile = there!.acquire("acc", 500);
  now += 10;
  busy.resolve();
  await longWrite;
  expect(await renewal).toBe(true);
  expect(await meanwhile).toBeUndefined();
  now -= 100;
  expect(await there!.acquire("acc", 500)).toBeUndefined();
  expect(await here!.renew(lease, 500)).toBe(true);
});

test("an account is due by the rows of its tail, the longest first", async () => {
  await using store = await temporaryStore();
  for (const account of ["few", "some", "many"]) await store.account(account);
  const messages = new SqlMessageStore(store.db);
  const first = await say(store.db, { account: "few", user: "ana" }, "one");
  for (let i = 0; i < 9; i++) await messages.edit({ account: "few", user: "ana" }, first, { content: `edit ${i}` });
  await messages.add(
    { account: "some", user: "ana" },
    Array.from({ length: 5 }, (_, i) => message(`m${i}`)),
  );
  await messages.add(
    { account: "many", user: "ana" },
    Array.from({ length: 7 }, (_, i) => message(`m${i}`)),
  );
  const { flush } = storesOf(store);
  const due = (limit: number) => flush.due({ first: 5, later: 2 }, limit);
  expect(await due(10)).toEqual(["many", "some"]);
  expect(await due(1)).toEqual(["many"]);
  await flushAll(store.db, "many");
  expect(await due(10)).toEqual(["some"]);
  await say(store.db, { account: "many", user: "ana" }, "one more");
  expect(await due(10)).toEqual(["some"]);
  await say(store.db, { account: "many", user: "ana" }, "and another");
  expect(await due(10)).toEqual(["some", "many"]);
});

test("what is flushed twice, or changes while pages are read, counts once", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const id = await say(store.db, ana, "apples and pears");
  await flushAll(store.db, "acc");
  const { flush } = storesOf(store);
  await new SqlMessageStore(store.db).edit(ana, id, { content: "plums" });
  const before = await flush.changes("acc", 1, 10);
  await new SqlMessageStore(store.db).edit(ana, id, { content: "cherries and plums" });
  const after = await flush.changes("acc", before[0]!.seq, 10);
  const lease = (await flush.acquire("acc", 1_000))!;
  await flush.publish(lease, { flushedSeq: 3, baseVersion: 2, changes: [...before, ...after] });
  expect(await findings(store.db)).toEqual([]);
});

test("a purge may keep the account's own memories that live, and nothing else", async () => {
  await using store = await temporaryStore();
  for (const account of ["acc", "other"]) await store.account(account);
  const live = Array.from({ length: 3 }, (_, at) => say(store.db, ana, `live ${at}`));
  const [gone, others] = [await say(store.db, ana, "gone"), await say(store.db, { ...ana, account: "other" }, "other")];
  await new SqlErasureStore(store.db).begin(ana, { kind: "message", id: gone });
  const { flush } = storesOf(store);
  expect(await flush.unknown("acc", [gone, ...(await Promise.all(live)), "none", others])).toEqual([
    gone,
    "none",
    others,
  ]);
});

test("a reset forgets what was flushed, takes the lease away, and is built anew", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  await store.account("other");
  for (const account of ["acc", "other"]) {
    for (let i = 0; i < 20; i++) await say(store.db, { account, user: "ana" }, `words number ${i}`, `s${i % 3}`);
    await flushAll(store.db, account);
  }
  const { flush, index } = storesOf(store);
  const lease = (await flush.acquire("acc", 1_000))!;
  await flush.reset("acc");
  expect(await flush.publish(lease, { flushedSeq: 20, baseVersion: 2, changes: [] })).toBe(false);
  expect(await index.state("acc")).toMatchObject({ maxSeq: 20, flushedSeq: 0, baseVersion: 0 });
  expect(await index.lexicon("acc", ["ana"], new Uint32Array())).toMatchObject({ memories: 0, sessions: 0 });
  expect(await index.lexicon("other", ["ana"], new Uint32Array())).toMatchObject({ memories: 20, sessions: 3 });
  expect((await allChanges(store.db, "acc", 0)).every((change) => change.indexed === undefined)).toBe(true);
  expect(await findings(store.db)).toEqual([]);
});

const word = fc.constantFrom("apple", "pear", "plum", "cherry", "fig", "and");
const text = fc.array(word, { minLength: 0, maxLength: 5 }).map((words) => words.join(" "));
const step = fc.record({
  kind: fc.constantFrom("say", "say", "put", "edit", "erase", "erase session", "erase user", "embed", "flush", "flush"),
  user: fc.constantFrom("ana", "system"),
  session: fc.constantFrom("one", "two"),
  text,
  victim: fc.nat(),
});

test("whatever is written, changed and erased between flushes, the lexicon is a recount of what was flushed", async () => {
  await using store = await temporaryStore();
  const messages = new SqlMessageStore(store.db);
  const patterns = new SqlPatternStore(store.db);
  const erasures = new SqlErasureStore(store.db);
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const account = `acc${run++}`;
      await store.account(account);
      const written: { id: string; user: string; kind: "message" | "pattern" }[] = [];
      for (const { kind, user, session, text, victim } of steps) {
        const scope = { account, user };
        const target = written[victim % Math.max(1, written.length)];
        const owner = target && { account, user: target.user };
        if (kind === "say") written.push({ id: await say(store.db, scope, text, session), user, kind: "message" });
        if (kind === "put") {
          const put = await patterns.put(scope, pattern(`title ${text}`), { origin: "agent" });
          written.push({ id: put.pattern.id, user, kind: "pattern" });
        }
        if (kind === "edit" && target?.kind === "message") await messages.edit(owner!, target.id, { content: text });
        if (kind === "edit" && target?.kind === "pattern")
          await patterns.edit(owner!, target.id, { problem: text }, { origin: "agent" });
        if (kind === "erase" && target) await erasures.begin(owner!, { kind: target.kind, id: target.id });
        if (kind === "erase session") await erasures.begin(scope, { kind: "session", id: session });
        if (kind === "erase user") await erasures.begin(scope, { kind: "user" });
        if (kind === "embed") await embedAll(store.db);
        if (kind === "flush") await flushAll(store.db, account);
      }
      await flushAll(store.db, account);
      expect(await findings(store.db)).toEqual([]);
      const { live } = await store.db.read
        .selectFrom("memory")
        .select((e) => e.fn.countAll<number>().as("live"))
        .where("account_id", "=", account)
        .where("deleted", "=", 0)
        .executeTakeFirstOrThrow();
      const lexicon = await new SqlIndexStore(store.db).lexicon(account, ["ana", "system"], new Uint32Array());
      expect(lexicon.memories).toBe(live);
    }),
    { numRuns: 40 },
  );
});
