import type { Kysely } from "kysely";

/** The ledger knows turns for which nothing was asked: none of before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("gateway_entry")
    .addColumn("is_off", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
