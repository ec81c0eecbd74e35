import { cpSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Flusher } from "../../../src/memory/background/flushing/flusher.ts";
import { ResidentSet } from "../../../src/memory/search/resident/resident-set.ts";
import { Search } from "../../../src/memory/search/search.ts";
import { openBase } from "../../../src/vector/base.ts";
import { batches, memory } from "../../fixture/indexed.ts";
import { makeFolder, openStores, wordSpace, type Folder, type Stores } from "../../fixture/stores.ts";

let folder: Folder;
let stores: Stores;
let account: string;
const opened: { stop(): Promise<void> }[] = [];
const vectors = () => join(folder.path, "vectors");

beforeEach(async () => {
  folder = makeFolder();
  stores = await openStores(folder.path);
  account = (await stores.accounts.ensure("main", "unlimited")).id;
});

afterEach(async () => {
  vi.useRealTimers();
  for (const each of opened.splice(0)) await each.stop();
  await stores.close();
  await folder.remove();
});

test("a folder of tables has nothing beside them; a file in its place is to be removed", async () => {
  await say("one");
  await flusherOf().flushAccount(account);
  expect(readdirSync(vectors())).toEqual([expect.stringMatching(/\.lance$/u)]);
  await stores.base.close();
  rmSync(vectors(), { recursive: true });
  writeFileSync(vectors(), "");
  await expect(openBase({ path: vectors() })).rejects.toThrow(`${vectors()} is not a folder: remove it`);
});

async function say(...contents: string[]): Promise<void> {
  const session = { role: "user" as const, sessionId: "s1", source: "", origin: "user" as const };
  await stores.messages.add(
    { account, user: "ann" },
    contents.map((content) => ({ ...session, content })),
  );
}

const errors: unknown[] = [];
beforeEach(() => void errors.splice(0));

function flusherOf(): Flusher {
  const flusher = new Flusher({
    store: stores.flush,
    base: stores.base,
    dimensions: () => wordSpace.dimensions,
    embedWaitMs: 0,
    intervalMs: 20,
    onError: (error) => void errors.push(error),
  });
  opened.push(flusher);
  return flusher;
}

/** What the power's loss leaves, in a process that starts anew; `harm` changes the folder of the tables meanwhile. */
async function restart(harm: () => void): Promise<void> {
  await stores.close();
  harm();
  stores = await openStores(folder.path);
}

/** As a server searches, with its flusher behind. */
function serve(): (query: string) => Promise<string[]> {
  const flusher = flusherOf();
  const search = new Search({
    embedder: wordSpace,
    store: stores.index,
    base: stores.base,
    residents: new ResidentSet(stores.index),
    receipts: { add: () => {} },
    onUnreadable: (unreadable) => flusher.suspect(unreadable),
  });
  flusher.start();
  return async (query) => {
    const { results } = await search.search({ account, user: "ann" }, { query, limit: 10 });
    return results.map((result) => result.memory.content).sort();
  };
}

const kept = () => join(folder.path, "kept");
const keep = () => cpSync(vectors(), kept(), { recursive: true });
function putBack(): void {
  rmSync(vectors(), { recursive: true });
  cpSync(kept(), vectors(), { recursive: true });
}
/** The files of the account's table whose paths match, the latest manifest first. */
const filesOf = (match: RegExp) =>
  readdirSync(vectors(), { recursive: true, encoding: "utf8" })
    .filter((path) => path.startsWith(account) && match.test(path))
    .sort()
    .map((path) => join(vectors(), path));

describe("a base that SQL is ahead of, or that is damaged, is built anew without anybody's help", () => {
  const empty = (path: string) => truncateSync(path, 0);
  const harms: Record<string, () => void> = {
    "an older copy": putBack,
    "no folder": () => rmSync(vectors(), { recursive: true }),
    "an empty manifest": () => empty(filesOf(/\.manifest$/)[0]!),
    "no latest manifest": () => rmSync(filesOf(/\.manifest$/)[0]!),
    "rows missing": () => filesOf(/data\/.*\.lance$/).forEach((path) => rmSync(path)),
    "rows empty": () => filesOf(/data\/.*\.lance$/).forEach(empty),
    "an index missing": () => filesOf(/part_\d+_tokens/).forEach((path) => rmSync(path)),
    "rows of nonsense": () => filesOf(/data\/.*\.lance$/).forEach((path) => writeFileSync(path, "nonsense".repeat(99))),
  };

  beforeEach(async () => {
    await say("a red lighthouse", "a blue harbour");
    await flusherOf().flushAccount(account);
    keep();
    await say("a green lighthouse", "a yellow harbour");
    await flusherOf().flushAccount(account);
  });

  const said = ["a red lighthouse", "a blue harbour", "a green lighthouse", "a yellow harbour"];

  /** What a server finds once it finds as much: neighbours of what has the word come with it. */
  function served(contents: string[]): Promise<string[]> {
    const found = serve();
    const all = async () => {
      const now = await found("lighthouse");
      if (now.length < contents.length) throw new Error(`found are ${now.join(", ")}`);
      return now;
    };
    return vi.waitFor(all, { timeout: 9_000 });
  }

  test.each(Object.entries(harms))("%s: by the first search", async (_, harm) => {
    await restart(harm);
    expect(await served(said)).toEqual(said.toSorted());
    expect(String(errors)).toContain("the base was damaged and is being rebuilt");
  });

  test.each(Object.entries(harms))("%s: by the next flush, before any search", async (_, harm) => {
    await restart(harm);
    await say("a white lighthouse");
    const flusher = flusherOf();
    await flusher.flushAccount(account).catch(() => flusher.flushAccount(account));
    const all = [...said, "a white lighthouse"];
    expect(await served(all)).toEqual(all.toSorted());
  });

  test.each(Object.entries(harms))("%s: a purge ends at its second attempt", async (_, harm) => {
    await restart(harm);
    const flusher = flusherOf();
    await flusher.purge(account).catch(() => flusher.purge(account));
    expect(await served(said)).toEqual(said.toSorted());
  });

  test("what is whole is left as it is, and looked at once, however often it is in doubt", async () => {
    const before = await stores.index.state(account);
    const flusher = flusherOf();
    const token = () => stores.db.read.selectFrom("account").select("flush_token as token").executeTakeFirstOrThrow();
    const { token: first } = await token();
    const looks = vi.spyOn(stores.base, "isWhole");
    vi.useFakeTimers({ toFake: ["Date"] });
    flusher.suspect(account);
    flusher.start();
    await expect.poll(async () => (await token()).token).toBeGreaterThan(first);
    flusher.suspect(account);
    await flusher.stop();
    flusher.start();
    await flusher.stop();
    expect(looks).toHaveBeenCalledOnce();
    expect(await stores.index.state(account)).toEqual(before);
    expect(errors).toEqual([]);
  });
});

