import type { Kysely } from "kysely";

/** What the gateway did with a retrieval is kept from now on. Of those of before it is not known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("retrieval").addColumn("gateway", "text").execute();
}
