import { systemUser } from "../../memory/scope.ts";
import { chunks } from "../chunks.ts";
import type { Database } from "../database.ts";
import type { Tx } from "../engine.ts";
import { listStatement, params, statement } from "../statement.ts";
import type { Pause } from "../writer.ts";
import { memoriesOf } from "./entry-row.ts";

const idsPerStatement = 500;
const threadsPerSlice = 100;

/** What is erased of a ledger: one session, all of a user's, or all of an account's. */
export type ForgottenThreads = { account: string; user?: string; sessionId?: string };

/**
 * In the transaction that erases memories: no conversation shows them any more. A turn that showed one is replayed
 * without all of that turn's block. It reads which memories are shown by all blocks of those who see these: erasures
 * are rare, and an index of it would be half of what every exchange writes (decision 15).
 */
export async function forgetShown(
  tx: Tx,
  account: string,
  memories: readonly { id: string; user_id: string }[],
  pause: Pause,
): Promise<void> {
  const ids = new Set(idsOf(memories));
  const users = [...new Set(memories.map(({ user_id }) => user_id))];
  const seenByAll = users.includes(systemUser) || users.length > idsPerStatement;
  if (ids.size === 0) return;
  const threads = await tx
    .selectFrom("gateway_thread")
    .select("id")
    .where("account_id", "=", account)
    .$if(!seenByAll, (query) => query.where("user_id", "in", users))
    .execute();
  for (const part of chunks(idsOf(threads), threadsPerSlice)) {
    const blocks = await memoriesOfBlocks(tx, { account }, part);
    for (const { thread_id, hash, memory_ids } of blocks) {
      if (memoriesOf(memory_ids).some((id) => ids.has(id)))
        await deleteBlock(tx, { account_id: account, thread_id, hash });
    }
    await pause();
  }
}

const memoriesOfBlocks = listStatement<
  { account: string },
  string,
  { thread_id: string; hash: string; memory_ids: string }
>((db, param, threads) =>
  db
    .selectFrom("gateway_block")
    .select(["thread_id", "hash", "memory_ids"])
    .where("account_id", "=", param("account"))
    .where("thread_id", "in", threads),
);

const deleteBlock = statement<{ account_id: string; thread_id: string; hash: string }, unknown>((db, param) =>
  db.deleteFrom("gateway_block").where((e) => e.and(params(param, "account_id", "thread_id", "hash"))),
);

/** In the same transaction: nothing says any more that these messages were stored. */
export async function forgetTurns(tx: Tx, account: string, messageIds: readonly string[]): Promise<void> {
  for (const ids of chunks(messageIds, idsPerStatement)) {
    await tx.deleteFrom("gateway_turn").where("account_id", "=", account).where("message_id", "in", ids).execute();
  }
}

/** Deletes some of the threads, with all that belongs to them. */
export async function forgetThreads(
  tx: Tx,
  { account, user, sessionId }: ForgottenThreads,
): Promise<{ more: boolean }> {
  const rows = await tx
    .selectFrom("gateway_thread")
    .select("id")
    .where("account_id", "=", account)
    .$if(user !== undefined, (query) => query.where("user_id", "=", user!))
    // Where none was named, the thread itself is the session.
    .$if(sessionId !== undefined, (query) =>
      query.where((e) => e.or([e("session_id", "=", sessionId!), e.and({ session_id: "", id: sessionId! })])),
    )
    .limit(threadsPerSlice)
    .execute();
  await deleteThreads(tx, account, idsOf(rows));
  return { more: rows.length === threadsPerSlice };
}

/**
 * Deletes the threads that were last used before a time, in slices: for a periodic job. Which of their messages stand on
 * branches that were left stays known: search finds them no more than before. Answers how many.
 */
export async function expireThreads(db: Database, beforeMs: number): Promise<number> {
  for (let total = 0; ;) {
    const rows = await db.read
      .selectFrom("gateway_thread")
      .select(["account_id", "id"])
      .where("used_at", "<", beforeMs)
      .orderBy("used_at")
      .limit(threadsPerSlice)
      .execute();
    for (const [account, own] of Map.groupBy(rows, (row) => row.account_id)) {
      await db.writer.write(async (tx) => {
        // Asked again in the transaction: somebody may have come back to one.
        const stale = await tx
          .selectFrom("gateway_thread")
          .select("id")
          .where("account_id", "=", account)
          .where("used_at", "<", beforeMs)
          .where("id", "in", idsOf(own))
          .execute();
        await deleteThreads(tx, account, idsOf(stale), { keepLeft: true });
      });
    }
    total += rows.length;
    if (rows.length < threadsPerSlice) return total;
  }
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

async function deleteThreads(
  tx: Tx,
  account: string,
  ids: readonly string[],
  { keepLeft = false }: { keepLeft?: boolean } = {},
): Promise<void> {
  if (ids.length === 0) return;
  for (const table of ["gateway_entry", "gateway_block", "gateway_exchange"] as const) {
    await tx.deleteFrom(table).where("account_id", "=", account).where("thread_id", "in", ids).execute();
  }
  // A row that is kept goes with its message.
  await tx
    .deleteFrom("gateway_turn")
    .where("account_id", "=", account)
    .where("thread_id", "in", ids)
    .$if(keepLeft, (query) => query.where("is_left", "=", 0))
    .execute();
  await tx.deleteFrom("gateway_thread").where("account_id", "=", account).where("id", "in", ids).execute();
}
