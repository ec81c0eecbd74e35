import { setImmediate as turn } from "node:timers/promises";
import type { Tx } from "../database.ts";
import type { Db } from "../engine.ts";
import type { ErasureRow } from "../schema.ts";
import { kindOf } from "./erasure-row.ts";
import { tombstones } from "./tombstones.ts";

/** Where a recorded answer is kept, within its account and user. */
export type AnswerKey = { operation: string; key: string };

const rowsPerSlice = 100;
const longestId = 200;

/**
 * Recorded answers that name what was erased, and of a user or account all, but for those of erasures, which name
 * nothing. Only its owner's name a memory.
 */
export async function* answersOf(db: Db, job: ErasureRow): AsyncGenerator<{ user: string; keys: AnswerKey[] }> {
  const kind = kindOf(job);
  const whole = kind === "account" || kind === "user";
  for await (const rows of recordedAnswers(db, job.account_id, kind === "account" ? undefined : job.user_id)) {
    const recorded = rows.filter((row) => !row.answer.startsWith('"era_'));
    const gone = whole ? recorded : await naming(db, job, recorded);
    for (const [user, own] of Map.groupBy(gone, (row) => row.user_id)) yield { user, keys: own };
  }
}

export async function forgetAnswers(tx: Tx, account: string, user: string, keys: AnswerKey[]): Promise<void> {
  for (const { operation, key } of keys) {
    await tx
      .deleteFrom("idempotency")
      .where("account_id", "=", account)
      .where("user_id", "=", user)
      .where("operation", "=", operation)
      .where("key", "=", key)
      .execute();
  }
}

type Answer = AnswerKey & { user_id: string; answer: string };

async function naming(db: Db, job: ErasureRow, answers: Answer[]): Promise<Answer[]> {
  const buried = { account: job.account_id, user: job.user_id, from: job.created_at, to: job.created_at };
  // An id stands in quotes, as every text of an answer does.
  const texts = new Map(
    answers.map((row) => [row, row.answer.split('"').filter((text) => text.length <= longestId)] as const),
  );
  const erased = await tombstones(db, buried, new Set([...texts.values()].flat()));
  return answers.filter((row) => texts.get(row)!.some((text) => erased.has(text)));
}

async function* recordedAnswers(db: Db, account: string, user: string | undefined): AsyncGenerator<Answer[]> {
  let after = { user_id: user ?? "", operation: "", key: "" };
  for (; ; await turn()) {
    const rows = await db
      .selectFrom("idempotency")
      .select(["user_id", "operation", "key", "answer"])
      .where("account_id", "=", account)
      .$if(user !== undefined, (query) => query.where("user_id", "=", user!))
      .where((e) =>
        e(e.refTuple("user_id", "operation", "key"), ">", e.tuple(after.user_id, after.operation, after.key)),
      )
      .orderBy("user_id")
      .orderBy("operation")
      .orderBy("key")
      .limit(rowsPerSlice)
      .execute();
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsPerSlice) return;
    after = last;
  }
}
