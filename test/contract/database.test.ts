import { execFile } from "node:child_process";
import { copyFile, open, readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { setTimeout as sleep } from "node:timers/promises";
import SqliteConnection from "better-sqlite3";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { openDatabase } from "../../src/store/database.ts";
import type { DirectAdapter } from "../../src/store/engine.ts";
import { migrations } from "../../src/store/migrations/index.ts";
import { temporaryStore, type TemporaryStore } from "./fixture/store.ts";

test("several openings of one new file at once all succeed", async () => {
  await using store = await temporaryStore();
  const path = `${store.path}.new`;
  const opened = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ path })));
  await Promise.all(opened.map((db, i) => put(db, `n${i}`)));
  expect(await names(opened[0]!)).toHaveLength(4);
  await Promise.all(opened.map((db) => db.close()));
});

test("what was written is there after it was closed and opened", async () => {
  await using store = await temporaryStore();
  const path = `${store.path}.again`;
  const first = await openDatabase({ path });
  await put(first, "a");
  await first.close();
  const second = await openDatabase({ path });
  expect(await names(second)).toEqual(["a"]);
  await second.close();
});

test("while another process migrates, an opening waits for longer than a write does, and migrations are told", async () => {
  await using store = await temporaryStore();
  await store.db.writer.write((tx) => tx.deleteFrom("migration").where("name", "=", "0015-terms").execute());
  const other = new SqliteConnection(store.path);
  other.exec("begin immediate");
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const told: string[][] = [];
    const onMigrationsWait = vi.fn<() => void>();
    const opening = openDatabase({ path: store.path, onMigrations: (names) => told.push(names), onMigrationsWait });
    const write = put(store.db, "a");
    await sleep(100);
    vi.advanceTimersByTime(300_000);
    await expect(write).rejects.toMatchObject({ code: "unavailable" });
    expect(told).toEqual([]);
    await expect.poll(() => onMigrationsWait.mock.calls).toHaveLength(1);
    other.exec("commit");
    await (await opening).close();
    expect(told).toEqual([["0015-terms"]]);
    await (await openDatabase({ path: store.path, onMigrations: (names) => told.push(names) })).close();
    expect(told).toHaveLength(1);
  } finally {
    vi.useRealTimers();
    other.close();
  }
});

test("a list that is read while the same list is being read has all of its rows", async () => {
  await using store = await temporaryStore();
  for (const name of ["a", "b"]) await put(store.db, name);
  const { iterate } = store.db.read.getExecutor().adapter as DirectAdapter; // of every Db, says its type
  const query = "select name from setting order by name";
  const seen: unknown[] = [];
  for (const outer of iterate(query, [])) for (const inner of iterate(query, [])) seen.push([outer, inner]);
  const [a, b] = [{ name: "a" }, { name: "b" }];
  expect(seen).toEqual([
    [a, a],
    [a, b],
    [b, a],
    [b, b],
  ]);
});

test("what is up to date opens while another process writes", async () => {
  await using store = await temporaryStore();
  const other = new SqliteConnection(store.path);
  other.exec("begin immediate");
  const opened = await openDatabase({ path: store.path });
  expect(await names(opened)).toEqual([]);
  await opened.close();
  other.close();
});

test("a database of a newer version is refused", async () => {
  await using store = await temporaryStore();
  await store.db.writer.write((tx) => tx.insertInto("migration").values({ name: "9999-x", applied_at: 0 }).execute());
  await expect(openDatabase({ path: store.path })).rejects.toThrow("newer version (it has 9999-x)");
});

test("a database of an older version is left alone by who refuses it; a new one is made all the same", async () => {
  await using store = await temporaryStore();
  const newest = Object.keys(migrations).at(-1)!;
  await store.db.writer.write((tx) => tx.deleteFrom("migration").where("name", "=", newest).execute());
  await expect(openDatabase({ path: store.path, refusesOlder: true })).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("older version"),
  });
  const applied = await store.db.read.selectFrom("migration").select("name").execute();
  expect(applied.map(({ name }) => name)).not.toContain(newest);
  await (await openDatabase({ path: `${store.path}-new`, refusesOlder: true })).close();
});

test("what is no database is refused as unavailable", async () => {
  await using store = await temporaryStore();
  await expect(openDatabase({ path: dirname(store.path) })).rejects.toMatchObject({ code: "unavailable" });
});

test("reads cannot write", async () => {
  await using store = await temporaryStore();
  const writing = store.db.read.insertInto("setting").values({ name: "a", value: "1" }).execute();
  await expect(writing).rejects.toMatchObject({ code: "unavailable" });
});

test("a read beside a write sees what is committed, and all of it", async () => {
  await using store = await temporaryStore();
  await put(store.db, "a");
  const seen = await store.db.writer.exclusive(async (tx, pause) => {
    await tx.insertInto("setting").values({ name: "b", value: "1" }).execute();
    await pause();
    return names(store.db);
  });
  expect(seen).toEqual(["a"]);
  expect(await names(store.db)).toEqual(["a", "b"]);
  const undone = store.db.writer.write(async (tx) => {
    await tx.deleteFrom("setting").execute();
    throw new Error("no");
  });
  await expect(undone).rejects.toThrow("no");
  expect(await names(store.db)).toEqual(["a", "b"]);
});

test("a backup holds all that is committed, and opens", async () => {
  await using store = await temporaryStore();
  await put(store.db, "a");
  const path = `${store.path}.backup`;
  await store.db.backup(path);
  await put(store.db, "b");
  const copy = await openDatabase({ path });
  expect(await names(copy)).toEqual(["a"]);
  await copy.close();
});

