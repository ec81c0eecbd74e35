import { sql, type Kysely } from "kysely";

const dayMs = 24 * 3_600_000;

/** An erasure that is not through yet looks at receipts of a day before its memory too, as one that begins now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update erasure set receipts_from = receipts_from - ${dayMs}
    where hidden_at is null and receipts_from > ${dayMs}`.execute(db);
}
