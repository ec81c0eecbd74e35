import type { Kysely } from "kysely";

/** What keys may ask of models, and what they used. Only what SQLite and PostgreSQL share. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("key").addColumn("models", "text").execute();
  await db.schema.alterTable("key").addColumn("monthly_tokens", "bigint").execute();
  await db.schema.alterTable("key").addColumn("monthly_micros", "bigint").execute();
  await db.schema.alterTable("key").addColumn("counts_as", "text").execute();
  await db.schema
    .createTable("key_usage")
    .addColumn("account_id", "text", (c) => c.notNull())
    .addColumn("key_id", "text", (c) => c.notNull())
    .addColumn("month", "text", (c) => c.notNull())
    .addColumn("provider", "text", (c) => c.notNull())
    .addColumn("model", "text", (c) => c.notNull())
    .addColumn("requests", "bigint", (c) => c.notNull())
    .addColumn("input", "bigint", (c) => c.notNull())
    .addColumn("output", "bigint", (c) => c.notNull())
    .addColumn("cache_read", "bigint", (c) => c.notNull())
    .addColumn("cache_write", "bigint", (c) => c.notNull())
    .addColumn("micros", "bigint", (c) => c.notNull())
    .addColumn("unpriced", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("key_usage_pk", ["account_id", "key_id", "month", "provider", "model"])
    .execute();
  await db.schema.createIndex("key_usage_month").on("key_usage").columns(["account_id", "month"]).execute();
}
