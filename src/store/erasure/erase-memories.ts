import type { SelectQueryBuilder } from "kysely";
import type { ErasureCounts, ErasureTarget } from "../../memory/erasure.ts";
import type { Scope } from "../../memory/scope.ts";
import { chunks } from "../chunks.ts";
import type { Tx } from "../database.ts";
import { deleteRows } from "../memory/delete-rows.ts";
import type { Db } from "../engine.ts";
import { takeSeqs } from "../memory/memory-row.ts";
import type { Schema } from "../schema.ts";
import { statement } from "../statement.ts";

type Pause = () => Promise<void>;
/** What was erased; `erased` are the ids of memories. */
export type ErasedMemories = Pick<ErasureCounts, "messages" | "patterns" | "sessions"> & { erased: Set<string> };

const rowsPerSlice = 200;

/** Ids of the live memories of a target. */
export async function liveIds(db: Db, scope: Scope, target: ErasureTarget): Promise<string[]> {
  const rows = await liveOf(db, scope, target).select("id").execute();
  return rows.map((row) => row.id);
}

/** Turns the target's memories into tombstones and deletes their rows, their vectors and their sessions'. */
export async function eraseMemories(
  tx: Tx,
  scope: Scope,
  target: ErasureTarget,
  pause: Pause,
): Promise<ErasedMemories> {
  const rows = await liveOf(tx, scope, target).select(["id", "layer", "user_id", "session_id"]).execute();
  for (const part of chunks(rows, rowsPerSlice)) {
    await bury(
      tx,
      scope.account,
      part.map((row) => row.id),
    );
    await pause();
  }
  const messages = rows.filter((row) => row.layer === "signals").length;
  return {
    messages,
    patterns: rows.length - messages,
    sessions: await eraseSessions(tx, scope, target, rows[0]?.session_id, pause),
    erased: new Set(rows.map((row) => row.id)),
  };
}

function liveOf(db: Db, scope: Scope, target: ErasureTarget): SelectQueryBuilder<Schema, "memory", object> {
  const live = db.selectFrom("memory").where("account_id", "=", scope.account).where("deleted", "=", 0);
  if (target.kind === "account") return live;
  const own = live.where("user_id", "=", scope.user);
  switch (target.kind) {
    case "message":
      return own.where("id", "=", target.id).where("layer", "=", "signals");
    case "pattern":
      return own.where("id", "=", target.id).where("layer", "=", "patterns");
    case "session":
      return own.where("session_id", "=", target.sessionId).where("layer", "=", "signals");
    case "user":
      return own;
    default:
      throw new Error(`no such target: ${String(target satisfies never)}`);
  }
}

async function bury(tx: Tx, account: string, ids: string[]): Promise<void> {
  const firstSeq = await takeSeqs(tx, account, ids.length);
  const now = Date.now();
  for (const [at, id] of ids.entries()) await leaveTombstone(tx, { account, id, seq: firstSeq + at, now });
  for (const table of ["message", "pattern", "pattern_version", "vector"] as const) {
    await tx.deleteFrom(table).where("account_id", "=", account).where("id", "in", ids).execute();
  }
}

/** A tombstone is as old as its erasure. What the base holds of it stays known until a flush has taken it out. */
const leaveTombstone = statement<{ account: string; id: string; seq: number; now: number }, unknown>((db, param) =>
  db
    .updateTable("memory")
    .set({
      seq: param("seq"),
      created_at: param("now"),
      session_id: "",
      position: -1,
      text: null,
      terms: null,
      content_hash: null,
      tags: "[]",
      embedded: 0,
      embed_after: 0,
      deleted: 1,
    })
    .where("account_id", "=", param("account"))
    .where("id", "=", param("id")),
);

/** How many sessions are gone: of a message, its own if that was the last one in it. */
async function eraseSessions(
  tx: Tx,
  { account, user }: Scope,
  target: ErasureTarget,
  sessionOfMessage: string | undefined,
  pause: Pause,
): Promise<number> {
  switch (target.kind) {
    case "account":
      return deleteRows(tx, "session", "session_id", account, pause);
    case "user":
      return deleteRows(tx, "session", "session_id", account, pause, user);
    case "session":
      return deleteSession(tx, { account, user }, target.sessionId, false);
    case "message":
      return sessionOfMessage ? leaveSession(tx, { account, user }, sessionOfMessage) : 0;
    case "pattern":
      return 0;
    default:
      throw new Error(`no such target: ${String(target satisfies never)}`);
  }
}

async function leaveSession(tx: Tx, scope: Scope, sessionId: string): Promise<number> {
  await tx
    .updateTable("session")
    .set((e) => ({ message_count: e("message_count", "-", 1) }))
    .where("account_id", "=", scope.account)
    .where("user_id", "=", scope.user)
    .where("session_id", "=", sessionId)
    .execute();
  return deleteSession(tx, scope, sessionId, true);
}

/** Deletes a session, and its name from patterns that came from it; or only if it has no message left. */
async function deleteSession(tx: Tx, { account, user }: Scope, sessionId: string, onlyEmpty: boolean): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("session")
    .where("account_id", "=", account)
    .where("user_id", "=", user)
    .where("session_id", "=", sessionId)
    .$if(onlyEmpty, (query) => query.where("message_count", "<=", 0))
    .executeTakeFirst();
  if (Number(numDeletedRows) === 0) return 0;
  await tx
    .updateTable("pattern")
    .set({ session_id: "" })
    .where("account_id", "=", account)
    .where("user_id", "=", user)
    .where("session_id", "=", sessionId)
    .execute();
  return Number(numDeletedRows);
}
