import { hash } from "node:crypto";
import type { Once } from "../../memory/once.ts";
import type { Scope } from "../../memory/scope.ts";
import type { Tx } from "../engine.ts";

/** Where an answer is kept, within its account and user. */
export type AnswerKey = Pick<Once, "operation" | "key">;

/** Stands in place of the operation, which may name what it wrote. */
const erased = "erased";

/** Forgets answers, but not that they were given: what was erased is not written again by a request that is repeated. */
export async function eraseAnswers(tx: Tx, scope: Scope, keys: readonly AnswerKey[]): Promise<void> {
  for (const { operation, key } of keys) {
    const place = { account_id: scope.account, user_id: scope.user, operation, key };
    const gone = await tx
      .deleteFrom("idempotency")
      .where((e) => e.and(place))
      .returning("created_at")
      .executeTakeFirst();
    if (!gone) continue;
    await tx
      .insertInto("idempotency")
      .values({ ...traceOf(scope, { operation, key }), request_hash: "", answer: "", created_at: gone.created_at })
      .onConflict((c) =>
        c.columns(["account_id", "user_id", "operation", "key"]).doUpdateSet({ created_at: gone.created_at }),
      )
      .execute();
  }
}

/** Whether an answer that was given later than `afterMs` was erased. */
export async function wasErased(tx: Tx, scope: Scope, answer: AnswerKey, afterMs: number): Promise<boolean> {
  const row = await tx
    .selectFrom("idempotency")
    .select("created_at")
    .where((e) => e.and(traceOf(scope, answer)))
    .where("created_at", ">", afterMs)
    .executeTakeFirst();
  return row !== undefined;
}

/** It tells neither whose the answer was nor, as the key may, what it was about. */
function traceOf({ account, user }: Scope, { operation, key }: AnswerKey) {
  const digest = hash("sha256", JSON.stringify([account, user, operation, key]));
  return { account_id: account, user_id: "", operation: erased, key: digest };
}
