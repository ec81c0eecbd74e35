import { erasedName } from "../account/accounts.ts";
import type { Database } from "../database.ts";
import type { Tx } from "../engine.ts";
import { forgetThreads } from "../gateway/forget.ts";
import { resetFlush } from "../index/flush.ts";
import { deleteSlice, largeTables } from "../memory/delete-rows.ts";

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

/** Deletes what an erasure left of an account, each slice a write of its own. Its row and those of its erasures stay. */
export async function purgeAccount(db: Database, account: string): Promise<void> {
  for (const table of largeTables) {
    const slice = (tx: Tx) => deleteSlice(tx, table, { account });
    while ((await db.writer.write(slice)).more);
  }
  // All that the gateway keeps hangs on its threads.
  while ((await db.writer.write((tx) => forgetThreads(tx, { account }))).more);
  await db.writer.exclusive(async (tx, pause) => {
    // What somebody was flushing until now comes to nothing.
    await resetFlush(tx, account, pause);
    await tx.deleteFrom("key").where("account_id", "=", account).execute();
    await tx.deleteFrom("limit_window").where("account_id", "=", account).execute();
    await tx.deleteFrom("graph_progress").where("account_id", "=", account).execute();
    await tx.deleteFrom("directive_progress").where("account_id", "=", account).execute();
  });
}
