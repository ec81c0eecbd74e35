import { setImmediate as turn } from "node:timers/promises";
import { sql } from "kysely";
import { expireKeys } from "../account/expire-keys.ts";
import { expireAnswers } from "../account/idempotency.ts";
import type { Database } from "../database.ts";
import { expireThreads } from "../gateway/forget.ts";
import { threadKeptMs } from "../gateway/gateway-store.ts";

const dayMs = 86_400_000;
/** After this, a receipt keeps ids and the query's hash only. */
const queryKeptMs = 30 * dayMs;
/** Longer than any reader lags behind. */
const tombstoneKeptMs = 7 * dayMs;
const rowsPerSlice = 500;

/** SqlUpkeep's `expire`. */
export async function expire(db: Database, nowMs: number): Promise<void> {
  await expireAnswers(db, nowMs);
  await expireKeys(db, nowMs);
  await redactReceipts(db, nowMs - queryKeptMs);
  await dropTombstones(db, nowMs - tombstoneKeptMs);
  await expireThreads(db, nowMs - threadKeptMs);
}

async function redactReceipts(db: Database, beforeMs: number): Promise<void> {
  for (let redacted = rowsPerSlice; redacted === rowsPerSlice; await turn()) {
    const old = await db.read
      .selectFrom("retrieval")
      .select(["account_id", "id"])
      .where("query", "is not", null)
      .where("created_at", "<", beforeMs)
      .orderBy("created_at")
      .limit(rowsPerSlice)
      .execute();
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
    redacted = old.length;
  }
}

/**
 * Only those that a flush has passed: whoever has not seen them loads the account anew, and the base has forgotten
 * them.
 */
async function dropTombstones(db: Database, beforeMs: number): Promise<void> {
  const accounts = await db.read
    .selectFrom("account")
    .select(["id", "flushed_seq"])
    .where("flushed_seq", ">", 0)
    .execute();
  for (const { id: account, flushed_seq: flushedSeq } of accounts) {
    for (let after = 0; ; await turn()) {
      const rows: { id: string; seq: number }[] = await db.read
        .selectFrom("memory")
        .select(["id", "seq"])
        .where("account_id", "=", account)
        .where(sql<boolean>`deleted = 1`)
        .where("seq", ">", after)
        .where("seq", "<=", flushedSeq)
        .where("created_at", "<", beforeMs)
        .orderBy("seq")
        .limit(rowsPerSlice)
        .execute();
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.seq;
      const ids = rows.map((row) => row.id);
      // Asked again in the write: a reset may have come, after which the base is built anew.
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
