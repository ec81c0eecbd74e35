import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AppError } from "../../../src/error.ts";
import { harmlessText, type Embedder } from "../../../src/memory/embedder.ts";
import { Generation } from "../../../src/memory/background/embedding/generation.ts";
import { Flusher } from "../../../src/memory/background/flushing/flusher.ts";
import { SqlGenerationStore } from "../../../src/store/index/generation.ts";
import { embedAll, makeFolder, wordSpace, type Folder, type Stores } from "../../fixture/stores.ts";

const target: Embedder = { ...wordSpace, fingerprint: "words-16-new" };
let folder: Folder;
let stores: Stores;
let account: string;
let store: SqlGenerationStore;
let generation: Generation;
const onActive = vi.fn<() => void>();

beforeEach(async () => {
  onActive.mockClear();
  folder = makeFolder();
  stores = await folder.open();
  account = (await stores.accounts.ensure("main", "unlimited")).id;
  store = new SqlGenerationStore(stores.db);
});

afterEach(async () => {
  await generation.stop();
  await folder.remove();
});

async function say(count: number): Promise<void> {
  const message = { role: "user" as const, sessionId: "s", source: "", origin: "user" as const };
  const messages = Array.from({ length: count }, (_, i) => ({ ...message, content: `note ${i}` }));
  await stores.messages.add({ account, user: "ann" }, messages);
}

const flusher = () => new Flusher({ store: stores.flush, base: stores.base, dimensions: () => wordSpace.dimensions });

function start(embedder: Embedder): void {
  generation = new Generation({
    store,
    embeddings: stores.embeddings,
    base: stores.base,
    target: embedder,
    onActive,
    intervalMs: 10,
  });
  generation.start();
}

const spaces = async () =>
  (await stores.db.read.selectFrom("vector").select("fingerprint").distinct().orderBy("fingerprint").execute()).map(
    (row) => row.fingerprint,
  );

test("the old space is searched until the new one is full; the switch leaves nothing to be embedded", async () => {
  await say(300);
  await embedAll(stores);
  await flusher().flushAccount(account);
  let go: (() => void) | undefined;
  const blocked = new Promise<void>((resolve) => (go = resolve));
  let calls = 0;
  const slow: Embedder["embed"] = async (texts) => {
    if (++calls === 5) await blocked;
    return wordSpace.embed(texts);
  };
  start({ ...target, embed: slow });
  await expect.poll(() => calls).toBe(5);
  expect(await stores.index.state(account)).toMatchObject({ fingerprint: wordSpace.fingerprint, pending: 0 });
  expect((await stores.index.state(account))!.flushedSeq).toBeGreaterThan(0);
  go?.();
  await expect.poll(spaces).toEqual([target.fingerprint]);
  expect(await stores.index.state(account)).toMatchObject({
    fingerprint: target.fingerprint,
    flushedSeq: 0,
    pending: 0,
  });
  expect(onActive).toHaveBeenCalledOnce();
  expect(await stores.base.accounts()).toEqual([]);
  await flusher().flushAccount(account);
  const { baseVersion: version } = (await stores.index.state(account))!;
  const { byVector } = await stores.base.candidates(
    account,
    { fingerprint: target.fingerprint, version },
    {
      vector: (await wordSpace.embed(["note 7"]))[0],
      terms: { ids: new Uint32Array(), counts: new Uint16Array(), length: 0 },
      filter: { users: ["ann"] },
      limit: 3,
    },
  );
  expect(byVector).toHaveLength(3);
});

test("what was written meanwhile is embedded after the switch", async () => {
  await say(10);
  await embedAll(stores);
  let first = true;
  const embed: Embedder["embed"] = async (texts) => {
    if (first) {
      first = false;
      await say(5);
      await stores.messages.add({ account: (await stores.accounts.ensure("a new one", "free")).id, user: "bob" }, [
        { role: "user", content: "hello", sessionId: "s", source: "", origin: "user" },
      ]);
    }
    return wordSpace.embed(texts);
  };
  start({ ...target, embed });
  await expect.poll(() => onActive).toHaveBeenCalledOnce();
  await embedAll(stores, target);
  expect(await store.lacking(target.fingerprint, undefined, 10)).toEqual([]);
});

