import SqliteConnection from "better-sqlite3";
import { Kysely, sql, SqliteDialect, type SqliteDatabase } from "kysely";
import { expect, test } from "vitest";
import { up as init } from "../../../src/store/migrations/0001-init.ts";
import { up as usage } from "../../../src/store/migrations/0003-usage.ts";
import { up as givenEnds } from "../../../src/store/migrations/0023-given-ends.ts";

test("keys of before were given the latest end of the rotations behind them, and their own where there are none", async () => {
  const connection = new SqliteConnection(":memory:") as unknown as SqliteDatabase;
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: connection }) });
  await init(db, "blob");
  await usage(db);
  const keys: [id: string, expiresAt: number | null, countsAs: string | null][] = [
    ["alone", 5, null],
    ["endless", null, null],
    ["first", 10, null],
    ["second", 20, "first"],
    ["third", 90, "first"],
    ["old", 10, null],
    ["new", null, "old"],
    ["long", 50, null],
    ["shortened", 7, "long"],
    ["cleared", null, null],
    ["rotated", 30, "cleared"],
    ["newest", 90, "cleared"],
  ];
  for (const [at, [id, expiresAt, countsAs]] of keys.entries()) {
    await sql`insert into "key" (id, account_id, name, secret_hash, scopes, created_at, expires_at, counts_as)
      values (${id}, 'acc', '', '', '[]', ${at}, ${expiresAt}, ${countsAs})`.execute(db);
  }
  await givenEnds(db);
  const { rows } = await sql<{ id: string; given_end: number | null }>`select id, given_end from "key"`.execute(db);
  expect(Object.fromEntries(rows.map((row) => [row.id, row.given_end]))).toEqual({
    alone: 5,
    endless: null,
    first: 90,
    second: 90,
    third: 90,
    old: null,
    new: null,
    long: 50,
    shortened: 7,
    cleared: null,
    rotated: 90,
    newest: 90,
  });
  await db.destroy();
});
