import { sql, type Kysely } from "kysely";

/** Which versions a merge made, and when patterns were merged: a report that comes later weighs as one that came before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("pattern_version")
    .addColumn("merged", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable("merged_pattern")
    .addColumn("merged_at", "bigint", (c) => c.notNull().defaultTo(0))
    .execute();
  // Of earlier ones nobody knows when; the version that is current had all of them.
  await sql`
    update merged_pattern set merged_at = coalesce((
      select updated_at from pattern
      where pattern.account_id = merged_pattern.account_id and pattern.id = merged_pattern.into_id), 0)`.execute(db);
}