describe("what SQL says of a table is on the disk", () => {
  test("every file and directory is synced before its version is published", async () => {
    const synced = new Set<string>();
    const base = await openBase({ path: vectors(), syncPath: async (path) => void synced.add(path) });
    const unsynced = () =>
      readdirSync(vectors(), { recursive: true, encoding: "utf8" })
        .filter((path) => path.startsWith(account) && !path.endsWith("latest_version_hint.json"))
        .map((path) => join(vectors(), path))
        .filter((path) => !synced.has(path));
    const published: string[][] = [];
    const flusher = new Flusher({
      store: stores.flush,
      base,
      dimensions: () => wordSpace.dimensions,
      onStep: async (step) => void (step === "applied" || step === "purged" ? published.push(unsynced()) : undefined),
    });
    await say("a red lighthouse", "a blue harbour");
    await flusher.flushAccount(account);
    expect(synced).toContain(vectors());
    expect(synced).toContain(folder.path);
    const once = synced.size;
    await say("a green lighthouse");
    await flusher.flushAccount(account);
    expect(synced.size).toBeGreaterThan(once);
    await flusher.purge(account);
    expect(published).toEqual([[], [], []]);
    await base.close();
  });

  test("a file that another writer has named otherwise by then is not missed; one that cannot be synced fails the flush", async () => {
    let code = "ENOENT";
    const base = await openBase({
      path: vectors(),
      syncPath: async (path) => {
        if (path.endsWith(".lance") && path.includes("/data/")) throw Object.assign(new Error(code), { code });
      },
    });
    const apply = () =>
      base.apply("acct_a", { fingerprint: "words", token: 1, version: 0 }, 8, batches({ memories: [memory("a", 1)] }));
    expect(await apply()).toBeGreaterThan(0);
    await base.drop("acct_a");
    code = "EIO";
    await expect(apply()).rejects.toThrow("EIO");
    await base.close();
  });

  test("a purge deletes nothing before what takes its place is on the disk, and then has the deletion there too", async () => {
    let files = 0;
    const counts: number[] = [];
    const count = () => readdirSync(vectors(), { recursive: true, encoding: "utf8" }).length;
    const base = await openBase({
      path: vectors(),
      syncPath: async (path) => {
        if (path.endsWith(".manifest")) files = count();
        if (path === vectors()) counts.push(count());
      },
    });
    const writer = { fingerprint: "words", token: 1 };
    const version = await base.apply("acct_a", { ...writer, version: 0 }, 8, batches({ memories: [memory("a", 1)] }));
    await base.purge("acct_a", { ...writer, version }, { unknown: async () => [], confirm: async () => {} });
    expect(counts.at(-1)).toBe(count());
    expect(files).toBeGreaterThan(count());
    await base.close();
  });
});

test("a purge that fails behind its rewrite leaves one copy of the rows, however often it is tried", async () => {
  const base = await openBase({ path: vectors() });
  const writer = { fingerprint: "words", token: 1 };
  const memories = Array.from({ length: 50 }, (_, i) => memory(`m${i}`, i + 1));
  const version = await base.apply("acct_a", { ...writer, version: 0 }, 8, batches({ memories }));
  const copies: number[] = [];
  for (let attempt = 0; attempt < 4; attempt++) {
    let confirmed = 0;
    const confirm = async () => {
      if (++confirmed === 2) throw new Error("the disk is full");
    };
    const purge = base.purge("acct_a", { ...writer, version }, { unknown: async () => [], confirm });
    await expect(purge).rejects.toThrow("the disk is full");
    copies.push(
      readdirSync(
        join(
          vectors(),
          readdirSync(vectors()).find((name) => name.startsWith("acct_a"))!,
          "data",
        ),
      ).length,
    );
  }
  expect(copies).toEqual([2, 2, 2, 2]);
  await base.close();
});
