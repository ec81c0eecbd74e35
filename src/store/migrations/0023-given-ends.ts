import { sql, type Kysely } from "kysely";

/**
 * The end that a key was given stays beside the one that a rotation brought forward. A key that has no end, or no later one
 * in its family, was not rotated. Those that came later were made with the end of before: what was not rotated still
 * has it, and no other ends later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("key").addColumn("given_end", "bigint").execute();
  await sql`
    update "key" set given_end = (
      select case when count(*) = count(expires_at) then max(expires_at) end
      from "key" as own
      where own.account_id = "key".account_id
        and coalesce(own.counts_as, own.id) = coalesce("key".counts_as, "key".id)
        and (own.id = "key".id or own.created_at > "key".created_at)
    )`.execute(db);
}
