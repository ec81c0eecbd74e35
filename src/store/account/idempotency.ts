import { setImmediate as turn } from "node:timers/promises";
import { AppError } from "../../error.ts";
import type { Once } from "../../memory/once.ts";
import type { Scope } from "../../memory/scope.ts";
import type { Database } from "../database.ts";
import type { Tx } from "../engine.ts";
import type { Pause } from "../writer.ts";
import { wasErased } from "./erased-answers.ts";
import { takeLastSeqs, takeSeqs } from "./seqs.ts";

const keptMs = 24 * 3_600_000;
const answersMax = 10_000;
const accountsMax = 10_000;
/** An account's answers are trimmed once in so many, each time to make room for that many. */
const trimEvery = 100;
const rowsPerSlice = 500;
/** How many answers each account of a database may have got since its last trim. */
const untrimmedOf = new WeakMap<Database, Map<string, number>>();

export type WriteOnceOptions = {
  /** How many seqs it takes. */
  seqs: number;
  /** Whether it is long, as with Writer's `exclusive`: then it is given a pause. */
  isExclusive?: boolean;
  /** Whether it may be of an account that was erased. */
  ofErased?: boolean;
};

/**
 * Runs a write at most once for each key: a repeated request gets the first one's answer, another request under the
 * same key is a `conflict`, and so is one whose answer was erased. An answer of `undefined` and an error are not kept:
 * the next request tries again.
 */
export async function writeOnce<T>(
  db: Database,
  scope: Scope,
  once: Once | undefined,
  { seqs, isExclusive = false, ofErased = false }: WriteOnceOptions,
  work: (tx: Tx, firstSeq: number, pause?: Pause) => Promise<T>,
): Promise<T> {
  const write = async (tx: Tx, pause?: Pause) => {
    // First of all: the account's lock puts requests of one key in order, on this process and on every other. So one that
    // comes while the first is in flight waits for it and gets its answer; nothing about flights has to be remembered.
    const firstSeq = await (ofErased ? takeLastSeqs : takeSeqs)(tx, scope.account, seqs);
    return once ? answerOnce(tx, scope, once, () => work(tx, firstSeq, pause)) : work(tx, firstSeq, pause);
  };
  const { writer } = db;
  const answer = await (isExclusive ? writer.exclusive(write) : writer.write(write));
  if (once) await trimAnswers(db, scope.account);
  return answer;
}

async function answerOnce<T>(tx: Tx, scope: Scope, once: Once, work: () => Promise<T>): Promise<T> {
  const nowMs = Date.now();
  const place = { account_id: scope.account, user_id: scope.user, operation: once.operation, key: once.key };
  const kept = await tx
    .selectFrom("idempotency")
    .select(["request_hash", "answer"])
    .where((e) => e.and(place))
    .where("created_at", ">", nowMs - keptMs)
    .executeTakeFirst();
  if (kept && kept.request_hash !== once.requestHash) {
    throw new AppError("conflict", `the idempotency key "${once.key}" was used for another request`);
  }
  // This same operation returned it, and it is plain data.
  if (kept) return JSON.parse(kept.answer) as T;
  if (await wasErased(tx, scope, once, nowMs - keptMs)) {
    throw new AppError("conflict", `what was written under the idempotency key "${once.key}" was erased`);
  }
  const answer = await work();
  if (answer !== undefined) await keep(tx, scope, once, JSON.stringify(answer), nowMs);
  return answer;
}

/**
 * Makes room for more answers, at first and then once in so many. In a write of its own after theirs: a write may be
 * undone, and what was noted here would not be. If it fails, what was stored stands, and the next one tries again.
 */
async function trimAnswers(db: Database, account: string): Promise<void> {
  const untrimmed = untrimmedOf.get(db) ?? new Map<string, number>();
  untrimmedOf.set(db, untrimmed);
  const since = untrimmed.get(account) ?? trimEvery;
  if (untrimmed.size > accountsMax) untrimmed.clear();
  untrimmed.set(account, since >= trimEvery ? 1 : since + 1);
  if (since < trimEvery) return;
  const trimmed = db.writer.write((tx) => trim(tx, account, Date.now()));
  await trimmed.catch(() => untrimmed.set(account, trimEvery));
}

/**
 * Forgets what is too old to be asked for again, account by account, each slice a write of its own. For a periodic job:
 * accounts that still write tidy up themselves.
 */
export async function expireAnswers(db: Database, nowMs: number): Promise<void> {
  for (let account = await nextAccount(db, ""); account !== undefined; account = await nextAccount(db, account)) {
    while ((await expireSlice(db, account, nowMs - keptMs)) === rowsPerSlice) await turn();
    await turn();
  }
}

/** The first account after another one, in the order of ids, that has answers. */
async function nextAccount(db: Database, after: string): Promise<string | undefined> {
  const row = await db.read
    .selectFrom("idempotency")
    .select("account_id")
    .where("account_id", ">", after)
    .orderBy("account_id")
    .limit(1)
    .executeTakeFirst();
  return row?.account_id;
}

/** Answers how many were too old. */
async function expireSlice(db: Database, account: string, untilMs: number): Promise<number> {
  const old = await db.read
    .selectFrom("idempotency")
    .select(["user_id", "operation", "key"])
    .where("account_id", "=", account)
    .where("created_at", "<=", untilMs)
    .limit(rowsPerSlice)
    .execute();
  if (old.length === 0) return 0;
  await db.writer.write(async (tx) => {
    for (const { user_id, operation, key } of old) {
      await tx
        .deleteFrom("idempotency")
        .where((e) => e.and({ account_id: account, user_id, operation, key }))
        // An answer under a key that was used again is kept.
        .where("created_at", "<=", untilMs)
        .execute();
    }
  });
  return old.length;
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
}

/** Leaves room for the answers that come before the next trim: by then the account has at most `answersMax`. */
async function trim(tx: Tx, account: string, nowMs: number): Promise<void> {
  const oldestToGo = await tx
    .selectFrom("idempotency")
    .select("created_at")
    .where("account_id", "=", account)
    .orderBy("created_at", "desc")
    .limit(1)
    .offset(answersMax - trimEvery)
    .executeTakeFirst();
  await tx
    .deleteFrom("idempotency")
    .where("account_id", "=", account)
    .where("created_at", "<=", Math.max(nowMs - keptMs, oldestToGo?.created_at ?? 0))
    .execute();
}
