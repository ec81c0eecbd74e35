import type { Scope } from "../../../memory/scope.ts";
import type { Tx } from "../../engine.ts";
import {
  creditsOf,
  insertCredit,
  mergedInto,
  versionsAt,
  type Heir,
  type StoredCredit,
} from "../../outcome/outcome-row.ts";
import { refreshRecords } from "../../outcome/track-records.ts";
import type { ExportedOutcome } from "./export-outcomes.ts";
import { importedIds } from "./imported-id.ts";

/** The user is the scope's. */
export type ImportedOutcome = Omit<ExportedOutcome, "user">;

/**
 * Stores what is not there of an outcome and its credits. A credit of a pattern that its namesake took over, or that was
 * merged into another, is that one's; credits of memories that are not there are left out.
 */
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
  const credits = await livingCredits(tx, account, outcome.credits);
  const known = new Set((await creditsOf(tx, { account, retrieval: retrievalId })).map((credit) => credit.memory_id));
  const fresh = credits.filter((credit) => !known.has(credit.memory_id));
  const key = { account_id: account, retrieval_id: retrievalId };
  for (const credit of fresh) await insertCredit(tx, { ...key, ...credit, at: retrievedAtMs, success });
  const touched = fresh.map((credit) => credit.memory_id);
  await refreshRecords(tx, account, touched);
  return stored !== undefined || fresh.length > 0;
}

type ImportedCredit = ImportedOutcome["credits"][number];

async function livingCredits(tx: Tx, account: string, credits: readonly ImportedCredit[]): Promise<StoredCredit[]> {
  const given = credits.map(({ memoryId }) => memoryId);
  const ids = await importedIds(tx, account, given);
  const lineages = [...ids.values()].flatMap(({ lineage }) => lineage);
  const heirs = await mergedInto(tx, account, lineages);
  const living: StoredCredit[] = [];
  for (const { memoryId, weight, version } of credits) {
    const { id, lives, lineage } = ids.get(memoryId)!;
    const heir = heirs.get(lineage.findLast((each) => heirs.has(each)) ?? id);
    if (lives) living.push({ memory_id: id, weight, version });
    else if (heir) living.push(...(await creditOfHeir(tx, account, heir, weight)));
  }
  return living;
}

/** In the version that the heir had then: which one of its own the pattern had is not known any more. */
async function creditOfHeir(tx: Tx, account: string, { id, atMs }: Heir, weight: number) {
  const version = (await versionsAt(tx, account, [id], atMs)).get(id);
  return version === undefined ? [] : [{ memory_id: id, weight, version }];
}
