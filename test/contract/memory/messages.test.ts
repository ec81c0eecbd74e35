import { create, toBinary } from "@bufbuild/protobuf";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ListMessagesResponseSchema } from "../../../gen/cairn/memory/v1/memory_pb.ts";
import { newId } from "../../../src/memory/ids.ts";
import { gatewaySource, type Message, type NewMessage } from "../../../src/memory/entity/message.ts";
import { labelOf } from "../../../src/memory/entity/metadata-labels.ts";
import type { Page } from "../../../src/memory/page/page.ts";
import { termsOf } from "../../../src/memory/words/tokenize.ts";
import { SqlMessageStore } from "../../../src/store/memory/messages.ts";
import { formatMessage } from "../../../src/rpc/convert/message.ts";
import { decodeTerms, encodeTerms } from "../../../src/store/memory/terms-codec.ts";
import { SqlErasureStore } from "../../../src/store/erasure/erasures.ts";
import { SqlPatternStore } from "../../../src/store/pattern/patterns.ts";
import { pattern } from "../fixture/account-data.ts";
import { explained } from "../fixture/plans.ts";
import { temporaryStore, type TemporaryStore } from "../fixture/store.ts";

const ann = { account: "acc_a", user: "ann" };
const all = { limit: 200, offset: 0 };

function said(content: string, more: Partial<NewMessage> = {}): NewMessage {
  return { role: "user", content, sessionId: "s", source: "", origin: "user", ...more };
}

async function openMessages(): Promise<TemporaryStore & { messages: SqlMessageStore }> {
  const store = await temporaryStore();
  await store.account("acc_a");
  await store.account("acc_b");
  return { ...store, messages: new SqlMessageStore(store.db) };
}

test("a message is read as it was written", async () => {
  await using store = await openMessages();
  const metadata = { a: [1, { b: null }] };
  const { ids, createdAtMs } = await store.messages.add(ann, [
    said("Grüße 👋", { role: "assistant", source: "slack", createdAtMs: 42, metadata }),
  ]);
  expect(createdAtMs).toEqual([42]);
  expect(await store.messages.get(ann, ids[0]!)).toEqual({
    id: ids[0],
    role: "assistant",
    content: "Grüße 👋",
    sessionId: "s",
    source: "slack",
    createdAtMs: 42,
    user: "ann",
    metadata,
  });
});

test("its time is that of writing if none is given", async () => {
  await using store = await openMessages();
  const before = Date.now();
  const { createdAtMs } = await store.messages.add(ann, [said("x")]);
  expect(createdAtMs[0]).toBeGreaterThanOrEqual(before);
  expect(createdAtMs[0]).toBeLessThanOrEqual(Date.now());
});

test("its row says what search needs", async () => {
  await using store = await openMessages();
  const { ids } = await store.messages.add(ann, [said("first text"), said("second text", { sessionId: "t" })]);
  const rows = await store.db.read.selectFrom("memory").selectAll().orderBy("seq").execute();
  expect(rows).toMatchObject([
    { id: ids[0], layer: "signals", seq: 1, session_id: "s", position: 0, embedded: 0, origin: "user", tags: "[]" },
    { id: ids[1], layer: "signals", seq: 2, session_id: "t", position: 0 },
  ]);
  expect(decodeTerms(rows[1]!.terms!)).toEqual(termsOf("second text"));
  expect(rows[1]!.content_hash).toMatch(/^[0-9a-f]{64}$/);
});

test("a batch is all or nothing", async () => {
  await using store = await openMessages();
  const broken = { ...said("b"), origin: undefined } as unknown as NewMessage; // what no edge lets through
  await expect(store.messages.add(ann, [said("a"), broken])).rejects.toThrow("NOT NULL");
  expect(await store.messages.list(ann, "s", all)).toBeUndefined();
  expect((await store.messages.sessions(ann, all)).total).toBe(0);
});

test("a batch keeps its order over sessions", async () => {
  await using store = await openMessages();
  const batch = Array.from({ length: 1_000 }, (_, i) => said(`m${i}`, { sessionId: `s${i % 3}` }));
  const { ids } = await store.messages.add(ann, batch);
  expect(ids.toSorted()).toEqual(ids);
  const listed = await store.messages.list(ann, "s1", all);
  expect(listed!.total).toBe(333);
  expect(listed!.items.map((message) => message.id)).toEqual(ids.filter((_, i) => i % 3 === 1).slice(0, 200));
});

test("concurrent writers of a session get places without gap or double", async () => {
  await using store = await openMessages();
  await Promise.all(Array.from({ length: 150 }, (_, i) => store.messages.add(ann, [said(`m${i}`)])));
  const rows = await store.db.read.selectFrom("memory").select(["position", "seq"]).orderBy("position").execute();
  expect(rows.map((row) => row.position)).toEqual(Array.from({ length: 150 }, (_, i) => i));
  expect(new Set(rows.map((row) => row.seq)).size).toBe(150);
});

