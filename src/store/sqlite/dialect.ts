import { Kysely, SqliteAdapter, SqliteDialect, type SqliteDatabase } from "kysely";
import type { DirectAdapter } from "../engine.ts";
import type { Schema } from "../schema.ts";
import type { CachedConnection } from "./cached-connection.ts";
import { translated } from "./faults.ts";

export function kysely(connection: CachedConnection): Kysely<Schema> {
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
