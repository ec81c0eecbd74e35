import type { Scope } from "../../memory/scope.ts";
import type { Db, Tx } from "../engine.ts";
import { refreshRecords } from "../outcome/track-records.ts";
import { pageByPage } from "../page-by-page.ts";
import type { Pause } from "../writer.ts";

const rowsPerRead = 500;

/** A user's outcomes by their retrievals, page by page: an imported one has no receipt by which it would be found. */
export async function* outcomesOf(db: Db, { account, user }: Scope): AsyncGenerator<string[]> {
  const pages = pageByPage(rowsPerRead, { retrieval_id: "" }, (after) =>
    db
      .selectFrom("outcome")
      .select(["retrieval_id", "user_id"])
      .where("account_id", "=", account)
      .where("retrieval_id", ">", after.retrieval_id)
      .orderBy("retrieval_id"),
  );
  for await (const rows of pages) {
    const own = rows.filter((row) => row.user_id === user);
    if (own.length > 0) yield own.map((row) => row.retrieval_id);
  }
}

export async function hasOutcomes(db: Db, scope: Scope): Promise<boolean> {
  for await (const ids of outcomesOf(db, scope)) return ids.length > 0;
  return false;
}

/** What was reported of receipts goes with them: the memories that it credited lose their credit. */
export async function eraseOutcomes(
  tx: Tx,
  account: string,
  retrievalIds: readonly string[],
  pause: Pause,
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

/** Forgets the notes on receipts that lose a memory and the query that found it: a note may mention both. */
export async function forgetNotes(tx: Tx, account: string, retrievalIds: readonly string[]): Promise<void> {
  await tx
    .updateTable("outcome")
    .set({ note: null })
    .where("account_id", "=", account)
    .where("retrieval_id", "in", retrievalIds)
    .where("note", "is not", null)
    .execute();
}

/**
 * Forgets the notes on outcomes that credit memories, before the credits go: an imported outcome has no receipt that
 * names them.
 */
export async function forgetNotesOf(tx: Tx, account: string, memoryIds: readonly string[]): Promise<void> {
  await tx
    .updateTable("outcome")
    .set({ note: null })
    .where("account_id", "=", account)
    .where("retrieval_id", "in", (e) =>
      e
        .selectFrom("credit")
        .select("retrieval_id")
        .where("account_id", "=", account)
        .where("memory_id", "in", memoryIds),
    )
    .where("note", "is not", null)
    .execute();
}
