import SqliteConnection from "better-sqlite3";
import { Kysely, sql, SqliteDialect, type SqliteDatabase } from "kysely";
import { expect, test } from "vitest";
import { up as gateway } from "../../../src/store/migrations/0002-gateway.ts";
import { up as blocks } from "../../../src/store/migrations/0010-blocks.ts";

test("blocks keep what they say and what they show", async () => {
  const connection = new SqliteConnection(":memory:") as unknown as SqliteDatabase;
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: connection }) });
  await gateway(db);
  const rows = [
    { account_id: "acc", thread_id: "t1", hash: "h1", memory_ids: '["m1","m2"]', text: "one" },
    { account_id: "acc", thread_id: "t1", hash: "h2", memory_ids: "[]", text: "two" },
    { account_id: "other", thread_id: "t1", hash: "h1", memory_ids: '["m3"]', text: "three" },
  ];
  for (const { account_id, thread_id, hash, memory_ids, text } of rows) {
    await sql`insert into gateway_block (account_id, thread_id, hash, text, memory_ids)
      values (${account_id}, ${thread_id}, ${hash}, ${text}, ${memory_ids})`.execute(db);
  }
  await blocks(db);
  expect((await sql<object>`select * from gateway_block order by text`.execute(db)).rows).toEqual([
    rows[0],
    rows[2],
    rows[1],
  ]);
  const again = sql`insert into gateway_block (account_id, thread_id, hash, memory_ids, text)
    values ('acc', 't1', 'h1', '[]', 'twice')`;
  await expect(again.execute(db)).rejects.toThrow(/UNIQUE/u);
  await db.destroy();
});
