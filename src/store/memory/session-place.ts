import type { Scope } from "../../memory/scope.ts";
import type { Tx } from "../engine.ts";
import { added } from "../on-conflict.ts";
import { statement } from "../statement.ts";

/** What a batch adds to a session: so many messages, which take so many places. */
type Addition = { count: number; places: number; firstMs: number; lastMs: number };

/**
 * Gives each message the next position of its session, which is made where it does not exist. A `gap` leaves so many
 * places free before it.
 */
export async function takePlaces(
  tx: Tx,
  scope: Scope,
  messages: readonly { sessionId: string; gap?: number }[],
  createdAtMs: readonly number[],
): Promise<number[]> {
  const additions = new Map<string, Addition>();
  messages.forEach(({ sessionId, gap = 0 }, i) => {
    const atMs = createdAtMs[i]!;
    const addition = additions.get(sessionId);
    if (!addition) additions.set(sessionId, { count: 1, places: gap + 1, firstMs: atMs, lastMs: atMs });
    else {
      addition.count++;
      addition.places += gap + 1;
      addition.firstMs = Math.min(addition.firstMs, atMs);
      addition.lastMs = Math.max(addition.lastMs, atMs);
    }
  });
  const next = new Map<string, number>();
  for (const [sessionId, addition] of additions) {
    const [row] = await extendSession(tx, { account: scope.account, user: scope.user, sessionId, ...addition });
    next.set(sessionId, row!.next_position - addition.places);
  }
  return messages.map(({ sessionId, gap = 0 }) => {
    const place = next.get(sessionId)! + gap;
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
      next_position: param("places"),
      created_at: param("firstMs"),
      updated_at: param("lastMs"),
    })
    .onConflict((c) =>
      c.columns(["account_id", "user_id", "session_id"]).doUpdateSet((e) => ({
        ...added("session", "message_count", "next_position"),
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