test("an account that is not there gets nothing", async () => {
  await using store = await openMessages();
  await expect(store.messages.add({ account: "acc_x", user: "ann" }, [said("x")])).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await store.db.read.selectFrom("memory").selectAll().execute()).toEqual([]);
});

test("an account that was erased gets nothing", async () => {
  await using store = await openMessages();
  const erasures = new SqlErasureStore(store.db);
  const { ids } = await store.messages.add(ann, [said("x")]);
  // What waits in the queue behind the erasure was let in before it.
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const holding = store.db.writer.exclusive(() => held);
  await expect.poll(() => store.db.writer.depth()).toBe(0);
  const erasure = erasures.begin({ account: "acc_a", user: "system" }, { kind: "account" });
  await expect.poll(() => store.db.writer.depth()).toBeGreaterThan(0);
  const writes = Promise.allSettled([
    store.messages.add(ann, [said("late")]),
    store.messages.edit(ann, ids[0]!, { content: "late" }),
    new SqlPatternStore(store.db).put(ann, pattern("late"), { origin: "agent" }),
  ]);
  release();
  await Promise.all([holding, erasure]);
  const late = await writes;
  expect(late).toMatchObject(late.map(() => ({ status: "rejected", reason: { code: "not_found" } })));
  await expect(store.messages.add(ann, [said("later")])).rejects.toMatchObject({ code: "not_found" });
  expect(await store.db.read.selectFrom("memory").selectAll().where("role", "is not", null).execute()).toEqual([]);
  expect(await store.db.read.selectFrom("pattern").selectAll().execute()).toEqual([]);
});

test("a session is listed by its places, whatever else the account holds", async () => {
  await using store = await openMessages();
  await store.messages.add(ann, [said("x"), said("y")]);
  await using plans = explained(store);
  const page = await new SqlMessageStore(plans.db).list(ann, "s", { limit: 1, offset: 0 });
  await new SqlMessageStore(plans.db).list(ann, "s", { limit: 1, offset: 0, cursor: page!.nextCursor });
  const steps = plans.steps('from "memory"').filter((step) => step.includes(" memory "));
  expect(steps).toHaveLength(2);
  for (const step of steps) {
    expect(step).toMatch(/USING INDEX memory_place \(account_id=\? AND user_id=\? AND session_id=\? AND position>\?\)/);
  }
});

test("all messages of a user: session by session, each in the order written, over pages", async () => {
  await using store = await openMessages();
  await store.messages.add(ann, [said("b0", { sessionId: "b" }), said("a0", { sessionId: "a" })]);
  await store.messages.add({ ...ann, user: "bob" }, [said("bob's", { sessionId: "a" })]);
  await store.messages.add(ann, [said("b1", { sessionId: "b" }), said("a1", { sessionId: "a", createdAtMs: 1 })]);
  await store.messages.add(ann, [said("gone", { sessionId: "a" }), said("a3", { sessionId: "a" })]);
  const gone = (await store.messages.list(ann, "a", all))!.items[2]!;
  await new SqlErasureStore(store.db).begin(ann, { kind: "message", id: gone.id });
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await store.messages.listAll(ann, { limit: 2, offset: 0, cursor });
    pages.push(page.items.map(({ content }) => content));
    expect(page.total).toBe(5);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(pages).toEqual([["a0", "a1"], ["a3", "b0"], ["b1"]]);
  const skipped = await store.messages.listAll(ann, { limit: 2, offset: 3 });
  expect(skipped.items.map(({ content }) => content)).toEqual(["b0", "b1"]);
  expect(await store.messages.listAll({ ...ann, user: "nobody" }, all)).toEqual({ items: [], total: 0 });
});

test("all messages of a user are read by their places, whatever else the account holds", async () => {
  await using store = await openMessages();
  await store.messages.add(ann, [said("x"), said("y")]);
  await using plans = explained(store);
  await new SqlMessageStore(plans.db).listAll(ann, { limit: 1, offset: 0 });
  const steps = plans.steps('from "memory"').filter((step) => /memory|TEMP/.test(step));
  expect(steps).toEqual([expect.stringContaining("(account_id=? AND user_id=? AND (session_id,position)>(?,?))")]);
});

