import type { Scope } from "../../memory/scope.ts";
import type { Db, Tx } from "../engine.ts";

/** Whether revoked keys of the account still name the user that they were bound to. */
export async function hasRevokedKeys(db: Db, scope: Scope): Promise<boolean> {
  const query = db.selectFrom("key").select("id").where("account_id", "=", scope.account);
  const own = query.where("user_id", "=", scope.user).where("revoked_at", "is not", null);
  return (await own.executeTakeFirst()) !== undefined;
}

/** Takes their user out of revoked keys, which nothing can make good again. One that is good goes on to act for its user. */
export async function eraseFromRevokedKeys(tx: Tx, account: string, user: string): Promise<void> {
  const update = tx.updateTable("key").set({ user_id: null, name: "" }).where("account_id", "=", account);
  await update.where("user_id", "=", user).where("revoked_at", "is not", null).execute();
}
