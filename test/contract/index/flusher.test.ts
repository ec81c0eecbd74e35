import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Flusher, type FlusherOptions, type FlushStep } from "../../../src/memory/background/flushing/flusher.ts";
import { termsOf } from "../../../src/memory/words/tokenize.ts";
import type { Terms } from "../../../src/memory/words/terms.ts";
import { SqlErasureStore } from "../../../src/store/erasure/erasures.ts";
import { purge } from "../fixture/erasing.ts";
import { embedAll, makeFolder, wordSpace, wordVector, type Folder, type Stores } from "../../fixture/stores.ts";

let folder: Folder;
let stores: Stores;
let account: string;

beforeEach(async () => {
  folder = makeFolder();
  stores = await folder.open();
  account = (await stores.accounts.ensure("main", "unlimited")).id;
});

afterEach(async () => {
  vi.useRealTimers();
  await folder.remove();
});

const flusher = (options: Partial<FlusherOptions> = {}, on = stores) =>
  new Flusher({ store: on.flush, base: on.base, dimensions: () => wordSpace.dimensions, ...options });

/** One message each, by Ann in one session. */
async function say(...contents: string[]): Promise<string[]> {
  const messages = contents.map((content) => ({
    role: "user" as const,
    content,
    sessionId: "s1",
    source: "",
    origin: "user" as const,
  }));
  return (await stores.messages.add({ account, user: "ann" }, messages)).ids;
}

const numbered = (count: number) =>
  Array.from({ length: count }, (_, i) => `note ${i} about topic${i % 7} and harbour`);

/** Deletes a memory as the stores do: a tombstone with a new seq. */
async function forget(id: string, on = stores): Promise<void> {
  await on.db.writer.write(async (tx) => {
    const { seq } = await tx
      .updateTable("account")
      .set((e) => ({ seq: e("seq", "+", 1) }))
      .where("id", "=", account)
      .returning("seq")
      .executeTakeFirstOrThrow();
    await tx
      .updateTable("memory")
      .set({ deleted: 1, text: null, terms: null, content_hash: null, seq })
      .where("id", "=", id)
      .execute();
    await tx.deleteFrom("vector").where("id", "=", id).execute();
  });
}

/** What the base holds, its word statistics, and what of both should be there by the rows of SQL. */
async function compare(on = stores) {
  const state = (await on.index.state(account))!;
  const rows: { id: string; seq: number }[] = [];
  for await (const row of on.base.rows(account, { fingerprint: state.fingerprint, version: state.baseVersion }))
    rows.push(row);
  const truth = await on.db.read
    .selectFrom("memory")
    .select(["id", "seq", "text"])
    .where("account_id", "=", account)
    .where("deleted", "=", 0)
    .execute();
  const harbour = termsOf("harbour");
  const lexicon = await on.index.lexicon(account, ["ann"], harbour.ids);
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  return {
    state,
    found: { rows: rows.sort(byId), memories: lexicon.memories, harbour: lexicon.memoryFrequency[0] },
    expected: {
      rows: truth.map(({ id, seq }) => ({ id, seq })).sort(byId),
      memories: truth.length,
      harbour: truth.filter(({ text }) => text?.includes("harbour")).length,
    },
  };
}

async function expectFlushed(on = stores): Promise<void> {
  const { state, found, expected } = await compare(on);
  expect(found).toEqual(expected);
  expect(state.flushedSeq).toBeGreaterThan(0);
  expect(await tail(on)).toBe(0);
}

async function tail(on = stores): Promise<number> {
  const { flushedSeq } = (await on.index.state(account))!;
  return (await on.index.changes(account, flushedSeq, 1_000)).length;
}

async function candidates(query: { vector?: Float32Array; terms?: Terms }) {
  const { fingerprint, baseVersion: version } = (await stores.index.state(account))!;
  const { vector, terms = termsOf("") } = query;
  return stores.base.candidates(
    account,
    { fingerprint, version },
    { vector, terms, filter: { users: ["ann"] }, limit: 5 },
  );
}

test("a flush moves everything to the base: rows, word statistics, vectors", async () => {
  const ids = await say(...numbered(1_200), "the lighthouse keeper sleeps");
  await embedAll(stores);
  await flusher().flushAccount(account);
  await expectFlushed();
  expect((await candidates({ terms: termsOf("lighthouse") })).byWords).toEqual([ids.at(-1)]);
  expect((await candidates({ vector: wordVector("the lighthouse keeper sleeps") })).byVector[0]).toBe(ids.at(-1));
});

