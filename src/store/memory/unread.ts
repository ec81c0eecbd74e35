import { firstWithin } from "../../memory/first-within.ts";
import type { ReadingJob } from "../../memory/reading-job.ts";
import { notErased } from "../account/accounts.ts";
import type { Database } from "../database.ts";
import type { Db, Tx } from "../engine.ts";
import { statement } from "../statement.ts";

/** Who has read messages. */
type Progress = "graph_progress" | "directive_progress";
/** An account with its changes, and how far somebody has read them by which rules. */
type AccountReading = { id: string; seq: number; read_seq: number | null; read_rules: number | null };

/** Finds the first account behind another one that has changes which were not read, or not by these rules; round and round. */
export function unreadBy(
  progress: Progress,
): (db: Db, rules: number, behind: string) => Promise<AccountReading | undefined> {
  const find = statement<{ rules: number; behind: string }, AccountReading>((db, param) =>
    readingsBy(progress, db)
      .where("account.id", ">", param("behind"))
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

/** Finds how far an account was read; nothing of one that was erased. */
export function readingBy(progress: Progress): (db: Db, account: string) => Promise<AccountReading | undefined> {
  const find = statement<{ account: string }, AccountReading>((db, param) =>
    readingsBy(progress, db).where("account.id", "=", param("account")),
  );
  return async (db, account) => (await find(db, { account }))[0];
}

function readingsBy(progress: Progress, db: Db) {
  // The other has these columns, too.
  const table = progress as "graph_progress";
  return db
    .selectFrom("account")
    .leftJoin(`${table} as progress`, "progress.account_id", "account.id")
    .select(["account.id", "account.seq", "progress.seq as read_seq", "progress.rules as read_rules"])
    .where(notErased);
}

/**
 * Stores jobs that are done, in one write; those are left that `store` refuses, or that somebody else has done. Answers
 * how many were stored.
 */
export function completeJobs<Done extends { job: ReadingJob<unknown> }>(
  db: Database,
  done: readonly Done[],
  { findReading, store }: { findReading: ReturnType<typeof readingBy>; store(tx: Tx, done: Done): Promise<boolean> },
): Promise<number> {
  return db.writer.write(async (tx) => {
    let stored = 0;
    for (const each of done) {
      const reading = await findReading(tx, each.job.account);
      const isOpen = reading !== undefined && (reading.read_seq ?? undefined) === each.job.after;
      if (isOpen && (await store(tx, each))) stored++;
    }
    return stored;
  });
}

/** What of an account's unread messages, of which at most `limit` were asked for, is one batch, and up to where that is all. */
export function batchOf<R extends { seq: number; text: string | null }>(
  { seq }: AccountReading,
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
