import { statSync } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import type SqliteConnection from "better-sqlite3";
import type { Transaction } from "kysely";
import { AppError } from "../../error.ts";
import type { Engine } from "../engine.ts";
import type { Schema } from "../schema.ts";
import { beforeBegin, besideWrites, caching } from "./cached-connection.ts";
import { connect, connectToRead } from "./connect.ts";
import { kysely } from "./dialect.ts";
import { damaged, guarded, isBusy, translated } from "./faults.ts";
import { dirtyGaps, zeroGaps } from "./gaps.ts";

/**
 * Opens a file, made where it does not exist: one connection writes, and reads while it writes nothing; another reads
 * beside a write (WAL).
 */
export async function openSqlite(path: string): Promise<Engine> {
  const writing = await connect(path);
  const reading = await connectToRead(path).catch((error: unknown) => {
    writing.close();
    throw error;
  });
  // Open as long as the connections are: closing any handle of a file drops the locks that the process has on it.
  const file = await open(path, "r+");
  const expectInPlace = expecting(path, `${path}-wal`);
  const write = beforeBegin(caching(writing, { begin: "begin immediate" }), expectInPlace);
  return {
    read: kysely(besideWrites(writing, write, caching(reading))),
    // Not a transaction of Kysely's own: beginning and ending one takes as long as a small write.
    write: kysely(write) as unknown as Transaction<Schema>,
    binary: "blob",
    isBusy,
    // It counts the commits of all connections but its own, so it is asked of the one that never commits.
    dataVersion: () => guarded(() => reading.pragma("data_version", { simple: true })) as number, // by the manual
    async purge() {
      expectInPlace();
      return truncateLog(writing) && (await clearGaps(path, file));
    },
    async check() {
      const own = await connectToRead(path);
      try {
        const [first] = guarded(() => own.pragma("integrity_check(1)")) as [{ integrity_check: string }]; // by the manual
        const found = first.integrity_check.split("\n").at(-1); // after a line that names the database
        if (found !== "ok") throw damaged(new Error(found), found);
      } finally {
        own.close();
      }
    },
    async snapshot(work) {
      const own = await connectToRead(path);
      try {
        guarded(() => own.exec("begin"));
        return await work(kysely(caching(own)));
      } finally {
        own.close();
      }
    },
    async backup(target) {
      const copying = await connect(path);
      try {
        guarded(() => copying.prepare("vacuum into ?").run(target));
      } finally {
        copying.close();
      }
      await syncFile(target);
    },
    async close() {
      reading.close();
      writing.close();
      await file.close();
    },
  };
}

/**
 * Gives a check that the files which are open now are still in their places: SQLite would go on writing into one that nobody
 * finds again. The log, too, stays the same file as long as a connection is open. The check's errors: unavailable.
 */
function expecting(...paths: string[]): () => void {
  // Windows does not let an open file be moved or removed.
  if (process.platform === "win32") return () => undefined;
  const opened = paths.map(identityOf);
  return () => {
    if (paths.every((path, at) => identityOf(path) === opened[at])) return;
    const message = "a file of the database was moved or removed while it was open";
    throw new AppError("unavailable", message, { retryAfterS: 1 });
  };
}

/** What tells the file at a path from every other, as long as it is open anywhere. */
function identityOf(path: string): string | undefined {
  const there = statSync(path, { throwIfNoEntry: false });
  return there && `${there.dev}:${there.ino}`;
}

/** False while anybody else reads or writes, or a long write of this process is under way. */
function truncateLog(connection: SqliteConnection.Database): boolean {
  if (connection.inTransaction) return false;
  const [result] = guarded(() => connection.pragma("wal_checkpoint(TRUNCATE)")) as { busy: number }[]; // by the manual
  return result?.busy === 0;
}

/**
 * Zeroes what rows left behind when they moved. A connection of its own holds the write lock meanwhile. At the end it writes
 * a counter, which makes every connection of every process drop its cached pages, gaps included.
 */
async function clearGaps(path: string, file: FileHandle): Promise<boolean> {
  const dirty = await dirtyGaps(file);
  if (dirty.length === 0) return true;
  const connection = await connect(path);
  try {
    if (!truncateLog(connection)) return false;
    connection.exec("begin immediate");
    // Somebody wrote in between: the file alone is not the whole database.
    if (statSync(`${path}-wal`).size > 0) return false;
    await zeroGaps(file, dirty);
    const [counter] = connection.pragma("user_version") as { user_version: number }[]; // its one row, by the manual
    connection.pragma(`user_version = ${((counter?.user_version ?? 0) + 1) % 2 ** 31}`);
    connection.exec("commit");
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw translated(error);
  } finally {
    connection.close();
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