test("edits and deletions reach the base with the next flush", async () => {
  const ids = await say(...numbered(20));
  await flusher().flushAccount(account);
  await stores.messages.edit({ account, user: "ann" }, ids[3]!, { content: "a lighthouse" });
  await forget(ids[4]!);
  await embedAll(stores);
  await flusher().flushAccount(account);
  await expectFlushed();
  expect((await candidates({ terms: termsOf("lighthouse") })).byWords).toEqual([ids[3]]);
});

test.each<FlushStep>(["acquired", "read", "applied", "published"])(
  "after a failure behind the step %s, another process's flush leaves what one flush would have",
  async (failing) => {
    const ids = await say(...numbered(700));
    await embedAll(stores);
    let left = 1;
    const onStep = async (step: FlushStep) => {
      if (step === failing && left-- === 1) throw new Error("power cut");
    };
    await expect(flusher({ onStep }).flushAccount(account)).rejects.toThrow("power cut");
    await forget(ids[5]!);
    await flusher({}, await folder.open()).flushAccount(account);
    await expectFlushed();
  },
);

test("what changes while a flush runs is in the tail after it, and counted once after the next", async () => {
  const ids = await say(...numbered(30));
  let edited = false;
  const onStep = async (step: FlushStep) => {
    if (step !== "read" || edited) return;
    edited = true;
    await stores.messages.edit({ account, user: "ann" }, ids[0]!, { content: "harbour lighthouse" });
    await forget(ids[1]!);
  };
  await flusher({ onStep }).flushAccount(account);
  expect(edited).toBe(true);
  await flusher().flushAccount(account);
  await expectFlushed();
});

test("an account that is written to without end gets its turn, and no more", async () => {
  await say(...numbered(20));
  let flushes = 0;
  const onStep = async (step: FlushStep) => {
    if (step !== "read") return;
    flushes++;
    if (flushes < 50) await say("one more while the others are flushed");
  };
  await flusher({ onStep }).flushAccount(account);
  expect(flushes).toBe(1);
  expect(await tail()).toBe(1);
});

test("an account whose tail takes too much memory is flushed, however few its changes", async () => {
  await say(...numbered(3));
  await embedAll(stores);
  const running = flusher({ residentRows: 1_000, intervalMs: 10, heavy: () => [account] });
  running.start();
  await vi.waitFor(expectFlushed, { timeout: 5_000 });
  await running.stop();
});

test.each([
  ["first", false],
  ["later", true],
])(
  "one that lost its lease in a %s flush publishes nothing and leaves nothing that was deleted",
  async (_, isLater) => {
    const ids = await say(...numbered(30));
    if (isLater) await flusher().flushAccount(account);
    await stores.messages.edit({ account, user: "ann" }, ids[2]!, { content: "a harbour that is gone" });
    const later = await folder.open(() => Date.now() + 120_000);
    const onStep = async (step: FlushStep) => {
      if (step !== "read") return;
      await forget(ids[2]!);
      await flusher({}, later).flushAccount(account);
    };
    await expect(flusher({ onStep }).flushAccount(account)).rejects.toMatchObject({ code: "unavailable" });
    const { found, expected } = await compare();
    expect(found).toEqual(expected);
  },
);

test.each<[string, Error | undefined]>([
  ["by its next write", undefined],
  ["by what failed before", new Error("disk full")],
])("once a lease is found lost %s, what was erased since it was granted is purged again", async (_, failure) => {
  const erasures = new SqlErasureStore(stores.db);
  const other = (await stores.accounts.ensure("second", "unlimited")).id;
  const erase = async (of: string, id: string) => {
    const { id: erasure } = (await erasures.begin({ account: of, user: "ann" }, { kind: "message", id }))!;
    await purge(erasures, of);
    return erasure;
  };
  const message = { role: "user", content: "text", sessionId: "s1", source: "", origin: "user" } as const;
  const others = (await stores.messages.add({ account: other, user: "ann" }, [message])).ids;
  const ids = await say(...numbered(10));
  await erase(account, ids[0]!);
  await new Promise((resolve) => setTimeout(resolve, 2));
  const later = await folder.open(() => Date.now() + 120_000);
  const late: string[] = [];
  const onStep = async (step: FlushStep) => {
    if (step !== "read") return;
    await flusher({}, later).flushAccount(account);
    late.push(await erase(account, ids[1]!), await erase(other, others[0]!));
    if (failure) throw failure;
  };
  await expect(flusher({ onStep }).flushAccount(account)).rejects.toMatchObject({ code: "unavailable" });
  const undone = stores.db.read.selectFrom("erasure").select("id").where("done_at", "is", null);
  expect(await undone.execute()).toEqual([{ id: late[0] }]);
});

