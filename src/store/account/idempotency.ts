import { AppError } from "../../error.ts";
import type { Once } from "../../memory/once.ts";
import type { Scope } from "../../memory/scope.ts";
import type { Database, Tx } from "../database.ts";

const keptMs = 24 * 3_600_000;
const maxAnswers = 10_000;
/** Answers are counted once in so many, and that many are made room for. */
const trimEvery = 100;
const untrimmed = new Map<string, number>();

/**
 * Runs a write at most once for each key: a repeated request gets the first one's answer, another request under the
 * same key is a `conflict`. It belongs into the write's own transaction, after `takeSeqs`: the account's lock puts
 * requests of one key in order, on this process and on every other. So one that comes while the first is in flight
 * waits for it and gets its answer, and nothing about flights has to be remembered. An answer of `undefined` and an
 * error are not kept: the next request tries again.
 */
export async function answerOnce<T>(tx: Tx, scope: Scope, once: Once | undefined, work: () => Promise<T>): Promise<T> {
  if (!once) return work();
  const nowMs = Date.now();
  const kept = await tx
    .selectFrom("idempotency")
    .select(["request_hash", "answer"])
    .where("account_id", "=", scope.account)
    .where("user_id", "=", scope.user)
    .where("operation", "=", once.operation)
    .where("key", "=", once.key)
    .where("created_at", ">", nowMs - keptMs)
    .executeTakeFirst();
  if (kept && kept.request_hash !== once.requestHash) {
    throw new AppError("conflict", `the idempotency key "${once.key}" was used for another request`);
  }
  // What this same operation returned, which is plain data.
  if (kept) return JSON.parse(kept.answer) as T;
  const answer = await work();
  if (answer !== undefined) await keep(tx, scope, once, JSON.stringify(answer), nowMs);
  return answer;
}

/** Forgets what is too old to be asked for again. For a periodic job: accounts that still write tidy up themselves. */
export async function expireAnswers(db: Database, nowMs: number): Promise<void> {
  await db.writer.write((tx) =>
    tx
      .deleteFrom("idempotency")
      .where("created_at", "<=", nowMs - keptMs)
      .execute(),
  );
}

async function keep(tx: Tx, scope: Scope, once: Once, answer: string, nowMs: number): Promise<void> {
  const { key, operation, requestHash: request_hash } = once;
  const fresh = { request_hash, answer, created_at: nowMs };
  await tx
    .insertInto("idempotency")
    .values({ account_id: scope.account, user_id: scope.user, operation, key, ...fresh })
    // Only an expired one is still there.
    .onConflict((c) => c.columns(["account_id", "user_id", "operation", "key"]).doUpdateSet(fresh))
    .execute();
  const since = untrimmed.get(scope.account) ?? trimEvery;
  if (untrimmed.size > maxAnswers) untrimmed.clear();
  untrimmed.set(scope.account, since >= trimEvery ? 1 : since + 1);
  if (since >= trimEvery) await trim(tx, scope.account, nowMs);
}

/** Leaves room for those that come before the next trim; only then the account has `maxAnswers`. */
async function trim(tx: Tx, account: string, nowMs: number): Promise<void> {
  const oldestToGo = await tx
    .selectFrom("idempotency")
    .select("created_at")
    .where("account_id", "=", account)
    .orderBy("created_at", "desc")
    .limit(1)
    .offset(maxAnswers - trimEvery)
    .executeTakeFirst();
  await tx
    .deleteFrom("idempotency")
    .where("account_id", "=", account)
    .where("created_at", "<=", Math.max(nowMs - keptMs, oldestToGo?.created_at ?? 0))
    .execute();
}
