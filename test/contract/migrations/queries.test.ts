import SqliteConnection from "better-sqlite3";
import { Kysely, sql, SqliteDialect, type SqliteDatabase } from "kysely";
import { expect, test } from "vitest";
import { up as init } from "../../../src/store/migrations/0001-init.ts";
import { up as queries } from "../../../src/store/migrations/0013-queries.ts";

test("of queries that were kept before, the hash is left", async () => {
  const connection = new SqliteConnection(":memory:") as unknown as SqliteDatabase;
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: connection }) });
  await init(db, "blob");
  await sql`insert into retrieval (account_id, id, user_id, query, query_hash, results, created_at)
    values ('acc', 'ret_1', 'ann', 'canary', 'hash', '[]', 1)`.execute(db);
  await queries(db);
  const { rows } = await sql<object>`select query, query_hash from retrieval`.execute(db);
  expect(rows).toEqual([{ query: null, query_hash: "hash" }]);
  await db.destroy();
});
