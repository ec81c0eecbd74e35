import { erasedName } from "../account/accounts.ts";
import type { Database } from "../database.ts";
import type { Tx } from "../engine.ts";
import { forgetThreads } from "../gateway/forget.ts";
import { resetFlush } from "../index/flush.ts";
import { deleteSlice, largeTables, type LargeTable } from "../memory/delete-rows.ts";
import type { Schema } from "../schema.ts";

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

/** What becomes of the tables that are never large when an account is purged. */
const otherTables: Record<
  Exclude<keyof Schema, LargeTable>,
  "deleted" | "goes with its thread" | "goes with the lexicon" | "stays" | "is no account's"
> = {
  key: "deleted",
  limit_window: "deleted",
  graph_progress: "deleted",
  directive_progress: "deleted",
  gateway_thread: "goes with its thread",
  gateway_entry: "goes with its thread",
  gateway_block: "goes with its thread",
  gateway_turn: "goes with its thread",
  gateway_exchange: "goes with its thread",
  lexicon_total: "goes with the lexicon",
  account: "stays",
  erasure: "stays",
  setting: "is no account's",
  migration: "is no account's",
};

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
    for (const [table, fate] of Object.entries(otherTables)) {
      if (fate !== "deleted") continue;
      // Each of these has the columns that are asked for.
      await tx
        .deleteFrom(table as "key")
        .where("account_id", "=", account)
        .execute();
    }
  });
}
