import type { Scope } from "../../memory/scope.ts";
import type { Tx } from "../database.ts";
import { statement } from "../statement.ts";

/** What a batch adds to a session. */
type Addition = { count: number; firstMs: number; lastMs: number };

/** Gives each message the next position of its session, which is made where it does not exist. */
export async function takePlaces(
  tx: Tx,
  scope: Scope,
  messages: readonly { sessionId: string }[],
  createdAtMs: readonly number[],
): Promise<number[]> {
  const additions = new Map<string, Addition>();
  messages.forEach(({ sessionId }, i) => {
    const atMs = createdAtMs[i]!;
    const addition = additions.get(sessionId);
    if (!addition) additions.set(sessionId, { count: 1, firstMs: atMs, lastMs: atMs });
    else {
      addition.count++;
      addition.firstMs = Math.min(addition.firstMs, atMs);
      addition.lastMs = Math.max(addition.lastMs, atMs);
    }
  });
  const next = new Map<string, number>();
  for (const [sessionId, addition] of additions) {
    const [row] = await extendSession(tx, { account: scope.account, user: scope.user, sessionId, ...addition });
    next.set(sessionId, row!.next_position - addition.count);
  }
  return messages.map(({ sessionId }) => {
    const place = next.get(sessionId)!;
    next.set(sessionId, place + 1);
    return place;
  });
}

/** A session lives from its first message to its last, by when they were said: an import keeps its times. */
const extendSession = statement<
  Addition & { account: string; user: string; sessionId: string },
  { next_position: number }
>((db, param) =>
  db
    .insertInto("session")
    .values({
      account_id: param("account"),
      user_id: param("user"),
      session_id: param("sessionId"),
      message_count: param("count"),
      next_position: param("count"),
      created_at: param("firstMs"),
      updated_at: param("lastMs"),
    })
    .onConflict((c) =>
      c.columns(["account_id", "user_id", "session_id"]).doUpdateSet((e) => ({
        message_count: e("session.message_count", "+", e.ref("excluded.message_count")),
        next_position: e("session.next_position", "+", e.ref("excluded.next_position")),
        created_at: e
          .case()
          .when("session.created_at", "<", e.ref("excluded.created_at"))
          .then(e.ref("session.created_at"))
          .else(e.ref("excluded.created_at"))
          .end(),
        updated_at: e
          .case()
          .when("session.updated_at", ">", e.ref("excluded.updated_at"))
          .then(e.ref("session.updated_at"))
          .else(e.ref("excluded.updated_at"))
          .end(),
      })),
    )
    .returning("next_position"),
);
