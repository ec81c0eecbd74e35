import type { Kysely } from "kysely";

/** How often conversations of an account left a branch or went back to one: facts derived before that are not current. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("graph_progress")
    .addColumn("branches", "bigint", (c) => c.notNull().defaultTo(0))
    .execute();
}
