import { sql, type Kysely } from "kysely";

/**
 * Which memories a block shows stands in the block, before its text, and nowhere else: a row for each memory was on a
 * page of its own, and half of what an exchange wrote. Only what SQLite and PostgreSQL share.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable("gateway_shown").execute();
  await db.schema.alterTable("gateway_block").renameTo("gateway_block_before").execute();
  await db.schema
    .createTable("gateway_block")
    .addColumn("account_id", "text", (c) => c.notNull())
    .addColumn("thread_id", "text", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull())
    .addColumn("memory_ids", "text", (c) => c.notNull())
    // Last, as in `memory`: what looks for memories does not read it.
    .addColumn("text", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("gateway_block_by_hash_pk", ["account_id", "thread_id", "hash"])
    .execute();
  await sql`
    insert into gateway_block (account_id, thread_id, hash, memory_ids, text)
    select account_id, thread_id, hash, memory_ids, text from gateway_block_before`.execute(db);
  await db.schema.dropTable("gateway_block_before").execute();
}
