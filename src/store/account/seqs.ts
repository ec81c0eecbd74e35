import { notFound } from "../../error.ts";
import type { Tx } from "../engine.ts";
import { statement } from "../statement.ts";
import { erasedName } from "./accounts.ts";

/**
 * Locks the account until the transaction ends and gives it `count` new seqs: answers with the first. Every change
 * begins with this, so that seqs become visible in order. A seq may stay unused. Errors: AppError not_found, for an
 * account that was erased too: whoever was let in before it was, or waited in the queue behind that, writes nothing.
 */
export async function takeSeqs(tx: Tx, account: string, count: number): Promise<number> {
  const [row] = await updateSeq(tx, { account, count });
  if (!row || row.name === erasedName + account) throw notFound("account", account);
  return row.seq - count + 1;
}

/** As `takeSeqs`, for what still has to be done to an account that was erased. */
export async function takeLastSeqs(tx: Tx, account: string, count: number): Promise<number> {
  const [row] = await updateSeq(tx, { account, count });
  if (!row) throw notFound("account", account);
  return row.seq - count + 1;
}

const updateSeq = statement<{ account: string; count: number }, { seq: number; name: string }>((db, param) =>
  db
    .updateTable("account")
    .set((e) => ({ seq: e("seq", "+", param("count")) }))
    .where("id", "=", param("account"))
    .returning(["seq", "name"]),
);
