import SqliteConnection from "better-sqlite3";
import { Kysely, sql, SqliteDialect, type SqliteDatabase } from "kysely";
import { expect, test } from "vitest";
import { up as init } from "../../../src/store/migrations/0001-init.ts";
import { up as outcomes } from "../../../src/store/migrations/0004-outcomes.ts";

test("a pattern that was imported with a record keeps it; others have none", async () => {
  const connection = new SqliteConnection(":memory:") as unknown as SqliteDatabase;
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: connection }) });
  await init(db, "blob");
  for (const { id, successes, failures } of [
    { id: "known", successes: 3, failures: 1 },
    { id: "new", successes: 0, failures: 0 },
  ]) {
    await sql`insert into memory (account_id, id, user_id, layer, seq, session_id, position, created_at, tags, origin)
      values ('acc', ${id}, 'ann', 'patterns', 1, '', -1, 123, '[]', 'agent')`.execute(db);
    await sql`insert into pattern (account_id, id, version, title, problem, solution, tags, works_when, anti_patterns,
        created_at, user_id, title_key, session_id, updated_at, applications, successes, failures)
      values ('acc', ${id}, 1, 't', 'p', 's', '[]', '[]', '[]', 123, 'ann', ${id}, '', 123, 4, ${successes}, ${failures})`.execute(
      db,
    );
  }
  await outcomes(db);
  const { rows } = await sql<object>`select id, applications, succeeded, success_weight, failure_weight, record_at
    from memory order by id`.execute(db);
  const record = { applications: 4, succeeded: 3, success_weight: 3, failure_weight: 1, record_at: 123 };
  const none = { applications: null, succeeded: null, success_weight: null, failure_weight: null, record_at: null };
  expect(rows).toEqual([
    { id: "known", ...record },
    { id: "new", ...none },
  ]);
  await db.destroy();
});
