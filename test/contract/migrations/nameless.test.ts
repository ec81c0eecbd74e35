import SqliteConnection from "better-sqlite3";
import { Kysely, sql, SqliteDialect, type SqliteDatabase } from "kysely";
import { expect, test } from "vitest";
import { hashedName } from "../../../src/store/erasure/erasure-row.ts";
import { up as init } from "../../../src/store/migrations/0001-init.ts";
import { up as nameless } from "../../../src/store/migrations/0011-nameless.ts";

test("what was erased before is named no more; what is there, and what is still to hide, is", async () => {
  const connection = new SqliteConnection(":memory:") as unknown as SqliteDatabase;
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: connection }) });
  await init(db, "blob");
  for (const [id, deleted] of [
    ["dead", 1],
    ["live", 0],
  ] as const) {
    await sql`insert into memory (account_id, id, user_id, layer, seq, session_id, position, created_at, tags, origin, deleted)
      values ('acc', ${id}, 'ann', 'signals', 1, '', -1, 123, '[]', 'agent', ${deleted})`.execute(db);
  }
  for (const [id, hiddenAt] of [
    ["era_1", 5],
    ["era_2", null],
  ] as const) {
    await sql`insert into erasure (account_id, id, user_id, kind, target, counts, receipts_from, created_at, hidden_at)
      values ('acc', ${id}, 'ann', 'user', '', '{}', 0, 1, ${hiddenAt})`.execute(db);
  }
  await nameless(db);
  const memories = await sql<object>`select id, user_id from memory order by id`.execute(db);
  expect(memories.rows).toEqual([
    { id: "dead", user_id: "" },
    { id: "live", user_id: "ann" },
  ]);
  const erasures = await sql<object>`select id, user_id from erasure order by id`.execute(db);
  expect(erasures.rows).toEqual([
    { id: "era_1", user_id: hashedName({ account: "acc", user: "ann" }) },
    { id: "era_2", user_id: "ann" },
  ]);
  await db.destroy();
});
