import { statSync } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import SqliteConnection from "better-sqlite3";
import {
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDatabase,
  type SqliteStatement,
  type Transaction,
} from "kysely";
import { AppError } from "../error.ts";
import type { DirectAdapter, Engine } from "./engine.ts";
import type { Schema } from "./schema.ts";
import { dirtyGaps, zeroGaps } from "./sqlite-gaps.ts";

/** More than the distinct statements of this code, so that only lists of varying length ever fall out. */
const cachedStatements = 512;
const openTimeoutMs = 10_000;
/** Readers wait for nobody, except after another process was killed, while a third repairs the log's index. */
const recoveryMs = 250;

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
    // It is none of Kysely's own, which takes as long to begin and to end as a small write.
    write: kysely(write) as unknown as Transaction<Schema>,
    binary: "blob",
    isBusy,
    // To the connection that reads, the one that writes is another, as those of other processes are.
    dataVersion: () => guarded(() => reading.pragma("data_version", { simple: true })) as number, // by the manual
    async purge() {
      expectInPlace();
      return truncateLog(writing) && (await clearGaps(path, file));
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

/** A lock held by another process: worth another try. */
function isBusy(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : error;
  return cause instanceof SqliteConnection.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(cause.code);
}

/** Of an error of no room: SQLite says of some that they are of input or output. */
export const diskIsFull = "the disk is full";

/** A fault of the machine (lock, disk, file) becomes `unavailable`; any other error is ours and stays as it is. */
function translated(error: unknown): unknown {
  if (!(error instanceof SqliteConnection.SqliteError)) return error;
  if (!/^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB|NOMEM|PROTOCOL)/.test(error.code))
    return error;
  // To grow the log's index, in a file beside the database, is what fails first where nothing is free.
  const isFull = /^SQLITE_(FULL|IOERR_SHMSIZE)/.test(error.code);
  const message = isFull ? diskIsFull : "the database cannot be used now";
  return new AppError("unavailable", message, { retryAfterS: 1, cause: error });
}

function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw translated(error);
  }
}

/**
 * Answers what throws unless the files that are open are where they are now: SQLite would go on writing into one that
 * nobody finds again. Its log, too, is the same file as long as a connection is open. Errors: unavailable.
 */
function expecting(...paths: string[]): () => void {
  // Windows lets nobody move or remove a file that is open.
  if (process.platform === "win32") return () => undefined;
  const opened = paths.map(identityOf);
  return () => {
    if (paths.every((path, at) => identityOf(path) === opened[at])) return;
    const message = "a file of the database was moved or removed while it was open";
    throw new AppError("unavailable", message, { retryAfterS: 1 });
  };
}

/** Of the file at a path: no other has it as long as that one is open anywhere. */
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
 * Zeroes what rows left behind where they moved. A connection of its own holds the write lock meanwhile; what it writes
 * then, a counter, makes every connection of every process forget the pages that it remembers, gaps included.
 */
async function clearGaps(path: string, file: FileHandle): Promise<boolean> {
  const dirty = await dirtyGaps(file);
  if (dirty.length === 0) return true;
  const connection = await connect(path);
  try {
    if (!truncateLog(connection)) return false;
    connection.exec("begin immediate");
    // Somebody wrote in between: the file is not all there is.
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

async function connect(path: string): Promise<SqliteConnection.Database> {
  const deadline = performance.now() + openTimeoutMs;
  for (;;) {
    const connection = guarded(() => new SqliteConnection(path, { timeout: 0 }));
    try {
      configure(connection);
      return connection;
    } catch (error) {
      connection.close();
      if (!isBusy(error) || performance.now() > deadline) throw translated(error);
      await sleep(5 + Math.random() * 20);
    }
  }
}

async function connectToRead(path: string): Promise<SqliteConnection.Database> {
  const connection = await connect(path);
  connection.pragma("query_only = ON");
  connection.pragma(`busy_timeout = ${recoveryMs}`);
  return connection;
}

/** Nobody waits inside a statement: a busy database is asked again later, and the event loop turns meanwhile. */
function configure(connection: SqliteConnection.Database): void {
  connection.pragma("journal_mode = WAL");
  connection.pragma("synchronous = FULL");
  // What is erased must not be found in the file, nor in a temporary one.
  connection.pragma("secure_delete = ON");
  connection.pragma("temp_store = MEMORY");
  connection.pragma("cache_size = -16000");
}

function kysely(connection: CachedConnection): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new DirectDialect(connection) });
}