test("accounts and users see, edit and list their own only", async () => {
  await using store = await openMessages();
  const strangers = [
    { account: "acc_b", user: "ann" },
    { account: "acc_a", user: "bob" },
    { account: "acc_a", user: "system" },
  ];
  const { ids } = await store.messages.add(ann, [said("mine")]);
  for (const stranger of strangers) {
    expect(await store.messages.get(stranger, ids[0]!)).toBeUndefined();
    expect(await store.messages.edit(stranger, ids[0]!, { content: "theirs" })).toBeUndefined();
    expect(await store.messages.list(stranger, "s", all)).toBeUndefined();
    expect(await store.messages.listAll(stranger, all)).toMatchObject({ items: [], total: 0 });
    expect(await store.messages.sessions(stranger, all)).toMatchObject({ items: [], total: 0 });
  }
  const system = await store.messages.add({ account: "acc_a", user: "system" }, [said("everybody's")]);
  expect(await store.messages.get(ann, system.ids[0]!)).toBeUndefined();
  expect((await store.messages.get(ann, ids[0]!))?.content).toBe("mine");
});

test("a new text is searched and embedded anew; the old vector goes", async () => {
  await using store = await openMessages();
  const { ids } = await store.messages.add(ann, [said("old", { metadata: { a: 1 } }), said("other")]);
  const vector = { account_id: "acc_a", fingerprint: "f", content_hash: "h", data: new Uint8Array(2) };
  await store.db.writer.write(async (tx) => {
    await tx
      .insertInto("vector")
      .values(ids.map((id) => ({ ...vector, id })))
      .execute();
    await tx.updateTable("memory").set({ embedded: 1 }).execute();
  });
  const edited = await store.messages.edit(ann, ids[0]!, { content: "new" });
  expect(edited).toMatchObject({ content: "new", metadata: { a: 1 } });
  const row = await store.db.read.selectFrom("memory").selectAll().where("id", "=", ids[0]!).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ seq: 3, embedded: 0, position: 0 });
  expect(decodeTerms(row.terms!)).toEqual(termsOf("new"));
  const vectors = await store.db.read.selectFrom("vector").select("id").execute();
  expect(vectors).toEqual([{ id: ids[1] }]);
});

test("new metadata replaces the old, is searched by under a new seq, and leaves the text alone", async () => {
  await using store = await openMessages();
  const { ids } = await store.messages.add(ann, [said("text", { metadata: { a: 1 } })]);
  expect((await store.messages.edit(ann, ids[0]!, { metadata: { b: 2 } }))?.metadata).toEqual({ b: 2 });
  const row = await store.db.read.selectFrom("memory").select(["seq", "text", "tags"]).executeTakeFirstOrThrow();
  expect({ ...row, tags: JSON.parse(row.tags) }).toEqual({ seq: 2, text: "text", tags: [labelOf("b", 2)] });
});

test("a message of the gateway has no labels, with new metadata neither", async () => {
  await using store = await openMessages();
  const { ids } = await store.messages.add(ann, [said("text", { source: gatewaySource, metadata: { a: 1 } })]);
  const tags = () => store.db.read.selectFrom("memory").select("tags").execute();
  expect(await tags()).toEqual([{ tags: "[]" }]);
  expect((await store.messages.edit(ann, ids[0]!, { metadata: { b: 2 } }))?.metadata).toEqual({ b: 2 });
  expect(await tags()).toEqual([{ tags: "[]" }]);
});

test("a message tells when its text or metadata became another, and nothing where none did", async () => {
  await using store = await openMessages();
  const edits = [{ content: "new" }, { metadata: { a: 2 } }, { content: "text", metadata: { a: 1 } }, {}];
  const { ids } = await store.messages.add(
    ann,
    edits.map(() => said("text", { metadata: { a: 1 } })),
  );
  const before = Date.now();
  const edited: (Message | undefined)[] = [];
  for (const [at, edit] of edits.entries()) edited.push(await store.messages.edit(ann, ids[at]!, edit));
  expect(edited.map((message) => (message?.updatedAtMs ?? -1) >= before)).toEqual([true, true, false, false]);
  expect(edited.slice(2).map((message) => "updatedAtMs" in message!)).toEqual([false, false]);
  expect(edited.every((message) => (message?.updatedAtMs ?? 0) <= Date.now())).toBe(true);
  expect((await store.messages.list(ann, "s", all))!.items).toEqual(edited);
  expect((await store.messages.listAll(ann, all)).items).toEqual(edited);
});

test("a list goes on where its cursor ended, or at an offset", async () => {
  await using store = await openMessages();
  await store.messages.add(
    ann,
    Array.from({ length: 7 }, (_, i) => said(`m${i}`)),
  );
  const contents: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await store.messages.list(ann, "s", { limit: 3, offset: 0, cursor });
    contents.push(page!.items.map((message) => message.content));
    expect(page!.total).toBe(7);
    cursor = page!.nextCursor;
  } while (cursor !== undefined);
  expect(contents).toEqual([["m0", "m1", "m2"], ["m3", "m4", "m5"], ["m6"]]);
  const skipped = await store.messages.list(ann, "s", { limit: 3, offset: 4 });
  expect(skipped!.items.map((message) => message.content)).toEqual(["m4", "m5", "m6"]);
  expect(skipped!.nextCursor).toBeUndefined();
});

