import type { Tx } from "../database.ts";
import { refreshRecords } from "../memory/track-records.ts";

/** What was reported of receipts that go, goes with them: the memories that it credited lose that. */
export async function eraseOutcomes(
  tx: Tx,
  account: string,
  retrievalIds: readonly string[],
  pause: () => Promise<void>,
): Promise<void> {
  const credited = await tx
    .selectFrom("credit")
    .select("memory_id")
    .distinct()
    .where("account_id", "=", account)
    .where("retrieval_id", "in", retrievalIds)
    .execute();
  for (const table of ["outcome", "credit"] as const) {
    await tx.deleteFrom(table).where("account_id", "=", account).where("retrieval_id", "in", retrievalIds).execute();
  }
  const ids = credited.map((row) => row.memory_id);
  await refreshRecords(tx, account, ids, pause);
}

/** Of receipts that lose a memory and the query that found it: a note may tell of both. */
export async function forgetNotes(tx: Tx, account: string, retrievalIds: readonly string[]): Promise<void> {
  await tx
    .updateTable("outcome")
    .set({ note: null })
    .where("account_id", "=", account)
    .where("retrieval_id", "in", retrievalIds)
    .where("note", "is not", null)
    .execute();
}