test("no byte of a deleted row is left after a purge", async () => {
  await using store = await temporaryStore();
  const canary = "canary-7f3a";
  await put(store.db, "a", `${canary} `.repeat(5_000));
  await put(store.db, canary);
  expect(await filesWith(store, canary)).not.toEqual([]);
  await store.db.writer.write((tx) => tx.deleteFrom("setting").execute());
  expect(await store.db.purge()).toBe(true);
  expect(await filesWith(store, canary)).toEqual([]);
});

test("a purge waits for a long write, and says so", async () => {
  await using store = await temporaryStore();
  const purged = await store.db.writer.exclusive(async (tx) => {
    await tx.insertInto("setting").values({ name: "a", value: "1" }).execute();
    return store.db.purge();
  });
  expect(purged).toBe(false);
  expect(await store.db.purge()).toBe(true);
});

test("a commit that the disk does not take fails all of its group, and none of it is stored", async () => {
  await using store = await temporaryStore();
  const path = `${store.path}.full`;
  await (await openDatabase({ path })).close();
  const child = join(import.meta.dirname, "fixture", "write-until-full.ts");
  const { stdout } = await promisify(execFile)("bash", [
    "-c",
    'ulimit -f 1000; exec "$0" "$@"',
    process.execPath,
    child,
    path,
  ]);
  // The child's own format.
  const { acknowledged, codes, read } = JSON.parse(stdout) as Record<"acknowledged" | "codes" | "read", string[]>;
  expect(codes).toEqual(["unavailable", "unavailable", "unavailable", "unavailable"]);
  expect(read.toSorted()).toEqual(acknowledged.toSorted());
  const after = await openDatabase({ path });
  expect(await names(after)).toEqual(acknowledged.toSorted());
  await put(after, "room again");
  await after.close();
});

test("damage is told wherever it is met, and found where nobody reads", async () => {
  await using store = await temporaryStore();
  for (let i = 0; i < 400; i++) await put(store.db, `${i}`.padStart(100, "x"));
  await store.db.check();
  await store.db.close();
  const { size } = await stat(store.path);
  const file = await open(store.path, "r+");
  await file.write(Buffer.alloc(8_192, 7), 0, 8_192, size - 8_192);
  await file.close();
  const damaged = await openDatabase({ path: store.path });
  const refused = { code: "unavailable", message: "the database is damaged; restore a backup", isLasting: true };
  const found = /^the database is damaged; restore a backup \(.* page \d+.*\)$/;
  await expect(damaged.check()).rejects.toMatchObject({ ...refused, message: expect.stringMatching(found) });
  await expect(names(damaged)).rejects.toMatchObject(refused);
  await damaged.close();
  await writeFile(store.path, Buffer.alloc(8_192, 7));
  await expect(openDatabase({ path: store.path })).rejects.toMatchObject(refused);
});

test("nothing is written into a file that was moved, removed or replaced, until it is back in its place", async () => {
  await using store = await temporaryStore();
  await put(store.db, "a");
  const refused = { code: "unavailable", message: expect.stringContaining("moved or removed") };
  await rename(store.path, `${store.path}.moved`);
  await expect(put(store.db, "b")).rejects.toMatchObject(refused);
  await expect(store.db.purge()).rejects.toMatchObject(refused);
  await copyFile(`${store.path}.moved`, store.path);
  await expect(put(store.db, "b")).rejects.toMatchObject(refused);
  await rename(`${store.path}.moved`, store.path);
  await put(store.db, "c");
  await rename(`${store.path}-wal`, `${store.path}-wal.moved`);
  await expect(put(store.db, "d")).rejects.toMatchObject(refused);
  await rename(`${store.path}-wal.moved`, `${store.path}-wal`);
  await put(store.db, "e");
  expect(await names(store.db)).toEqual(["a", "c", "e"]);
});

async function put(db: TemporaryStore["db"], name: string, value = "1"): Promise<void> {
  await db.writer.write((tx) => tx.insertInto("setting").values({ name, value }).execute());
}

async function names(db: TemporaryStore["db"]): Promise<string[]> {
  const rows = await db.read.selectFrom("setting").select("name").orderBy("name").execute();
  return rows.map((row) => row.name);
}

async function filesWith(store: TemporaryStore, text: string): Promise<string[]> {
  const folder = dirname(store.path);
  const found: string[] = [];
  for (const name of await readdir(folder)) {
    if ((await readFile(join(folder, name))).includes(text)) found.push(name);
  }
  return found;
}

test("what is bound to a statement keeps its type, and a mark in quotes is none", async () => {
  await using store = await temporaryStore();
  const blob = Buffer.from("007");
  const query = sql<
    Record<string, unknown>
  >`select '?' as mark, ${"007"} as text, ${7} as number, ${blob} as bytes, ${null} as absent`;
  expect((await query.execute(store.db.read)).rows).toEqual([
    { mark: "?", text: "007", number: 7, bytes: blob, absent: null },
  ]);
});

test("so many statements are kept prepared; the oldest go, but who was used again has a second turn", async () => {
  await using store = await temporaryStore();
  const prepare = vi.spyOn(SqliteConnection.prototype, "prepare");
  const ask = (number: number) => sql.raw(`select ${number} as asked`).execute(store.db.read);
  const prepared = (number: number) =>
    prepare.mock.calls.filter(([text]) => text === `select ${number} as asked`).length;
  for (const number of [0, 1, 0]) await ask(number);
  const first = prepared(0);
  expect(first).toBeGreaterThan(0);
  for (let number = 2; number < 512 + 10; number++) await ask(number);
  for (const number of [0, 1]) await ask(number);
  expect([prepared(0), prepared(1)]).toEqual([first, 2 * first]);
  prepare.mockRestore();
});
