import { setImmediate as turn } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "../database.ts";
import { expireAnswers } from "../account/idempotency.ts";

const dayMs = 86_400_000;
/** After this, a receipt keeps ids and the query's hash only. */
const queryKeptMs = 30 * dayMs;
/** Longer than any reader lags behind. */
const tombstoneKeptMs = 7 * dayMs;
const rowsPerSlice = 500;
const seqsPerSlice = 5_000;

/** Forgets what has had its time. For a periodic job; each slice is a write of its own. */
export async function expire(db: Database, nowMs: number): Promise<void> {
  await expireAnswers(db, nowMs);
  await redactReceipts(db, nowMs - queryKeptMs);
  await dropTombstones(db, nowMs - tombstoneKeptMs);
}

async function redactReceipts(db: Database, beforeMs: number): Promise<void> {
  let after = { account_id: "", id: "" };
  for (;;) {
    const rows = await db.read
      .selectFrom("retrieval")
      .select(["account_id", "id", "created_at"])
      .select((e) => e("query", "is not", null).as("hasQuery"))
      .where(sql<boolean>`(account_id, id) > (${after.account_id}, ${after.id})`)
      .orderBy("account_id")
      .orderBy("id")
      .limit(rowsPerSlice)
      .execute();
    const old = rows.filter((row) => row.hasQuery && row.created_at < beforeMs);
    for (const [account, own] of Map.groupBy(old, (row) => row.account_id)) {
      const ids = own.map((row) => row.id);
      await db.writer.write((tx) =>
        tx
          .updateTable("retrieval")
          .set({ query: null })
          .where("account_id", "=", account)
          .where("id", "in", ids)
          .execute(),
      );
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last;
    await turn();
  }
}

/** Only where a flush is past them: who has not seen them then loads the account anew, and the base has forgotten them. */
async function dropTombstones(db: Database, beforeMs: number): Promise<void> {
  const accounts = await db.read
    .selectFrom("account")
    .select(["id", "flushed_seq"])
    .where("flushed_seq", ">", 0)
    .execute();
  for (const { id: account, flushed_seq: flushedSeq } of accounts) {
    for (let after = 0; after < flushedSeq; after += seqsPerSlice) {
      const rows = await db.read
        .selectFrom("memory")
        .select("id")
        .where("account_id", "=", account)
        .where("seq", ">", after)
        .where("seq", "<=", Math.min(flushedSeq, after + seqsPerSlice))
        .where("deleted", "=", 1)
        .where("created_at", "<", beforeMs)
        .execute();
      await turn();
      if (rows.length === 0) continue;
      const ids = rows.map((row) => row.id);
      // Under the lock the account is asked again: a reset may have made the base forget that it forgot.
      await db.writer.write((tx) =>
        tx
          .deleteFrom("memory")
          .where("account_id", "=", account)
          .where("id", "in", ids)
          .where("deleted", "=", 1)
          .where("seq", "<=", (e) => e.selectFrom("account").select("flushed_seq").where("id", "=", account))
          .where((e) =>
            e.not(
              e.exists(
                e
                  .selectFrom("flushed")
                  .select("flushed.id")
                  .whereRef("flushed.account_id", "=", "memory.account_id")
                  .whereRef("flushed.id", "=", "memory.id"),
              ),
            ),
          )
          .execute(),
      );
    }
  }
}
