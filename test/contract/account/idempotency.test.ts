import { expect, test, vi } from "vitest";
import type { NewMessage } from "../../../src/memory/entity/message.ts";
import type { Once } from "../../../src/memory/once.ts";
import { chunks } from "../../../src/store/chunks.ts";
import { openDatabase } from "../../../src/store/database.ts";
import { expireAnswers } from "../../../src/store/account/idempotency.ts";
import { SqlMessageStore } from "../../../src/store/memory/messages.ts";
import { SqlPatternStore } from "../../../src/store/pattern/patterns.ts";
import { pattern } from "../fixture/account-data.ts";
import { temporaryStore, type TemporaryStore } from "../fixture/store.ts";

const ann = { account: "acc_a", user: "ann" };
const once: Once = { key: "k", operation: "Add", requestHash: "h" };
const hello: NewMessage = { role: "user", content: "hello", sessionId: "s", source: "", origin: "user" };
const dayMs = 24 * 3_600_000;

async function openMessages(): Promise<TemporaryStore & { messages: SqlMessageStore }> {
  const store = await temporaryStore();
  await store.account("acc_a");
  await store.account("acc_b");
  return { ...store, messages: new SqlMessageStore(store.db) };
}

async function count(store: TemporaryStore, table: "memory" | "idempotency"): Promise<number> {
  const row = await store.db.read
    .selectFrom(table)
    .select((e) => e.fn.countAll<number>().as("n"))
    .executeTakeFirst();
  return row!.n;
}

/** Answers of the last milliseconds up to a time, the oldest first. */
async function fill(store: TemporaryStore, rows: number, untilMs: number, account = "acc_a"): Promise<void> {
  const row = { account_id: account, user_id: "ann", operation: "Add", request_hash: "h", answer: "{}" };
  const filled = Array.from({ length: rows }, (_, i) => ({ ...row, key: `old${i}`, created_at: untilMs - rows + i }));
  await store.db.writer.write(async (tx) => {
    for (const part of chunks(filled, 1_000)) await tx.insertInto("idempotency").values(part).execute();
  });
}

test("the same request gives the first answer and writes once", async () => {
  await using store = await openMessages();
  const first = await store.messages.add(ann, [hello], once);
  expect(await store.messages.add(ann, [hello], once)).toEqual(first);
  expect(await count(store, "memory")).toBe(1);
});

test("a request that comes while the first is in flight gets its answer", async () => {
  await using store = await openMessages();
  const answers = await Promise.all(Array.from({ length: 20 }, () => store.messages.add(ann, [hello], once)));
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(await count(store, "memory")).toBe(1);
});

test("two processes with the same request write once", async () => {
  await using store = await openMessages();
  const other = await openDatabase({ path: store.path });
  const stores = [store.messages, new SqlMessageStore(other)];
  const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => stores[i % 2]!.add(ann, [hello], once)));
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(await count(store, "memory")).toBe(1);
  await other.close();
});

test("another request under the same key is a conflict, and writes nothing", async () => {
  await using store = await openMessages();
  await store.messages.add(ann, [hello], once);
  const other = store.messages.add(ann, [hello], { ...once, requestHash: "other" });
  await expect(other).rejects.toMatchObject({ code: "conflict" });
  expect(await count(store, "memory")).toBe(1);
});

test("account, user and operation each have keys of their own", async () => {
  await using store = await openMessages();
  await store.messages.add(ann, [hello], once);
  await store.messages.add({ ...ann, user: "bob" }, [hello], { ...once, requestHash: "other" });
  await store.messages.add({ ...ann, account: "acc_b" }, [hello], { ...once, requestHash: "other" });
  await store.messages.add(ann, [hello], { ...once, operation: "Other", requestHash: "other" });
  expect(await count(store, "memory")).toBe(4);
});

