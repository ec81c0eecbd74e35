import type { Kysely } from "kysely";

/** Keys may refuse requests that name no user. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("key")
    .addColumn("require_user", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
}
