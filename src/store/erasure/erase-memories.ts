import { sql } from "kysely";
import type { ErasureCounts } from "../../memory/erasure.ts";
import { chunks } from "../chunks.ts";
import type { Tx } from "../database.ts";
import { deleteSlice } from "../memory/delete-rows.ts";
import { placed, takeLastSeqs } from "../memory/memory-row.ts";
import type { MemoryTable } from "../memory/tables.ts";
import { emptyRecord } from "../memory/track-records.ts";
import type { ErasureRow } from "../schema.ts";
import { forgetStatements } from "../directive/forget-statements.ts";
import { forgetMarks } from "../directive/marks.ts";
import { forgetShown, forgetTurns } from "../gateway/forget.ts";
import { statement } from "../statement.ts";
import type { Pause } from "../writer.ts";
import { forgetNotesOf } from "./erase-outcomes.ts";
import { kindOf } from "./erasure-row.ts";

/** What one slice took. Where there is no `more`, nothing was left when it was committed. */
export type ErasedSlice = Pick<ErasureCounts, "messages" | "patterns" | "sessions"> & { more: boolean };

type Buried = { id: string; layer: string; user_id: string; session_id: string };

/** Others wait for some 50 ms; with fewer, all the pages that every commit writes again would take longer than the rest. */
const rowsPerSlice = 1_000;
const rowsPerTurn = 100;

/**
 * Turns some of an erasure's memories into tombstones and deletes their rows and their vectors; once these are all,
 * their sessions too. What is written to the target meanwhile goes with it.
 */
export async function eraseSlice(tx: Tx, job: ErasureRow, pause: Pause): Promise<ErasedSlice> {
  const rows = await liveOf(tx, job, rowsPerSlice);
  for (const part of chunks(rows, rowsPerTurn)) {
    await bury(
      tx,
      job,
      part.map((row) => row.id),
    );
    await pause();
  }
  await forgetShown(tx, job.account_id, rows, pause);
  await leaveSessions(tx, job.account_id, rows);
  const messages = rows.filter((row) => row.layer === "signals").length;
  const counts = { messages, patterns: rows.length - messages };
  if (rows.length === rowsPerSlice) return { ...counts, sessions: 0, more: true };
  if (kindOf(job) === "user") await forgetMarks(tx, { account: job.account_id, user: job.user_id });
  const { deleted, more } = await eraseSessions(tx, job, rows[0]?.session_id);
  return { ...counts, sessions: deleted, more };
}

/** Some of the live memories of an erasure, found by an index that has no tombstones. */
export async function liveOf(tx: Tx, job: Target, limit: number): Promise<Buried[]> {
  const live = tx
    .selectFrom("memory")
    .select(["id", "layer", "user_id", "session_id"])
    .where("account_id", "=", job.account_id)
    .where("deleted", "=", 0)
    .limit(limit);
  const own = live.where("user_id", "=", job.user_id);
  const kind = kindOf(job);
  switch (kind) {
    case "message":
      return own.where("id", "=", job.target).where("layer", "=", "signals").execute();
    case "pattern":
      return own.where("id", "=", job.target).where("layer", "=", "patterns").execute();
    case "session":
      return own.where("session_id", "=", job.target).where(placed).orderBy("position").execute();
    case "user":
    case "account": {
      const all = kind === "user" ? own : live;
      const said = await all.where(placed).orderBy("user_id").orderBy("session_id").orderBy("position").execute();
      if (said.length === limit) return said;
      const patterns = tx
        .selectFrom("pattern")
        .select(["id", sql<string>`'patterns'`.as("layer"), "user_id", sql<string>`''`.as("session_id")])
        .where("account_id", "=", job.account_id)
        .$if(kind === "user", (query) => query.where("user_id", "=", job.user_id))
        .limit(limit - said.length);
      return [...said, ...(await patterns.execute())];
    }
    default:
      throw new Error(`no such target: ${String(kind satisfies never)}`);
  }
}

/** Of which erasure: what of its row says so. */
export type Target = Pick<ErasureRow, "account_id" | "user_id" | "kind" | "target">;

