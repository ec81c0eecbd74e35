import { expect, test, vi } from "vitest";
import type { Block, NewEntry, Opening } from "../../../src/gateway/memory/chain/ledger.ts";
import type { Scope } from "../../../src/memory/scope.ts";
import { expireThreads, forgetShown, forgetTurns, forgetThreads } from "../../../src/store/gateway/forget.ts";
import { SqlGatewayStore, threadKeptMs } from "../../../src/store/gateway/gateway-store.ts";
import { SqlIndexStore } from "../../../src/store/index/index-store.ts";
import { activateVectorSpace } from "../../../src/store/index/activate-vector-space.ts";
import { SqlEmbeddingStore } from "../../../src/store/embedding/embeddings.ts";
import { findings, message, say, space } from "../fixture/account-data.ts";
import { temporaryStore, type TemporaryStore } from "../fixture/store.ts";

const ann: Scope = { account: "acc_a", user: "ann" };
const ben: Scope = { account: "acc_a", user: "ben" };
const other: Scope = { account: "acc_b", user: "ann" };
const system: Scope = { account: "acc_a", user: "system" };

class Clock {
  nowMs = Date.now();
}

async function open(): Promise<TemporaryStore & { ledger: SqlGatewayStore; clock: Clock }> {
  const store = await temporaryStore();
  await store.account("acc_a");
  await store.account("acc_b");
  const clock = new Clock();
  return { ...store, clock, ledger: new SqlGatewayStore(store.db, () => clock.nowMs) };
}

const block = (...memoryIds: string[]): Block => ({
  hash: `h-${memoryIds.join()}`,
  text: `shows ${memoryIds.join()}`,
  memoryIds,
});

const entry = (more: Partial<NewEntry> = {}): NewEntry => ({
  id: "e1",
  threadId: "t1",
  chain: "c1",
  isFirst: true,
  isOff: false,
  systemHash: "sys",
  toolsHash: "tools",
  placements: [{ slot: "part", at: 0, block: "h" }],
  ...more,
});

const opening = (more: Partial<Opening> = {}): Opening => ({
  id: "x1",
  threadId: "t1",
  sessionId: "",
  root: "c1",
  tip: "c1",
  entry: entry(),
  blocks: [],
  messages: [],
  stored: true,
  ...more,
});

const tables = ["thread", "entry", "block", "turn", "exchange"] as const;

