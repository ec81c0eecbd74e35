import type { Tx } from "../engine.ts";
import { listStatement, params, statement } from "../statement.ts";
import type { CreditTable, OutcomeTable } from "./tables.ts";

type Key = { account: string; retrieval: string };

export async function findOutcome(
  tx: Tx,
  key: Key,
): Promise<{ success: number; implicit: number; note: string | null } | undefined> {
  return (await selectOutcome(tx, key))[0];
}

const selectOutcome = statement<Key, { success: number; implicit: number; note: string | null }>((db, param) =>
  db
    .selectFrom("outcome")
    .select(["success", "implicit", "note"])
    .where("account_id", "=", param("account"))
    .where("retrieval_id", "=", param("retrieval")),
);

export type StoredCredit = Pick<CreditTable, "memory_id" | "weight" | "version">;

/** What a retrieval's outcome says, of each memory. */
export const creditsOf = statement<Key, StoredCredit>((db, param) =>
  db
    .selectFrom("credit")
    .select(["memory_id", "weight", "version"])
    .where("account_id", "=", param("account"))
    .where("retrieval_id", "=", param("retrieval")),
);

export const deleteCredits = statement<Key, unknown>((db, param) =>
  db.deleteFrom("credit").where("account_id", "=", param("account")).where("retrieval_id", "=", param("retrieval")),
);

export const insertCredit = statement<CreditTable, unknown>((db, param) =>
  db
    .insertInto("credit")
    .values(params(param, "account_id", "memory_id", "at", "retrieval_id", "success", "weight", "version"))
    .onConflict((c) => c.columns(["account_id", "memory_id", "at", "retrieval_id"]).doNothing()),
);

/** Stores an outcome in place of the one before it. */
export async function putOutcome(tx: Tx, row: OutcomeTable): Promise<void> {
  const { success, implicit, note, created_at } = row;
  await tx
    .insertInto("outcome")
    .values(row)
    .onConflict((c) => c.columns(["account_id", "retrieval_id"]).doUpdateSet({ success, implicit, note, created_at }))
    .execute();
}

/** What a result counts as: a memory, in the version that it had at a time. */
export type Heir = { id: string; atMs: number };

/** For those of the patterns that were merged into another: that one, at the time of the merge. */
export async function mergedInto(tx: Tx, account: string, ids: readonly string[]): Promise<Map<string, Heir>> {
  const rows = await selectMerged(tx, { account }, ids);
  return new Map(rows.map(({ id, into_id, merged_at }) => [id, { id: into_id, atMs: merged_at }]));
}

type MergedRow = { id: string; into_id: string; merged_at: number };

const selectMerged = listStatement<{ account: string }, string, MergedRow>((db, param, ids) =>
  db
    .selectFrom("merged_pattern")
    .select(["id", "into_id", "merged_at"])
    .where("account_id", "=", param("account"))
    .where("id", "in", ids),
);

/**
 * Of those of the memories that live, the version that was current at a time; 1 for what has no versions. What a merge made
 * later is the same solution, so it counts as current then.
 */
export async function versionsAt(
  tx: Tx,
  account: string,
  ids: readonly string[],
  atMs: number,
): Promise<Map<string, number>> {
  const rows = await selectVersions(tx, { account, at: atMs }, ids);
  return new Map(rows.map(({ id, version, merges }) => [id, (version ?? 1) + (merges ?? 0)]));
}

type VersionRow = { id: string; version: number | null; merges: number | null };

const selectVersions = listStatement<{ account: string; at: number }, string, VersionRow>((db, param, ids) =>
  db
    .selectFrom("memory")
    .select("memory.id")
    .select((e) => {
      const versions = e
        .selectFrom("pattern_version")
        .whereRef("pattern_version.account_id", "=", "memory.account_id")
        .whereRef("pattern_version.id", "=", "memory.id");
      return [
        versions
          .select(({ fn }) => fn.max("pattern_version.version").as("version"))
          .where("pattern_version.created_at", "<=", param("at"))
          .as("version"),
        versions
          .select(({ fn }) => fn.sum<number>("pattern_version.merged").as("merges"))
          .where("pattern_version.created_at", ">", param("at"))
          .as("merges"),
      ];
    })
    .where("memory.account_id", "=", param("account"))
    .where("memory.id", "in", ids)
    .where("memory.deleted", "=", 0),
);
