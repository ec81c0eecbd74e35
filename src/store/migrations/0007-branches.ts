import { sql, type Kysely } from "kysely";

/** Which of a thread's messages stand on branches that were left. Only what SQLite and PostgreSQL share. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("gateway_thread")
    .addColumn("tip", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  await db.schema
    .alterTable("gateway_turn")
    .addColumn("is_left", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex("gateway_turn_left")
    .on("gateway_turn")
    .columns(["account_id", "message_id"])
    .where(sql<boolean>`is_left = 1`)
    .execute();
}
