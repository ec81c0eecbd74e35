import type { Kysely } from "kysely";

/** What messages claim, and how far they were read. Only what SQLite and PostgreSQL share. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("claim")
    .addColumn("account_id", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("user_id", "text", (c) => c.notNull())
    .addColumn("seq", "bigint", (c) => c.notNull())
    .addColumn("content_hash", "text", (c) => c.notNull())
    .addColumn("rules", "integer", (c) => c.notNull())
    .addColumn("said_at", "bigint", (c) => c.notNull())
    .addColumn("claims", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("claim_pk", ["account_id", "id"])
    .execute();
  await db.schema.createIndex("claim_user").on("claim").columns(["account_id", "user_id", "seq"]).execute();
  await db.schema
    .createTable("graph_progress")
    .addColumn("account_id", "text", (c) => c.primaryKey())
    .addColumn("seq", "bigint", (c) => c.notNull())
    .addColumn("rules", "integer", (c) => c.notNull())
    .execute();
}
