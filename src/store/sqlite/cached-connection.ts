import type SqliteConnection from "better-sqlite3";
import type { SqliteDatabase, SqliteStatement } from "kysely";
import { guarded, isBusy } from "./faults.ts";

/** More than the distinct statements of this code, so that only lists of varying length ever fall out. */
const cachedStatements = 512;

type CachedStatement = SqliteStatement & Pick<SqliteConnection.Statement, "readonly">;
export type CachedConnection = Omit<SqliteDatabase, "prepare"> & { prepare(sql: string): CachedStatement };

/** What Kysely needs of a connection; each statement is prepared once, and faults are translated. */
export function caching(
  connection: SqliteConnection.Database,
  replacements: Readonly<Record<string, string>> = {},
): CachedConnection {
  const statements = new Map<string, { statement: CachedStatement; used: boolean }>();
  return {
    close: () => undefined,
    prepare(sql) {
      // After some faults SQLite has undone the transaction by itself, and nothing is left to roll back.
      if (sql === "rollback" && !connection.inTransaction) return nothing;
      const known = statements.get(sql);
      if (known !== undefined) {
        known.used = true;
        return known.statement;
      }
      const statement = translating(() => connection.prepare<unknown[]>(replacements[sql] ?? plannedOnce(sql)));
      statements.set(sql, { statement, used: false });
      // One that was used gets a second turn. Moving it at each use would take as long as finding it.
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
 * Where a join or a partial index makes a bound value matter to the plan, SQLite looks at it and plans anew at each use:
 * 10 to 50 us, many times what most of our statements take. It does not look at an expression, and `+` changes no value.
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
    // A statement that somebody is still stepping through cannot be started again.
    iterate: (parameters) => guarded(() => (statement.busy ? prepare() : statement).iterate(...parameters)),
  };
}

/**
 * Reads on the connection that writes while it is idle, else on the other: a commit makes every connection but its own drop
 * its cached pages (docs/decisions/0021). Reading row by row always uses the other: it would keep the writer's busy.
 */
export function besideWrites(
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
            // Unlike this one, the other connection waits while another process repairs the index of the log.
            if (isBusy(error)) return statement.all(parameters);
            throw error;
          }
        },
      };
    },
  };
}

/** Runs a check before each transaction begins. */
export function beforeBegin(connection: CachedConnection, check: () => void): CachedConnection {
  return {
    ...connection,
    prepare(sql) {
      if (sql === "begin") check();
      return connection.prepare(sql);
    },
  };
}
