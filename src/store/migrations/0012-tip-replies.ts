import type { Kysely } from "kysely";

/** The replies of a thread's last turn, where the ledger has no entry of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("gateway_thread")
    .addColumn("tip_replies", "text", (c) => c.notNull().defaultTo("[]"))
    .execute();
}