test("while the new embedder is down the old space stays; afterwards it goes on", async () => {
  await say(40);
  await embedAll(stores);
  let down = true;
  const embed = vi.fn<Embedder["embed"]>(async (texts) => {
    if (down) throw new Error("no route");
    return wordSpace.embed(texts);
  });
  start({ ...target, embed });
  await expect.poll(() => embed).toHaveBeenCalled();
  expect(await store.active()).toBe(wordSpace.fingerprint);
  down = false;
  await expect.poll(() => onActive).toHaveBeenCalledOnce();
  expect(await store.active()).toBe(target.fingerprint);
});

/** Refuses every text of which this holds, and the batches that have one. */
const refusing =
  (isRefused: (text: string) => boolean): Embedder["embed"] =>
  async (texts) => {
    if (texts.some(isRefused)) throw new AppError("invalid_argument", "refused");
    return wordSpace.embed(texts);
  };

async function expectOldSpaceKept(count: number): Promise<void> {
  expect(onActive).not.toHaveBeenCalled();
  expect(await store.active()).toBe(wordSpace.fingerprint);
  expect(await store.holds(wordSpace.fingerprint, count)).toBe(true);
}

test("single texts that the new embedder refuses do not keep it from its place", async () => {
  await say(40);
  await embedAll(stores);
  start({ ...target, embed: refusing((text) => text === "note 7" || text === "note 30") });
  await expect.poll(() => onActive).toHaveBeenCalledOnce();
  expect(await store.lacking(target.fingerprint, undefined, 10)).toMatchObject([
    { text: "note 7" },
    { text: "note 30" },
  ]);
});

test("an embedder that refuses most texts takes no place, and one that then embeds them does", async () => {
  await say(43);
  await embedAll(stores);
  let refuses = true;
  const embed = vi.fn<Embedder["embed"]>(refusing((text) => refuses && text !== harmlessText));
  start({ ...target, embed });
  await expect.poll(() => embed).toHaveBeenCalledWith([harmlessText], expect.anything());
  await generation.stop();
  await expectOldSpaceKept(43);
  refuses = false;
  generation.start();
  await expect.poll(() => onActive).toHaveBeenCalledOnce();
});

test("texts most of which were refused are not sent again before a day", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    await say(3);
    await embedAll(stores);
    const embed = vi.fn<Embedder["embed"]>(refusing((text) => text !== harmlessText));
    const walks = () => embed.mock.calls.filter(([texts]) => texts[0] === harmlessText).length;
    start({ ...target, embed });
    await expect.poll(walks).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    vi.advanceTimersByTime(23 * 3_600_000);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(walks()).toBe(1);
    vi.advanceTimersByTime(2 * 3_600_000);
    await expect.poll(walks).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

test("an embedder that went down after it embedded all takes no place", async () => {
  await say(10);
  await embedAll(stores);
  let down = true;
  const embed = vi.fn<Embedder["embed"]>(async (texts) => {
    if (texts[0] === harmlessText && down) throw new AppError("unavailable", "down");
    return wordSpace.embed(texts);
  });
  start({ ...target, embed });
  await expect.poll(() => embed).toHaveBeenCalledWith([harmlessText], expect.anything());
  await generation.stop();
  await expectOldSpaceKept(10);
  down = false;
  generation.start();
  await expect.poll(() => onActive).toHaveBeenCalledOnce();
});

test("one that is stopped in the middle leaves the old space, and goes on at the next start", async () => {
  await say(40);
  await embedAll(stores);
  const embed = vi.fn<Embedder["embed"]>(async (texts) => {
    if (embed.mock.calls.length === 1) void generation.stop();
    return wordSpace.embed(texts);
  });
  start({ ...target, embed });
  await expect.poll(() => embed).toHaveBeenCalledOnce();
  await generation.stop();
  await expectOldSpaceKept(40);
  generation.start();
  await expect.poll(() => onActive).toHaveBeenCalledOnce();
  expect(await store.lacking(target.fingerprint, undefined, 10)).toEqual([]);
});

test("a start with the embedder whose space is searched looks once, and leaves its bases as they are", async () => {
  await say(20);
  await embedAll(stores);
  await flusher().flushAccount(account);
  const before = await stores.index.state(account);
  const active = vi.spyOn(store, "active");
  start({ ...wordSpace });
  await expect.poll(() => onActive).toHaveBeenCalledOnce();
  await new Promise((resolve) => setTimeout(resolve, 50));
  await generation.stop();
  expect(active).toHaveBeenCalledOnce();
  expect(await stores.index.state(account)).toEqual(before);
  const { fingerprint } = wordSpace;
  expect(await stores.base.isWhole(account, { fingerprint, version: before!.baseVersion })).toBe(true);
});
