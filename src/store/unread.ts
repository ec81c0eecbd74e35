import { firstWithin } from "../memory/first-within.ts";
import { notErased } from "./account/accounts.ts";
import type { Db } from "./engine.ts";
import { statement } from "./statement.ts";

/** An account with changes, and how far somebody has read them by which rules. */
export type Unread = { id: string; seq: number; read_seq: number | null; read_rules: number | null };

/** Finds the first account behind another one that has changes which were not read, or not by these rules; round and round. */
export function unreadBy(
  progress: "graph_progress" | "directive_progress",
): (db: Db, rules: number, behind: string) => Promise<Unread | undefined> {
  // The other has these columns, too.
  const table = progress as "graph_progress";
  const find = statement<{ rules: number; behind: string }, Unread>((db, param) =>
    db
      .selectFrom("account")
      .leftJoin(`${table} as progress`, "progress.account_id", "account.id")
      .select(["account.id", "account.seq", "progress.seq as read_seq", "progress.rules as read_rules"])
      .where("account.id", ">", param("behind"))
      .where(notErased)
      .where((e) =>
        e.or([
          e("account.seq", ">", e.fn.coalesce("progress.seq", e.lit(0))),
          e.and([e("account.seq", ">", 0), e("progress.rules", "!=", param("rules"))]),
        ]),
      )
      .orderBy("account.id")
      .limit(1),
  );
  return async (db, rules, behind) => {
    const [following] = await find(db, { rules, behind });
    return following ?? (await find(db, { rules, behind: "" }))[0];
  };
}

/** What of an account's unread messages, of which at most `limit` were asked for, is one batch, and up to where that is all. */
export function batchOf<R extends { seq: number; text: string | null }>(
  { seq }: Unread,
  unread: readonly R[],
  limit: number,
): { rows: R[]; upTo: number } {
  const rows = firstOfBatch(unread);
  // Seqs become visible in order: with fewer rows than asked for, these are all up to the account's seq as it was before.
  const isAll = unread.length < limit && rows.length === unread.length;
  return { rows, upTo: isAll ? Math.max(seq, rows.at(-1)?.seq ?? 0) : rows.at(-1)!.seq };
}

/** Of one account in one batch of reading: whatever somebody writes, others are read soon. */
const batchCharacters = 65_536;

export function firstOfBatch<R extends { text: string | null }>(rows: readonly R[]): R[] {
  return firstWithin(rows, batchCharacters, ({ text }) => text?.length ?? 0);
}
