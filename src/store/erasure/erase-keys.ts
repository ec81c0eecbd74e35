import type { ExpressionBuilder } from "kysely";
import type { Scope } from "../../memory/scope.ts";
import type { Db, Tx } from "../engine.ts";
import type { Schema } from "../schema.ts";

/** Whether keys of the account that have ended still name the user that they were bound to. */
export async function hasEndedKeys(db: Db, scope: Scope): Promise<boolean> {
  const query = db.selectFrom("key").select("id").where("account_id", "=", scope.account);
  const own = query.where("user_id", "=", scope.user).where(hasEnded(Date.now()));
  return (await own.executeTakeFirst()) !== undefined;
}

/**
 * Takes their user out of keys that were revoked or have expired, and revokes these: made good again, a key without a
 * user would act for all. One that is good goes on to act for its user.
 */
export async function eraseFromEndedKeys(tx: Tx, account: string, user: string): Promise<void> {
  const now = Date.now();
  await tx
    .updateTable("key")
    .set((e) => ({ user_id: null, name: "", revoked_at: e.fn.coalesce("revoked_at", e.val(now)) }))
    .where("account_id", "=", account)
    .where("user_id", "=", user)
    .where(hasEnded(now))
    .execute();
}

function hasEnded(now: number) {
  return (e: ExpressionBuilder<Schema, "key">) => e.or([e("revoked_at", "is not", null), e("expires_at", "<=", now)]);
}
