import { setImmediate as turn } from "node:timers/promises";
import type { ExpressionBuilder } from "kysely";
import type { Database } from "../database.ts";
import type { Schema } from "../schema.ts";

/** So long a key that has ended is still listed, and one that has expired can be made good again. */
const endedKeyKeptMs = 30 * 86_400_000;
const rowsPerSlice = 500;

/**
 * Forgets keys that ended long ago, each slice a write of its own: where each user has a key, or one a day, lists would
 * grow for ever. What they used stays counted under their ids. The first key of rotations stays while there is another of
 * them, whose usage is counted under its id; an account's newest key always stays, so that a server all of whose keys were
 * revoked is not one that never had any, and makes no first key.
 */
export async function expireKeys(db: Database, nowMs: number): Promise<void> {
  const hadItsTime = endedBefore(nowMs - endedKeyKeptMs);
  for (let expired = rowsPerSlice; expired === rowsPerSlice; await turn()) {
    const old = await db.read.selectFrom("key").select("id").where(hadItsTime).limit(rowsPerSlice).execute();
    const ids = old.map(({ id }) => id);
    // Asked again in the write: one that had expired may have been given another end.
    await db.writer.write((tx) => tx.deleteFrom("key").where("id", "in", ids).where(hadItsTime).execute());
    expired = old.length;
  }
}

function endedBefore(ms: number) {
  return (e: ExpressionBuilder<Schema, "key">) =>
    e.and([
      e(e.fn.coalesce("revoked_at", "expires_at"), "<=", ms),
      e(
        "id",
        "not in",
        e.selectFrom("key as later").select("later.counts_as").where("later.counts_as", "is not", null),
      ),
      e(
        "created_at",
        "<",
        e
          .selectFrom("key as newest")
          .select((of) => of.fn.max("newest.created_at").as("at"))
          .whereRef("newest.account_id", "=", "key.account_id"),
      ),
    ]);
}