async function counts({ db }: TemporaryStore): Promise<Record<string, number>> {
  const rows = tables.map(async (table) => {
    const name = `gateway_${table}` as const;
    return [table, (await db.read.selectFrom(name).select("account_id").execute()).length] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}

test("a chain is known by its beginning, to its user in its session", async () => {
  await using store = await temporaryStore();
  await store.account("acc_a");
  const ledger = new SqlGatewayStore(store.db);
  await ledger.begin(ann, opening({ sessionId: "s1" }));
  expect(await ledger.knows(ann, "s1", "c1")).toBe(true);
  expect(await ledger.knows(ann, "s1", "c2")).toBe(false);
  expect(await ledger.knows(ann, "", "c1")).toBe(false);
  expect(await ledger.knows({ ...ann, user: "eve" }, "s1", "c1")).toBe(false);
});

test("an entry is read as it was written, by its place, with the replies that it got", async () => {
  await using store = await open();
  const { ledger, clock } = store;
  await ledger.begin(ann, opening());
  for (const fingerprint of ["r1", "r2", "r1"]) {
    await ledger.finish(ann, { id: "x1", threadId: "t1", turn: "c1", state: "complete", entry: "e1", fingerprint });
  }
  const times = { createdAtMs: clock.nowMs, usedAtMs: clock.nowMs };
  expect(await ledger.find(ann, "", ["c0", "c1"])).toEqual([
    { ...entry(), ...times, replies: ["r2", "r1"], tip: "c1", tipReplies: [] },
  ]);
  expect(await ledger.find(ann, "named", ["c1"])).toEqual([]);
  expect(await ledger.find(ann, "", [])).toEqual([]);
});

test("of a turn without an entry the thread knows the replies until it goes on", async () => {
  await using store = await open();
  const { ledger } = store;
  const tipReplies = async () => (await ledger.find(ann, "", ["c1"])).map((found) => found.tipReplies);
  const begin = (id: string, tip: string) => ledger.begin(ann, opening({ id, tip, entry: undefined }));
  const finish = (id: string, turn: string, fingerprint: string) =>
    ledger.finish(ann, { id, threadId: "t1", turn, state: "complete", fingerprint });
  await ledger.begin(ann, opening());
  await begin("x2", "c2");
  await finish("x2", "c2", "r1");
  await begin("x3", "c2");
  await finish("x3", "c2", "r2");
  expect(await tipReplies()).toEqual([["r1", "r2"]]);
  await begin("x4", "c3");
  await finish("x3", "c2", "r3");
  expect(await tipReplies()).toEqual([[]]);
});

test("a turn of more messages than a statement binds values is stored, and found in a longer chain", async () => {
  await using store = await open();
  const { ledger } = store;
  const places = Array.from({ length: 40_000 }, (_, at) => `c${at}`);
  const messages = places.slice(0, 17_000).map((chain) => ({ chain, message: message(chain, "s") }));
  await ledger.begin(ann, opening({ messages }));
  expect((await counts(store))["turn"]).toBe(17_000);
  expect(await ledger.find(ann, "", places)).toMatchObject([{ id: "e1" }]);
});

test("both sides at once are in their order, and the reply is stored though its request fails", async () => {
  await using store = await open();
  const said = (chain: string, text: string) => ({ chain, message: message(text, "s") });
  const ending = { id: "x1", threadId: "t1", turn: "c1", state: "complete" as const };
  const both = opening({ messages: [said("c1", "asked")] });
  await store.ledger.record(ann, both, { ...ending, entry: "e1", fingerprint: "r1", reply: said("c2", "answered") });
  expect((await store.ledger.find(ann, "", ["c1"]))[0]?.replies).toEqual(["r1"]);
  const failing = opening({ id: "x1", entry: undefined, messages: [said("c3", "lost")] });
  await expect(store.ledger.record(ann, failing, { ...ending, reply: said("c4", "kept") })).rejects.toThrow();
  const rows = await store.db.read.selectFrom("memory").select("text").orderBy("seq").execute();
  expect(rows.map(({ text }) => text)).toEqual(["asked", "answered", "kept"]);
  const states = await store.db.read.selectFrom("gateway_exchange").select("state").execute();
  expect(states).toEqual([{ state: "complete" }]);
});

test("of a turn that gets ever other replies the last eight are known", async () => {
  await using store = await open();
  await store.ledger.begin(ann, opening());
  for (let i = 0; i < 10; i++) {
    await store.ledger.finish(ann, {
      id: "x1",
      threadId: "t1",
      turn: "c1",
      state: "complete",
      entry: "e1",
      fingerprint: `r${i}`,
    });
  }
  const [found] = await store.ledger.find(ann, "", ["c1"]);
  expect(found?.replies).toEqual(["r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9"]);
});

test("a message whose vector is known has it at once, unless the space is another by now", async () => {
  await using store = await open();
  await activateVectorSpace(store.db, space);
  const vector = Float32Array.of(0.6, 0.8);
  const messages = [
    { chain: "c1", message: message("known", "s"), vector: { fingerprint: space, vector } },
    { chain: "c2", message: message("of the past", "s"), vector: { fingerprint: "before", vector } },
  ];
  await store.ledger.begin(ann, opening({ messages }));
  const index = new SqlIndexStore(store.db);
  expect(await index.state("acc_a")).toMatchObject({ maxSeq: 2, pending: 1 });
  const changes = await index.changes("acc_a", 0, 10);
  const [halves, none] = changes.map(({ memory }) => memory?.vector);
  expect([...new Float16Array(halves!.buffer, halves!.byteOffset, 2)]).toEqual([...Float16Array.from(vector)]);
  expect(none).toBeUndefined();
  const jobs = await new SqlEmbeddingStore(store.db).claim(space, 10, 1_000);
  expect(jobs.map(({ text }) => text)).toEqual(["of the past"]);
  expect(await findings(store.db)).toEqual([]);
});

test("no user and no account sees another's", async () => {
  await using store = await open();
  const id = await say(store.db, ann, "secret");
  await store.ledger.begin(ann, opening({ sessionId: "s", blocks: [block(id)] }));
  for (const scope of [ben, other, system]) {
    expect(await store.ledger.find(scope, "s", ["c1"])).toEqual([]);
    expect(await store.ledger.blocks(scope, "t1", [`h-${id}`])).toEqual([]);
    expect(await store.ledger.sources(scope, "t1", [id])).toEqual(new Map());
    await store.ledger.finish(scope, {
      id: "x1",
      threadId: "t1",
      turn: "c1",
      state: "complete",
      entry: "e1",
      fingerprint: "r",
    });
    await store.ledger.touch(scope, "t1");
  }
  const [found] = await store.ledger.find(ann, "s", ["c1"]);
  expect(found?.replies).toEqual([]);
  expect(await store.ledger.sources(ann, "t1", [id])).toEqual(new Map([[id, { origin: "user", isOwn: false }]]));
  const shared = await say(store.db, system, "shared");
  expect([...(await store.ledger.sources(ben, "t1", [id, shared])).keys()]).toEqual([shared]);
});

test("a block is kept once, and goes with any memory that it shows", async () => {
  await using store = await open();
  const [one, two] = [await say(store.db, system, "one"), await say(store.db, system, "two")];
  const both = block(one, two);
  const forget = (account: string, memory: { id: string; user_id: string }) =>
    store.db.writer.exclusive((tx, pause) => forgetShown(tx, account, [memory], pause));
  await store.ledger.begin(ann, opening({ blocks: [both, block(two)] }));
  await store.ledger.begin(ann, opening({ id: "x2", entry: entry({ id: "e2", chain: "c2" }), blocks: [both] }));
  expect(await store.ledger.blocks(ann, "t1", [both.hash, "h-gone", `h-${two}`])).toEqual([both, block(two)]);
  expect(await counts(store)).toMatchObject({ block: 2, entry: 2, thread: 1 });
  await forget("acc_b", { id: one, user_id: "system" });
  await forget("acc_a", { id: one, user_id: "system" });
  expect(await store.ledger.blocks(ann, "t1", [both.hash, `h-${two}`])).toEqual([block(two)]);
  expect(await counts(store)).toMatchObject({ block: 1, entry: 2 });
});

test("the same words of other memories go with any of them", async () => {
  await using store = await open();
  const [one, two] = [await say(store.db, ann, "one"), await say(store.db, ann, "two")];
  const words = { hash: "h", text: "the same" };
  await store.ledger.begin(ann, opening({ blocks: [{ ...words, memoryIds: [one] }] }));
  const later = { ...words, memoryIds: [two] };
  await store.ledger.begin(ann, opening({ id: "x2", entry: entry({ id: "e2", chain: "c2" }), blocks: [later] }));
  expect(await store.ledger.blocks(ann, "t1", ["h"])).toEqual([{ ...words, memoryIds: [one, two] }]);
});

test("a block goes with what its words lean on, too", async () => {
  await using store = await open();
  const [one, two] = [await say(store.db, ann, "one"), await say(store.db, ann, "two")];
  const leaning = { ...block(one), leansOn: [two] };
  await store.ledger.begin(ann, opening({ blocks: [leaning, block(one, two)] }));
  await store.ledger.begin(ann, opening({ id: "x2", entry: entry({ id: "e2", chain: "c2" }), blocks: [leaning] }));
  expect(await store.ledger.blocks(ann, "t1", [leaning.hash])).toEqual([leaning]);
  const memories = [{ id: two, user_id: ann.user }];
  await store.db.writer.exclusive((tx, pause) => forgetShown(tx, ann.account, memories, pause));
  expect(await counts(store)).toMatchObject({ block: 0 });
  await store.db.writer.write((tx) => tx.updateTable("memory").set({ deleted: 1 }).where("id", "=", two).execute());
  await store.ledger.begin(ann, opening({ id: "x3", entry: entry({ id: "e3", chain: "c3" }), blocks: [leaning] }));
  expect(await counts(store)).toMatchObject({ block: 0 });
});

test("a block that shows what was erased since it was found is not kept, nor one of another user's", async () => {
  await using store = await open();
  const gone = await say(store.db, ann, "gone");
  const bens = await say(store.db, ben, "ben's");
  const live = await say(store.db, ann, "live");
  await store.db.writer.write((tx) =>
    tx.updateTable("memory").set({ deleted: 1, text: null }).where("id", "=", gone).execute(),
  );
  await store.ledger.begin(ann, opening({ blocks: [block(live, gone), block(bens), block(live)] }));
  expect(await store.ledger.blocks(ann, "t1", [`h-${live},${gone}`, `h-${bens}`, `h-${live}`])).toEqual([block(live)]);
});

test("a message is stored once at its place; erased, it may be said again", async () => {
  await using store = await open();
  const messages = [
    { chain: "c1", message: message("a", "s") },
    { chain: "c2", message: message("b", "s") },
  ];
  await store.ledger.begin(ann, opening({ messages: messages.slice(0, 1) }));
  await store.ledger.begin(ann, opening({ id: "x2", entry: undefined, messages }));
  const reply = { chain: "c3", message: { ...message("c", "s"), role: "assistant" as const } };
  const ending = { id: "x2", threadId: "t1", turn: "c1", state: "complete" as const, reply };
  await store.ledger.finish(ann, ending);
  await store.ledger.finish(ann, ending);
  const rows = await store.db.read
    .selectFrom("memory")
    .select(["id", "text", "position"])
    .orderBy("position")
    .execute();
  expect(rows.map(({ text }) => text)).toEqual(["a", "b", "c"]);
  const ids = rows.map(({ id }) => id);
  const isOwn = async (thread: string) =>
    [...(await store.ledger.sources(ann, thread, ids)).values()].map((each) => each.isOwn);
  expect(await isOwn("t1")).toEqual([true, true, true]);
  expect(await isOwn("t2")).toEqual([false, false, false]);
  await store.db.writer.write((tx) => forgetTurns(tx, "acc_a", [ids[2]!]));
  expect(await counts(store)).toMatchObject({ turn: 2 });
});

test("all of it is one transaction", async () => {
  await using store = await open();
  await store.ledger.begin(ann, opening());
  const messages = [{ chain: "c2", message: message("a", "s") }];
  const twice = opening({ entry: entry({ id: "e2" }), messages });
  await expect(store.ledger.begin(ann, twice)).rejects.toThrow("UNIQUE");
  expect(await counts(store)).toMatchObject({ entry: 1, turn: 0, exchange: 1 });
  expect(await store.db.read.selectFrom("memory").select("id").execute()).toEqual([]);
});

test("a start makes partial what it finds open; who still lives says how it ended", async () => {
  await using store = await open();
  await store.ledger.begin(ann, opening());
  await store.ledger.begin(ann, opening({ id: "x2", entry: undefined }));
  await store.ledger.finish(ann, { id: "x2", threadId: "t1", turn: "c1", state: "complete" });
  const begunAtMs = store.clock.nowMs;
  store.clock.nowMs += 5;
  expect(await store.ledger.closeOpen()).toBe(1);
  const states = () =>
    store.db.read.selectFrom("gateway_exchange").select(["state", "ended_at"]).orderBy("id").execute();
  expect(await states()).toEqual([
    { state: "partial", ended_at: begunAtMs + 5 },
    { state: "complete", ended_at: begunAtMs },
  ]);
  await store.ledger.finish(ann, { id: "x1", threadId: "t1", turn: "c1", state: "complete" });
  expect((await states())[0]?.state).toBe("complete");
});

test("a thread expires thirty days after its last use, with all that is its", async () => {
  await using store = await open();
  const { ledger, clock, db } = store;
  const id = await say(db, ann, "a");
  const messages = [{ chain: "c1", message: message("b") }];
  await ledger.begin(ann, opening({ blocks: [block(id)], messages }));
  await ledger.begin(
    ann,
    opening({ id: "x2", threadId: "t2", entry: entry({ id: "e2", threadId: "t2", chain: "c2" }) }),
  );
  clock.nowMs += threadKeptMs - 1;
  await ledger.touch(ann, "t2");
  expect(await ledger.find(ann, "", ["c1"])).toHaveLength(1);
  clock.nowMs += 2;
  expect(await ledger.find(ann, "", ["c1"])).toEqual([]);
  expect(await ledger.find(ann, "", ["c2"])).toHaveLength(1);
  expect(await expireThreads(db, clock.nowMs - threadKeptMs)).toBe(1);
  expect(await counts(store)).toEqual({ thread: 1, entry: 1, block: 0, turn: 0, exchange: 1 });
  expect(await db.read.selectFrom("memory").select("id").execute()).toHaveLength(2);
});

test("a thread that somebody comes back to while it expires stays", async () => {
  await using store = await open();
  const { ledger, clock, db } = store;
  await ledger.begin(ann, opening());
  clock.nowMs += threadKeptMs + 1;
  const write = db.writer.write.bind(db.writer);
  vi.spyOn(db.writer, "write").mockImplementationOnce(async (work) => {
    await ledger.touch(ann, "t1");
    return write(work);
  });
  await expireThreads(db, clock.nowMs - threadKeptMs);
  expect(await ledger.find(ann, "", ["c1"])).toHaveLength(1);
});

test("sessions, users and accounts are forgotten, nobody else's", async () => {
  await using store = await open();
  const begin = (scope: Scope, threadId: string, sessionId: string) =>
    store.ledger.begin(scope, opening({ id: threadId, threadId, sessionId, entry: entry({ id: threadId, threadId }) }));
  await begin(ann, "t1", "s");
  await begin(ann, "t2", "");
  await begin(ann, "t3", "");
  await begin(ben, "t4", "s");
  await begin(other, "t5", "s");
  const left = async () => {
    const rows = await store.db.read.selectFrom("gateway_entry").select("id").orderBy("id").execute();
    return rows.map(({ id }) => id);
  };
  const forget = (target: Parameters<typeof forgetThreads>[1]) =>
    store.db.writer.write((tx) => forgetThreads(tx, target));
  expect(await forget({ account: "acc_a", user: "ann", sessionId: "s" })).toEqual({ more: false });
  expect(await left()).toEqual(["t2", "t3", "t4", "t5"]);
  await forget({ account: "acc_a", user: "ann", sessionId: "t2" });
  expect(await left()).toEqual(["t3", "t4", "t5"]);
  await forget({ account: "acc_a", user: "ann" });
  expect(await left()).toEqual(["t4", "t5"]);
  await forget({ account: "acc_a" });
  expect(await left()).toEqual(["t5"]);
  expect(await counts(store)).toMatchObject({ thread: 1, exchange: 1 });
});
