import type { Kysely } from "kysely";
import { AppError } from "../error.ts";
import type { Db, Engine, Tx } from "./engine.ts";
import { migrations } from "./migrations/index.ts";
import { openSqlite } from "./sqlite/sqlite.ts";
import { Writer } from "./writer.ts";

export type DatabaseOptions = {
  /** The file; made where it does not exist. Its folder must exist. */
  path: string;
  /** How many writes may wait. */
  queuedWritesMax?: number;
  /** Whether a database of an older version is refused; else it is brought up to date. A new one is made either way. */
  refusesOlder?: boolean;
  /** Called before migrations of a database that is not new, which may take minutes. */
  onMigrations?: (names: string[]) => void;
  /** Called where migrations wait for another process for longer than a write would. */
  onMigrationsWait?: () => void;
};

export type Database = Pick<Engine, "dataVersion" | "purge" | "check" | "snapshot" | "backup"> & {
  /** Sees what is committed. */
  readonly read: Db;
  readonly writer: Writer;
  /** Finishes the writes that wait, then closes. */
  close(): Promise<void>;
};

/** Another process may be at it: each row of a large table may be made anew. */
const migrationWaitMs = 1_800_000;

/**
 * Opens a database and brings its schema up to date. Several processes may do so at once.
 * Errors: unavailable, for a database of a newer version, or of an older one where that is refused.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const engine = await openSqlite(options.path);
  const writer = new Writer(engine, options.queuedWritesMax);
  const close = async () => {
    await writer.close();
    await engine.close();
  };
  try {
    const missing = await missingIn(engine.read);
    if (options.refusesOlder && isOlder(missing)) throw olderVersion();
    if (missing.length > 0) await bringUpToDate(engine, writer, options);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    read: engine.read,
    writer,
    dataVersion: () => engine.dataVersion(),
    purge: () => engine.purge(),
    check: () => engine.check(),
    snapshot: (work) => engine.snapshot(work),
    backup: (path) => engine.backup(path),
    close,
  };
}

async function bringUpToDate(
  engine: Engine,
  writer: Writer,
  { onMigrations, onMigrationsWait }: DatabaseOptions,
): Promise<void> {
  const work = (tx: Tx) => migrate(tx, engine.binary, onMigrations);
  try {
    await writer.exclusive(work);
  } catch (error) {
    if (!engine.isBusy(error)) throw error;
    onMigrationsWait?.();
    await writer.exclusive(work, migrationWaitMs);
  }
}

/** Applies what is missing, in the one transaction of the caller, whose write lock makes other processes wait. */
async function migrate(tx: Tx, binary: Engine["binary"], onMigrations: DatabaseOptions["onMigrations"]): Promise<void> {
  await tx.schema
    .createTable("migration")
    .ifNotExists()
    .addColumn("name", "text", (c) => c.primaryKey())
    .addColumn("applied_at", "bigint", (c) => c.notNull())
    .execute();
  const missing = await missingIn(tx);
  if (isOlder(missing)) onMigrations?.(missing);
  for (const name of missing) {
    // A migration is written against the tables of its time, not against today's.
    await migrations[name]!(tx as unknown as Kysely<unknown>, binary);
    await tx.insertInto("migration").values({ name, applied_at: Date.now() }).execute();
  }
}

/** Some migrations were applied, not all: the database is neither new nor up to date. */
function isOlder(missing: string[]): boolean {
  return missing.length > 0 && missing.length < Object.keys(migrations).length;
}

function olderVersion(): AppError {
  const then = "start the server of this version once to bring it up to date, or use the version that wrote it";
  return new AppError("unavailable", `the database was written by an older version: ${then}`);
}

/** The names of migrations that are to be applied, in their order. Errors: unavailable, where others were applied. */
async function missingIn(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables();
  const isNew = tables.every((table) => table.name !== "migration");
  const rows = isNew ? [] : await db.selectFrom("migration").select("name").execute();
  const applied = new Set(rows.map((row) => row.name));
  const unknown = [...applied].filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length > 0) {
    throw new AppError("unavailable", `the database was written by a newer version (it has ${unknown.join(", ")})`);
  }
  return Object.keys(migrations).filter((name) => !applied.has(name));
}
