import type { Kysely } from "kysely";

/** Of very many claims of a user those that were said last count: an import gives them out in another order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("claim_said").on("claim").columns(["account_id", "user_id", "said_at", "id"]).execute();
}