test("patterns and edits give their first answer again", async () => {
  await using store = await openMessages();
  const patterns = new SqlPatternStore(store.db);
  const content = pattern("T", { problem: "p", solution: "s" });
  const put = await patterns.put(ann, content, { origin: "agent" }, once);
  const edited = await patterns.edit(
    ann,
    put.pattern.id,
    { title: "U" },
    { origin: "agent" },
    { ...once, operation: "Edit" },
  );
  expect(await patterns.put(ann, content, { origin: "agent" }, once)).toEqual(put);
  expect(
    await patterns.edit(ann, put.pattern.id, { title: "U" }, { origin: "agent" }, { ...once, operation: "Edit" }),
  ).toEqual(edited);
});

test("what failed, and what was not found, can be tried again", async () => {
  await using store = await openMessages();
  expect(await store.messages.edit(ann, "msg_x", { content: "x" }, once)).toBeUndefined();
  const broken = { ...hello, origin: undefined } as unknown as NewMessage; // what no edge lets through
  await expect(store.messages.add(ann, [broken], once)).rejects.toThrow("NOT NULL");
  expect(await count(store, "idempotency")).toBe(0);
  await store.messages.add(ann, [hello], once);
});

test("after 24 hours a key is new", async () => {
  await using store = await openMessages();
  const first = await store.messages.add(ann, [hello], once);
  const age = (ms: number) =>
    store.db.writer.write((tx) =>
      tx
        .updateTable("idempotency")
        .set({ created_at: Date.now() - ms })
        .execute(),
    );
  await age(dayMs - 10_000);
  expect(await store.messages.add(ann, [hello], once)).toEqual(first);
  await age(dayMs + 1);
  const second = await store.messages.add(ann, [hello], { ...once, requestHash: "other" });
  expect(second.ids).not.toEqual(first.ids);
  expect(await store.messages.add(ann, [hello], { ...once, requestHash: "other" })).toEqual(second);
  await expireAnswers(store.db, Date.now());
  expect(await count(store, "idempotency")).toBe(1);
  await expireAnswers(store.db, Date.now() + dayMs);
  expect(await count(store, "idempotency")).toBe(0);
});

test("an account keeps 10,000 answers at most; the oldest go", async () => {
  await using store = await openMessages();
  const nowMs = Date.now();
  await fill(store, 12_000, nowMs);
  for (let i = 0; i < 101; i++) await store.messages.add(ann, [hello], { ...once, key: `new${i}` });
  expect(await count(store, "idempotency")).toBeLessThanOrEqual(10_000);
  const kept = await store.db.read.selectFrom("idempotency").select("key").execute();
  const keys = new Set(kept.map((entry) => entry.key));
  expect(keys.has("old0")).toBe(false);
  expect(keys.has("old11999")).toBe(true);
  expect(keys.has("new0")).toBe(true);
});

test("an answer whose write is done again, as another of its group threw, makes room too", async () => {
  await using store = await openMessages();
  await fill(store, 12_000, Date.now());
  // A group ends when its time is over: here it is not.
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
  const [put, neighbour] = await Promise.allSettled([
    new SqlPatternStore(store.db).put(ann, pattern("T"), { origin: "agent" }, once),
    store.db.writer.write(() => Promise.reject(new Error("stop"))),
  ]);
  clock.mockRestore();
  expect([put.status, neighbour.status]).toEqual(["fulfilled", "rejected"]);
  expect(await count(store, "idempotency")).toBeLessThanOrEqual(10_000);
});

test("databases of one process count their answers apart", async () => {
  await using first = await openMessages();
  await using second = await openMessages();
  // Another database has trimmed the account of the same id a moment ago.
  await first.messages.add(ann, [hello], once);
  await fill(second, 12_000, Date.now());
  await second.messages.add(ann, [hello], once);
  expect(await count(second, "idempotency")).toBeLessThanOrEqual(10_000);
});

test("old answers go in slices, between which others write", async () => {
  await using store = await openMessages();
  const nowMs = Date.now();
  await store.messages.add(ann, [hello], once);
  await fill(store, 3_000, nowMs - dayMs);
  await fill(store, 1_100, nowMs - dayMs, "acc_b");
  const write = vi.spyOn(store.db.writer, "write");
  await expireAnswers(store.db, nowMs);
  expect(await store.db.read.selectFrom("idempotency").select("key").execute()).toEqual([{ key: "k" }]);
  expect(write.mock.calls.length).toBeGreaterThanOrEqual(6 + 3);
});
