import { hash } from "node:crypto";
import type { Erasure, ErasureCounts } from "../../memory/entity/erasure.ts";
import type { Scope } from "../../memory/scope.ts";
import type { Db, Tx } from "../engine.ts";
import type { ErasureRow } from "../schema.ts";

/** Searches that began before an erasure write their receipts a little later; clocks differ a little too. */
export const latenessMs = 60_000;
/** How far the clock may have been set back between the writing of a memory and a search that found it. */
export const clockMs = 24 * 3_600_000;

/**
 * What stands for a user's name in the row of a hidden erasure: whoever knows the name finds the row, but the row does
 * not reveal it.
 */
export function hashedName({ account, user }: Scope): string {
  return hash("sha256", `${account} ${user}`);
}

export function erasureOf(row: ErasureRow): Erasure {
  return {
    id: row.id,
    counts: countsOf(row),
    createdAtMs: row.created_at,
    doneAtMs: row.done_at ?? undefined,
  };
}

export async function findErasure(db: Db, account: string, id: string): Promise<ErasureRow> {
  return db
    .selectFrom("erasure")
    .selectAll()
    .where("account_id", "=", account)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

/** Adds what was erased to the counts. */
export async function count(tx: Tx, row: ErasureRow, erased: Partial<ErasureCounts>): Promise<void> {
  const counts = countsOf(row);
  const { messages = 0, patterns = 0, sessions = 0, retrievals = 0 } = erased;
  if (messages + patterns + sessions + retrievals === 0) return;
  const sums: ErasureCounts = {
    messages: counts.messages + messages,
    patterns: counts.patterns + patterns,
    sessions: counts.sessions + sessions,
    retrievals: counts.retrievals + retrievals,
  };
  await change(tx, row, { counts: JSON.stringify(sums) });
}

export async function change(
  tx: Tx,
  row: Pick<ErasureRow, "account_id" | "id">,
  columns: Partial<ErasureRow>,
): Promise<void> {
  await tx
    .updateTable("erasure")
    .set(columns)
    .where("account_id", "=", row.account_id)
    .where("id", "=", row.id)
    .execute();
}

function countsOf(row: ErasureRow): ErasureCounts {
  return JSON.parse(row.counts) as ErasureCounts; // as `count` writes them
}