test("a page ends early where its texts are long, but never without any", async () => {
  await using store = await openMessages();
  const long = "\u0001".repeat(2 ** 21);
  const longest = long.repeat(3);
  for (const content of [long, "short", long, "short", longest, "short"]) {
    await store.messages.add(ann, [said(content)]);
  }
  const lengths: number[][] = [];
  let cursor: string | undefined;
  do {
    const page = await store.messages.list(ann, "s", { limit: 200, offset: 0, cursor });
    lengths.push(page!.items.map(({ content }) => content.length));
    expect(page!.total).toBe(6);
    cursor = page!.nextCursor;
  } while (cursor !== undefined);
  expect(lengths).toEqual([[2 ** 21, 5], [2 ** 21, 5], [3 * 2 ** 21], [5]]);
});

test.each<[string, string, Partial<NewMessage>]>([
  ["texts of two bytes a character", "ж".repeat(2 ** 17), {}],
  ["metadata whose numbers are eleven bytes each", "x", { metadata: { a: Array.from({ length: 8_000 }, () => 1) } }],
  ["short texts with long names", "x", { sessionId: "😀".repeat(100), source: "😀".repeat(100) }],
])("a page is what gRPC's clients read by default, less than 4 MiB: %s", async (_, content, more) => {
  await using store = await openMessages();
  const messages = Array.from({ length: 120 }, () => said(content, more));
  await store.messages.add(ann, messages);
  let [cursor, read]: [string | undefined, number] = [undefined, 0];
  do {
    const page: Page<Message> | undefined = await store.messages.list(ann, messages[0]!.sessionId, { ...all, cursor });
    const answer = create(ListMessagesResponseSchema, { messages: page!.items.map(formatMessage) });
    expect(toBinary(ListMessagesResponseSchema, answer).length).toBeLessThan(4 * 2 ** 20);
    read += page!.items.length;
    cursor = page!.nextCursor;
  } while (cursor !== undefined);
  expect(read).toBe(messages.length);
});

test("metadata of one long text leaves a page as long as the text itself would", async () => {
  await using store = await openMessages();
  await store.messages.add(
    ann,
    Array.from({ length: 200 }, () => said("x", { metadata: { note: "y".repeat(15_000) } })),
  );
  expect((await store.messages.list(ann, "s", { limit: 200, offset: 0 }))!.items).toHaveLength(200);
});

test.each(["", "x", "W10", "WyJhIl0", Buffer.from("[1,2]").toString("base64url")])(
  "a made-up cursor %j is refused",
  async (cursor) => {
    await using store = await openMessages();
    await store.messages.add(ann, [said("x")]);
    const listing = store.messages.list(ann, "s", { limit: 3, offset: 0, cursor });
    await expect(listing).rejects.toMatchObject({ code: "invalid_argument", details: [{ field: "cursor" }] });
  },
);

test("sessions: the latest activity first, then by name, over pages", async () => {
  await using store = await openMessages();
  const at = (sessionId: string, createdAtMs: number) => said("x", { sessionId, createdAtMs });
  await store.messages.add(ann, [at("b", 10), at("a", 10), at("old", 7), at("new", 30), at("old", 20)]);
  for (const createdAtMs of [1, 5]) await store.messages.add(ann, [at("old", createdAtMs)]);
  const listed: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.messages.sessions(ann, { limit: 1, offset: 0, cursor });
    listed.push(...page.items);
    expect(page.total).toBe(4);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  const session = (sessionId: string, messageCount: number, createdAtMs: number, updatedAtMs: number) => ({
    sessionId,
    user: "ann",
    messageCount,
    createdAtMs,
    updatedAtMs,
  });
  expect(listed).toEqual([
    session("new", 1, 30, 30),
    session("old", 4, 1, 20),
    session("a", 1, 10, 10),
    session("b", 1, 10, 10),
  ]);
});

test("terms survive their stored form", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      const stored = encodeTerms(termsOf(text));
      const atOddOffset = Buffer.concat([new Uint8Array(1), stored]).subarray(1);
      expect(decodeTerms(atOddOffset)).toEqual(termsOf(text));
    }),
  );
});

test("ids are unique and in the order in which they were made", () => {
  const ids = Array.from({ length: 50_000 }, () => newId("msg_"));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids.slice(0, 100)) expect(id).toMatch(/^msg_0[0-9a-hjkmnp-tv-z]{25}$/);
});
