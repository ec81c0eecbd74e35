import type { Kysely, Transaction } from "kysely";
import { AppError } from "../error.ts";
import type { Db, Engine } from "./engine.ts";
import { migrations } from "./migrations/index.ts";
import type { Schema } from "./schema.ts";
import { openSqlite } from "./sqlite.ts";
import { Writer } from "./writer.ts";

export type { Db } from "./engine.ts";
export type Tx = Transaction<Schema>;

export type DatabaseOptions = {
  /** The file; made where it does not exist. Its folder must exist. */
  path: string;
  /** How many writes may wait. */
  queuedWritesMax?: number;
  /** Called before migrations of a database that is not new, which may take minutes. */
  onMigrations?: (names: string[]) => void;
};

export type Database = Pick<Engine, "dataVersion" | "purge" | "snapshot" | "backup"> & {
  /** Sees what is committed. */
  readonly read: Db;
  readonly writer: Writer;
  /** Finishes the writes that wait, then closes. */
  close(): Promise<void>;
};

/** Another process may be at it: each row of a large table may be made anew. */
const migrationWaitMs = 1_800_000;

/** Opens a database and brings its schema up to date. Several processes may do so at once. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const engine = await openSqlite(options.path);
  const writer = new Writer(engine, options.queuedWritesMax);
  const close = async () => {
    await writer.close();
    await engine.close();
  };
  try {
    await writer.exclusive((tx) => migrate(tx, engine.binary, options.onMigrations), migrationWaitMs);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    read: engine.read,
    writer,
    dataVersion: () => engine.dataVersion(),
    purge: () => engine.purge(),
    snapshot: (work) => engine.snapshot(work),
    backup: (path) => engine.backup(path),
    close,
  };
}

/** Applies what is missing, in the one transaction of the caller, whose write lock makes other processes wait. */
async function migrate(tx: Tx, binary: Engine["binary"], onMigrations: DatabaseOptions["onMigrations"]): Promise<void> {
  await tx.schema
    .createTable("migration")
    .ifNotExists()
    .addColumn("name", "text", (c) => c.primaryKey())
    .addColumn("applied_at", "bigint", (c) => c.notNull())
    .execute();
  const rows = await tx.selectFrom("migration").select("name").execute();
  const applied = new Set(rows.map((row) => row.name));
  const unknown = [...applied].filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length > 0) {
    throw new AppError("unavailable", `the database was written by a newer version (it has ${unknown.join(", ")})`);
  }
  const missing = Object.entries(migrations).filter(([name]) => !applied.has(name));
  if (applied.size > 0 && missing.length > 0) onMigrations?.(missing.map(([name]) => name));
  for (const [name, up] of missing) {
    // A migration is written against the tables of its time, not against today's.
    await up(tx as unknown as Kysely<unknown>, binary);
    await tx.insertInto("migration").values({ name, applied_at: Date.now() }).execute();
  }
}
