import { copyFileSync, readdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Flusher, type FlusherOptions } from "../../../src/memory/background/flushing/flusher.ts";
import type { Base } from "../../../src/memory/search/base/base.ts";
import { openBase } from "../../../src/vector/base.ts";
import { embedAll, makeFolder, wordSpace, type Folder, type Stores } from "../../fixture/stores.ts";

const mib = 2 ** 20;
let folder: Folder;
let stores: Stores;
let base: Base;
let account: string;
let freeBytes: number;

beforeEach(async () => {
  folder = makeFolder();
  stores = await folder.open();
  account = (await stores.accounts.ensure("main", "unlimited")).id;
  freeBytes = 1_000 * mib;
  base = await openBase({ path: tables(), freeBytes: async () => freeBytes });
});

afterEach(async () => {
  vi.useRealTimers();
  await base.close();
  await folder.remove();
});

const tables = () => join(folder.path, "vectors");

const flusher = (options: Partial<FlusherOptions> = {}) =>
  new Flusher({ store: stores.flush, base, dimensions: () => wordSpace.dimensions, ...options });

async function say(count: number): Promise<void> {
  const session = { role: "user", sessionId: "s1", source: "", origin: "user" } as const;
  const messages = Array.from({ length: count }, (_, i) => ({ ...session, content: `note ${i} about the harbour` }));
  await stores.messages.add({ account, user: "ann" }, messages);
  await embedAll(stores);
}

/** The files of the account's tables. */
function files(): string[] {
  const all = readdirSync(tables(), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return all.map(({ parentPath, name }) => join(parentPath, name)).filter((path) => path.includes(account));
}

const flushed = async () => (await stores.index.state(account))!.flushedSeq;

test("an account is not flushed while the disk has no room for it, which is told once, and flushed when it has", async () => {
  await say(20);
  freeBytes = 100 * mib;
  const onError = vi.fn<(error: unknown, account?: string) => void>();
  const tried = vi.fn<() => Promise<void>>(async () => undefined);
  const running = flusher({ residentRows: 5, intervalMs: 10, onError, onStep: tried });
  running.start();
  await expect.poll(() => tried.mock.calls.length, { timeout: 5_000 }).toBeGreaterThan(2);
  expect([files().length, await flushed()]).toEqual([0, 0]);
  expect(onError.mock.calls).toEqual([[expect.objectContaining({ code: "unavailable" }), account]]);
  freeBytes = 1_000 * mib;
  await vi.waitFor(async () => expect(await flushed()).toBeGreaterThan(0), { timeout: 5_000 });
  await running.stop();
});

test("of an account that the disk has no room for, nothing is read", async () => {
  await say(20);
  freeBytes = 100 * mib;
  const read = vi.spyOn(stores.flush, "changes");
  await expect(flusher().flushAccount(account)).rejects.toThrow("no room");
  expect(read).not.toHaveBeenCalled();
});

test("where the disk has no room, what failed flushes left is deleted, and the published base stays", async () => {
  await say(300);
  await flusher().flushAccount(account);
  const published = await flushed();
  await say(20);
  const before = files();
  const rows = before.find((file) => /data.[^/]*\.lance$/u.test(file))!;
  const left = rows.replace(/\.lance$/u, "0.lance");
  copyFileSync(rows, left);
  utimesSync(left, 0, Date.now() / 1_000 - 3_600);
  freeBytes = 100 * mib;
  await expect(flusher().flushAccount(account)).rejects.toThrow("no room");
  expect(files()).toEqual(before);
  await expect(flusher().purge(account)).rejects.toThrow("no room");
  const { fingerprint, baseVersion: version, flushedSeq } = (await stores.index.state(account))!;
  expect([await base.isWhole(account, { fingerprint, version }), flushedSeq]).toEqual([true, published]);
});

test("where the disk has no room, rows that await their merge are left so: it would write each anew", async () => {
  await say(300);
  await flusher().flushAccount(account);
  await base.close();
  base = await openBase({ path: tables(), freeBytes: async () => freeBytes, optimizes: false });
  await say(300);
  await flusher().flushAccount(account);
  await say(20);
  const before = files();
  freeBytes = 100 * mib;
  await expect(flusher().flushAccount(account)).rejects.toThrow("no room");
  expect(files()).toEqual(before);
  freeBytes = 128 * mib + 1.2 * before.reduce((bytes, file) => bytes + statSync(file).size, 0);
  await expect(flusher().flushAccount(account)).rejects.toThrow("no room");
  expect(files()).not.toEqual(before);
  const merged = files();
  await expect(flusher().flushAccount(account)).rejects.toThrow("no room");
  expect(files()).toEqual(merged);
});

test("where others take the room while it is made, that is told, and the base is not read for damage", async () => {
  await say(300);
  await flusher().flushAccount(account);
  await say(20);
  await base.close();
  const syncPath = vi.fn<() => Promise<void>>().mockRejectedValue(new Error("no space left on device"));
  base = await openBase({ path: tables(), freeBytes: async () => 100 * mib, syncPath });
  const read = vi.spyOn(base, "isWhole");
  await expect(flusher().flushAccount(account)).rejects.toThrow("the disk has no room");
  expect(syncPath).toHaveBeenCalled();
  expect(read).not.toHaveBeenCalled();
});

test("a first flush that fails in its midst leaves nothing", async () => {
  async function* cut() {
    yield { memories: [], removedIds: [] };
    throw new Error("no space left on device");
  }
  const writer = { fingerprint: wordSpace.fingerprint, version: 0, token: 1 };
  await expect(base.apply(account, writer, wordSpace.dimensions, cut())).rejects.toThrow("no space left");
  expect(files().length).toBe(0);
});
