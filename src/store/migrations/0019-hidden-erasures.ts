import type { Kysely } from "kysely";

/** Each write of receipts asks for the erasures that were hidden last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("erasure_hidden").on("erasure").columns(["account_id", "hidden_at"]).execute();
}
