import { sql, type Kysely } from "kysely";

/**
 * The end that a key was given stays beside the one that a rotation brought forward. Until now a key and all that succeed
 * it had one: what was not rotated still has it, and no other ends later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("key").addColumn("given_end", "bigint").execute();
  await sql`
    update "key" set given_end = family.given_end
    from (
      select account_id, coalesce(counts_as, id) as first,
        case when count(*) = count(expires_at) then max(expires_at) end as given_end
      from "key" group by account_id, coalesce(counts_as, id)
    ) as family
    where "key".account_id = family.account_id and coalesce("key".counts_as, "key".id) = family.first`.execute(db);
}
