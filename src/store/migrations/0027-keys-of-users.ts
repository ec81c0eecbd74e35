import type { Kysely } from "kysely";

/** An account may have very many keys: those of one of its users are listed, and erased with them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("key_user").on("key").columns(["account_id", "user_id", "created_at", "id"]).execute();
}