async function bury(tx: Tx, job: ErasureRow, ids: string[]): Promise<void> {
  const account = job.account_id;
  const firstSeq = await takeLastSeqs(tx, account, ids.length);
  for (const [at, id] of ids.entries()) {
    await leaveTombstone(tx, { account, id, seq: firstSeq + at, erasedAt: job.created_at });
  }
  for (const table of ["pattern", "pattern_version", "vector", "claim"] as const) {
    await tx.deleteFrom(table).where("account_id", "=", account).where("id", "in", ids).execute();
  }
  await forgetNotesOf(tx, account, ids);
  await tx.deleteFrom("credit").where("account_id", "=", account).where("memory_id", "in", ids).execute();
  await tx.deleteFrom("merged_pattern").where("account_id", "=", account).where("into_id", "in", ids).execute();
  await forgetTurns(tx, account, ids);
  await forgetStatements(tx, account, ids);
}

/** Each column that would tell of a memory what it was: one that is added has to be emptied, too. */
const emptied = {
  user_id: "",
  session_id: "",
  position: -1,
  text: null,
  terms: null,
  content_hash: null,
  tags: "[]",
  role: null,
  source: null,
  metadata: null,
  updated_at: null,
  embedded: 0,
  embed_after: 0,
  ...emptyRecord,
  deleted: 1,
} satisfies Record<
  Exclude<keyof MemoryTable, "account_id" | "id" | "layer" | "seq" | "created_at" | "origin">,
  string | number | null
>;

/**
 * A tombstone has the time of its erasure, which tells whose it is. What the base holds of it stays known until a flush
 * has taken it out.
 */
const leaveTombstone = statement<{ account: string; id: string; seq: number; erasedAt: number }, unknown>((db, param) =>
  db
    .updateTable("memory")
    .set({
      seq: param("seq"),
      created_at: param("erasedAt"),
      ...emptied,
    })
    .where("account_id", "=", param("account"))
    .where("id", "=", param("id")),
);

/** Sessions count what is left in them. */
async function leaveSessions(tx: Tx, account: string, rows: Buried[]): Promise<void> {
  const said = rows.filter((row) => row.layer === "signals");
  for (const own of Map.groupBy(said, (row) => JSON.stringify([row.user_id, row.session_id])).values()) {
    const { user_id, session_id } = own[0]!; // a group has one
    await tx
      .updateTable("session")
      .set((e) => ({ message_count: e("message_count", "-", own.length) }))
      .where("account_id", "=", account)
      .where("user_id", "=", user_id)
      .where("session_id", "=", session_id)
      .execute();
  }
}

/** Some of the target's sessions, in which nothing is left; of a message, its own if it was the last one in it. */
async function eraseSessions(
  tx: Tx,
  job: ErasureRow,
  sessionOfMessage: string | undefined,
): Promise<{ deleted: number; more: boolean }> {
  const kind = kindOf(job);
  switch (kind) {
    case "account":
      return deleteSlice(tx, "session", { account: job.account_id });
    case "user":
      return deleteSlice(tx, "session", { account: job.account_id, user: job.user_id });
    case "session":
      return { deleted: await deleteSession(tx, job, job.target), more: false };
    case "message":
      return {
        deleted: sessionOfMessage === undefined ? 0 : await deleteSession(tx, job, sessionOfMessage),
        more: false,
      };
    case "pattern":
      return { deleted: 0, more: false };
    default:
      throw new Error(`no such target: ${String(kind satisfies never)}`);
  }
}

/** Deletes a session that has no message left, and its name from patterns that came from it. */
async function deleteSession(tx: Tx, job: ErasureRow, sessionId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("session")
    .where("account_id", "=", job.account_id)
    .where("user_id", "=", job.user_id)
    .where("session_id", "=", sessionId)
    .where("message_count", "<=", 0)
    .executeTakeFirst();
  if (Number(numDeletedRows) === 0) return 0;
  await tx
    .updateTable("pattern")
    .set({ session_id: "" })
    .where("account_id", "=", job.account_id)
    .where("user_id", "=", job.user_id)
    .where("session_id", "=", sessionId)
    .execute();
  return Number(numDeletedRows);
}
