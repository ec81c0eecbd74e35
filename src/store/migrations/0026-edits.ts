import type { Kysely } from "kysely";

/** When a message was edited is kept from now on. Of those of before it is not known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("memory").addColumn("updated_at", "bigint").execute();
}
