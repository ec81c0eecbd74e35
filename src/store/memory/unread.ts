import { firstWithin } from "../../memory/page/first-within.ts";
import type { ReadingJob } from "../../memory/reading-job.ts";
import { notErased } from "../account/accounts.ts";
import type { Database } from "../database.ts";
import type { Db, Tx } from "../engine.ts";
import { statement, type Param } from "../statement.ts";
import { WorkSearch } from "../work-search.ts";

/** Where those who read messages keep how far they have come in each account. */
type Progress = "graph_progress" | "directive_progress";
/** Where they keep what they have read. */
type Read = "claim" | "directive_statement";

/** How far an account was read: `readSeq` as it is stored, `from` where these rules go on. */
export type Reading = { account: string; seq: number; readSeq: number | undefined; from: number };

/** How far somebody has read the messages of all accounts. */
export class Readings {
  readonly #db: Database;
  readonly #progress: Progress;
  readonly #unread: WorkSearch;
  readonly #findUnread;
  readonly #findReading;

  constructor(db: Database, progress: Progress) {
    this.#db = db;
    this.#unread = new WorkSearch(db);
    this.#progress = progress;
    this.#findUnread = statement<{ rules: number; behind: string }, ReadingRow>((on, param) =>
      this.#select(on)
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
    this.#findReading = statement<{ account: string }, ReadingRow>((on, param) =>
      this.#select(on).where("account.id", "=", param("account")),
    );
  }

  /**
   * The first account after another one that has changes which were not read, or not by these rules; round and round.
   */
  async next(rules: number, behind: string): Promise<Reading | undefined> {
    const { read } = this.#db;
    const row = await this.#unread.find(`${rules}`, async () => {
      const [following] = await this.#findUnread(read, { rules, behind });
      return following ?? (await this.#findUnread(read, { rules, behind: "" }))[0];
    });
    return row && readingOf(row, rules);
  }

  /** `undefined` for an account that was erased. */
  async of(db: Db, account: string, rules: number): Promise<Reading | undefined> {
    const [row] = await this.#findReading(db, { account });
    return row && readingOf(row, rules);
  }

  /**
   * Stores jobs that are done, in one write; those are left that `store` refuses, or that somebody else has done. Answers
   * how many were stored.
   */
  complete<Done extends { job: ReadingJob<unknown> }>(
    rules: number,
    done: readonly Done[],
    store: (tx: Tx, done: Done) => Promise<boolean>,
  ): Promise<number> {
    return this.#db.writer.write(async (tx) => {
      let stored = 0;
      for (const each of done) {
        const reading = await this.of(tx, each.job.account, rules);
        const isOpen = reading !== undefined && reading.readSeq === each.job.after;
        if (isOpen && (await store(tx, each))) stored++;
      }
      return stored;
    });
  }

  #select(db: Db) {
    // Both tables have these columns.
    const table = this.#progress as "graph_progress";
    return db
      .selectFrom("account")
      .leftJoin(`${table} as progress`, "progress.account_id", "account.id")
      .select(["account.id", "account.seq", "progress.seq as read_seq", "progress.rules as read_rules"])
      .where(notErased);
  }
}

type ReadingRow = { id: string; seq: number; read_seq: number | null; read_rules: number | null };

function readingOf(row: ReadingRow, rules: number): Reading {
  const readSeq = row.read_seq ?? undefined;
  return { account: row.id, seq: row.seq, readSeq, from: row.read_rules === rules ? (readSeq ?? 0) : 0 };
}

export type UnreadMessages = { account: string; after: number; limit: number; rules: number };

/**
 * The live memories of an account above a seq, without those that were read as they are by these rules: a memory gets a new
 * seq with its vector, too.
 */
export function unreadMessages(db: Db, param: Param<UnreadMessages>, read: Read) {
  // Both tables have these columns.
  const table = read as "claim";
  return db
    .selectFrom("memory")
    .leftJoin(`${table} as read`, (join) =>
      join
        .onRef("read.account_id", "=", "memory.account_id")
        .onRef("read.id", "=", "memory.id")
        .onRef("read.content_hash", "=", "memory.content_hash")
        .on("read.rules", "=", param("rules")),
    )
    .where("memory.account_id", "=", param("account"))
    .where("memory.seq", ">", param("after"))
    .where("memory.deleted", "=", 0)
    .where("read.id", "is", null)
    .orderBy("memory.seq")
    .limit(param("limit"));
}

/**
 * The first batch of an account's unread messages, of which at most `limit` were asked for, and up to which seq it has
 * all.
 */
export function batchOf<R extends { seq: number; text: string | null }>(
  { seq }: Reading,
  unread: readonly R[],
  limit: number,
): { rows: R[]; upTo: number } {
  const rows = firstOfBatch(unread);
  // Seqs become visible in order: with fewer rows than asked for, these are all up to the account's seq as it was before.
  const isAll = unread.length < limit && rows.length === unread.length;
  return { rows, upTo: isAll ? Math.max(seq, rows.at(-1)?.seq ?? 0) : rows.at(-1)!.seq };
}

/** How much of one account is read in one batch: whatever somebody writes, others are read soon. */
const batchCharacters = 65_536;

export function firstOfBatch<R extends { text: string | null }>(rows: readonly R[]): R[] {
  return firstWithin(rows, batchCharacters, ({ text }) => text?.length ?? 0);
}