test("an erasure that was purged while a lease was being lost, and was not done yet, is purged again", async () => {
  const erasures = new SqlErasureStore(stores.db);
  const ids = await say(...numbered(10));
  await erasures.begin({ account, user: "ann" }, { kind: "message", id: ids[0]! });
  const jobs = await erasures.pending(account, Date.now(), 10);
  const later = await folder.open(() => Date.now() + 120_000);
  const onStep = async (step: FlushStep) => {
    if (step === "read") await flusher({}, later).purge(account);
  };
  await expect(flusher({ onStep }).flushAccount(account)).rejects.toMatchObject({ code: "unavailable" });
  await erasures.finish(jobs);
  expect(await erasures.openAccounts("", 10)).toEqual([account]);
  await new Promise((resolve) => setTimeout(resolve, 2));
  await purge(erasures, account);
  expect(await erasures.openAccounts("", 10)).toEqual([]);
});

test("two processes may be told to flush at once: one does, and the other does no harm", async () => {
  await say(...numbered(100));
  const other = await folder.open();
  await Promise.all([flusher().flushAccount(account), flusher({}, other).flushAccount(account)]);
  expect(await tail()).toBe(0);
  await expectFlushed(other);
});

test("in the background, a long tail is flushed once its memories are embedded, or have waited long enough", async () => {
  await say(...numbered(10));
  vi.useFakeTimers({ toFake: ["performance"] });
  const running = flusher({ residentRows: 10, intervalMs: 10, embedWaitMs: 400 });
  const due = vi.spyOn(stores.flush, "due");
  const severalPasses = async () => {
    due.mockClear();
    await expect.poll(() => due.mock.calls.length).toBeGreaterThan(2);
  };
  running.start();
  await severalPasses();
  expect((await stores.index.state(account))!.flushedSeq).toBe(0);
  vi.useRealTimers(); // and what waits has waited long enough soon
  await vi.waitFor(expectFlushed, { timeout: 5_000 });
  await say("too short a tail");
  await severalPasses();
  await running.stop();
  expect(await tail()).toBe(1);
});

test("a text that the embedder cannot read holds up no flush", async () => {
  await say(...numbered(5), "ชา", ...numbered(5));
  const embed: typeof wordSpace.embed = async (texts) =>
    texts.map((text) => (text === "ชา" ? undefined : wordVector(text)));
  await embedAll(stores, { ...wordSpace, embed });
  const running = flusher({ residentRows: 10, intervalMs: 10, embedWaitMs: 60_000 });
  running.start();
  await vi.waitFor(expectFlushed, { timeout: 5_000 });
  await running.stop();
});

test("an account that cannot be flushed is told of, and does not hold up the others", async () => {
  await say(...numbered(20));
  const broken = account;
  account = (await stores.accounts.ensure("second", "unlimited")).id;
  await say(...numbered(10));
  const onError = vi.fn<(error: unknown, account?: string) => void>();
  const onStep = async (step: FlushStep, of: string) => {
    if (step === "read" && of === broken) throw new Error("disk full");
  };
  const running = flusher({ residentRows: 5, intervalMs: 10, embedWaitMs: 0, onStep, onError });
  running.start();
  await vi.waitFor(expectFlushed, { timeout: 5_000 });
  await new Promise((resolve) => setTimeout(resolve, 100));
  await running.stop();
  expect(onError).toHaveBeenCalledWith(expect.objectContaining({ message: "disk full" }), broken);
  expect(onError.mock.calls.length).toBeLessThan(4);
});

test("a purge flushes, rewrites and publishes; without a base it drops what a crashed flush left", async () => {
  const ids = await say(...numbered(50));
  const onStep = async (step: FlushStep) => {
    if (step === "applied") throw new Error("power cut");
  };
  await expect(flusher({ onStep }).flushAccount(account)).rejects.toThrow("power cut");
  expect(await stores.base.accounts()).toEqual([account]);
  await flusher().purge(account);
  expect(await stores.base.accounts()).toEqual([]);
  await flusher().flushAccount(account);
  await forget(ids[0]!);
  const before = (await stores.index.state(account))!.baseVersion;
  await flusher().purge(account);
  await expectFlushed();
  expect((await stores.index.state(account))!.baseVersion).toBeGreaterThan(before);
});
