import { erasedName } from "../account/accounts.ts";
import type { Tx } from "../database.ts";
import { deleteRows } from "../memory/delete-rows.ts";
import { resetFlush } from "../index/flush.ts";

/** Ends an account's keys and frees its name. False where that was done before. */
export async function endAccount(tx: Tx, account: string): Promise<boolean> {
  const now = Date.now();
  await tx
    .updateTable("key")
    .set((e) => ({ revoked_at: e.fn.coalesce("revoked_at", e.val(now)) }))
    .where("account_id", "=", account)
    .execute();
  const { numUpdatedRows } = await tx
    .updateTable("account")
    .set({ name: erasedName + account })
    .where("id", "=", account)
    .where("name", "!=", erasedName + account)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

/** Deletes what an erasure left: tombstones, statistics, keys. Its row and those of its erasures stay. */
export async function purgeAccount(tx: Tx, account: string, pause: () => Promise<void>): Promise<void> {
  await resetFlush(tx, account, pause);
  await deleteRows(tx, "memory", "id", account, pause);
  await deleteRows(tx, "vector", "id", account, pause);
  await deleteRows(tx, "retrieval", "id", account, pause);
  await deleteRows(tx, "idempotency", "key", account, pause);
  await tx.deleteFrom("key").where("account_id", "=", account).execute();
  await tx.deleteFrom("limit_window").where("account_id", "=", account).execute();
}
