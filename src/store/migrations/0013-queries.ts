import { sql, type Kysely } from "kysely";

/**
 * Receipts of the gateway had what the user said as their query. Nothing tells all of them from those of other searches, and no
 * query stays for longer than 30 days: so every one goes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update retrieval set query = null where query is not null`.execute(db);
}
