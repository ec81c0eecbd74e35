import SqliteConnection from "better-sqlite3";
import { Kysely, sql, SqliteDialect, type SqliteDatabase } from "kysely";
import { expect, test } from "vitest";
import { up as init } from "../../../src/store/migrations/0001-init.ts";
import { up as outcomes } from "../../../src/store/migrations/0004-outcomes.ts";
import { up as merges } from "../../../src/store/migrations/0014-merges.ts";

test("of patterns that were merged before, the version that is current had them", async () => {
  const connection = new SqliteConnection(":memory:") as unknown as SqliteDatabase;
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: connection }) });
  await init(db, "blob");
  await outcomes(db);
  await sql`insert into pattern (account_id, id, title, problem, solution, tags, works_when, anti_patterns, user_id, title_key,
    version, session_id, created_at, updated_at) values ('acc', 'pat_1', 't', 'p', 's', '[]', '[]', '[]', 'ann', 't', 2, '', 1, 7)`.execute(
    db,
  );
  await sql`insert into merged_pattern (account_id, id, into_id) values ('acc', 'pat_0', 'pat_1')`.execute(db);
  await merges(db);
  const { rows } = await sql<object>`select merged_at from merged_pattern`.execute(db);
  expect(rows).toEqual([{ merged_at: 7 }]);
  await db.destroy();
});
