import type { Scope } from "../../memory/scope.ts";
import type { Tx } from "../database.ts";
import { creditsOf, insertCredit } from "../memory/outcome-row.ts";
import { refreshRecords } from "../memory/track-records.ts";
import type { ExportedOutcome } from "./export-outcomes.ts";
import { importedIds } from "./imported-id.ts";

/** The user is the scope's. */
export type ImportedOutcome = Omit<ExportedOutcome, "user">;

/** Stores what is not there of an outcome and its credits; those of memories that are not there are left out. */
export async function importOutcome(tx: Tx, { account, user }: Scope, outcome: ImportedOutcome): Promise<boolean> {
  const { retrievalId, retrievedAtMs, createdAtMs, note } = outcome;
  const success = Number(outcome.success);
  const row = { account_id: account, retrieval_id: retrievalId, user_id: user, success, note: note ?? null };
  const stored = await tx
    .insertInto("outcome")
    .values({
      ...row,
      implicit: Number(outcome.implicit),
      retrieved_at: retrievedAtMs,
      created_at: createdAtMs,
    })
    .onConflict((c) => c.columns(["account_id", "retrieval_id"]).doNothing())
    .returning("retrieval_id")
    .executeTakeFirst();
  const given = outcome.credits.map(({ memoryId }) => memoryId);
  const ids = await importedIds(tx, account, given);
  const known = new Set((await creditsOf(tx, { account, retrieval: retrievalId })).map((credit) => credit.memory_id));
  const fresh = outcome.credits
    .map((credit) => ({ ...credit, ...ids.get(credit.memoryId)! }))
    .filter(({ id, lives }) => lives && !known.has(id));
  for (const { id, weight, version } of fresh) {
    await insertCredit(tx, { account, retrieval: retrievalId, at: retrievedAtMs, success, id, weight, version });
  }
  const touched = fresh.map(({ id }) => id);
  await refreshRecords(tx, account, touched);
  return stored !== undefined || fresh.length > 0;
}