class DirectDialect extends SqliteDialect {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    super({ database });
    this.#database = database;
  }

  override createAdapter(): SqliteAdapter & DirectAdapter {
    const database = this.#database;
    return Object.assign(new SqliteAdapter(), {
      run: (sql: string, parameters: readonly unknown[]) => {
        const statement = database.prepare(sql);
        if (statement.reader) return statement.all(parameters);
        statement.run(parameters);
        return [];
      },
      *iterate(sql: string, parameters: readonly unknown[]) {
        try {
          yield* database.prepare(sql).iterate(parameters);
        } catch (error) {
          throw translated(error);
        }
      },
    });
  }
}

type CachedStatement = SqliteStatement & Pick<SqliteConnection.Statement, "readonly">;
type CachedConnection = Omit<SqliteDatabase, "prepare"> & { prepare(sql: string): CachedStatement };

/**
 * Reads on the connection that writes while it writes nothing, else on the other: a commit makes every connection but its
 * own forget all pages that it remembers (docs/decisions/0021). What is read row by row would keep the first one busy.
 */
function besideWrites(
  writing: SqliteConnection.Database,
  write: CachedConnection,
  read: CachedConnection,
): CachedConnection {
  return {
    close: () => undefined,
    prepare(sql) {
      const statement = read.prepare(sql);
      if (writing.inTransaction || !statement.readonly) return statement;
      const warm = write.prepare(sql);
      return {
        ...statement,
        all(parameters) {
          try {
            return warm.all(parameters);
          } catch (error) {
            // This one waits while another process repairs the log's index.
            if (isBusy(error)) return statement.all(parameters);
            throw error;
          }
        },
      };
    },
  };
}

function beforeBegin(connection: CachedConnection, check: () => void): CachedConnection {
  return {
    ...connection,
    prepare(sql) {
      if (sql === "begin") check();
      return connection.prepare(sql);
    },
  };
}

/** What Kysely needs of a connection, with statements prepared once and errors translated. */
function caching(
  connection: SqliteConnection.Database,
  replacements: Readonly<Record<string, string>> = {},
): CachedConnection {
  const statements = new Map<string, { statement: CachedStatement; used: boolean }>();
  return {
    close: () => undefined,
    prepare(sql) {
      // SQLite undoes the transaction by itself after some faults; what is left to roll back is nothing.
      if (sql === "rollback" && !connection.inTransaction) return nothing;
      const known = statements.get(sql);
      if (known !== undefined) {
        known.used = true;
        return known.statement;
      }
      const statement = translating(() => connection.prepare<unknown[]>(replacements[sql] ?? plannedOnce(sql)));
      statements.set(sql, { statement, used: false });
      // Who was used gets a second turn. To move it at each use would take as long as to find it.
      for (const [oldest, kept] of statements) {
        if (statements.size <= cachedStatements) break;
        statements.delete(oldest);
        if (kept.used) statements.set(oldest, { ...kept, used: false });
      }
      return statement;
    },
  };
}

/**
 * SQLite looks at a bound value where a join or a partial index makes it matter to the plan, and then plans anew at each
 * use: 10 to 50 us, many times what most of our statements take. At an expression it does not look, and `+` changes none.
 */
function plannedOnce(sql: string): string {
  return sql.replace(/'[^']*'|"[^"]*"|\?/gu, (part) => (part === "?" ? "+?" : part));
}

const nothing: CachedStatement = {
  reader: false,
  readonly: true,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
};

function translating(prepare: () => SqliteConnection.Statement<unknown[]>): CachedStatement {
  const statement = guarded(prepare);
  return {
    reader: statement.reader,
    readonly: statement.readonly,
    all: (parameters) => guarded(() => statement.all(...parameters)),
    run: (parameters) => guarded(() => statement.run(...parameters)),
    // One that somebody still steps through cannot begin again.
    iterate: (parameters) => guarded(() => (statement.busy ? prepare() : statement).iterate(...parameters)),
  };
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
