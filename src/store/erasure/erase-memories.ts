import type { ErasureCounts } from "../../memory/entity/erasure.ts";
import { takeLastSeqs } from "../account/seqs.ts";
import { chunks } from "../chunks.ts";
import { forgetMarks } from "../directive/marks.ts";
import type { Tx } from "../engine.ts";
import { forgetShown, forgetTurns } from "../gateway/forget.ts";
import { forgetDerived } from "../memory/derived.ts";
import type { MemoryTable } from "../memory/tables.ts";
import { emptyRecord } from "../outcome/track-records.ts";
import type { ErasureRow } from "../schema.ts";
import { statement } from "../statement.ts";
import type { Pause } from "../writer.ts";
import { forgetNotesOf } from "./erase-outcomes.ts";
import { kindOf, type LiveMemory } from "./kinds.ts";

/** What one slice took. Where there is no `more`, nothing was left when it was committed. */
export type ErasedSlice = Pick<ErasureCounts, "messages" | "patterns" | "sessions"> & { more: boolean };

/**
 * A slice of this many makes others wait some 50 ms. With smaller ones, the pages that every commit writes again would
 * take longer than all the rest.
 */
const rowsPerSlice = 1_000;
const rowsPerTurn = 100;

/**
 * Turns some of an erasure's memories into tombstones and deletes their rows and their vectors; once these are all,
 * their sessions too. What is written to the target meanwhile goes with it.
 */
export async function eraseSlice(tx: Tx, job: ErasureRow, pause: Pause): Promise<ErasedSlice> {
  const kind = kindOf(job);
  const rows = await kind.live(tx, job, rowsPerSlice);
  const ids = rows.map(({ id }) => id);
  for (const part of chunks(ids, rowsPerTurn)) {
    await bury(tx, job, part);
    await pause();
  }
  await forgetShown(tx, job.account_id, rows, pause);
  await leaveSessions(tx, job.account_id, rows);
  const messages = rows.filter((row) => row.layer === "signals").length;
  const counts = { messages, patterns: rows.length - messages };
  if (rows.length === rowsPerSlice) return { ...counts, sessions: 0, more: true };
  if (kind.whole === "user") await forgetMarks(tx, { account: job.account_id, user: job.user_id });
  const { deleted, more } = await kind.eraseSessions(tx, job, rows[0]);
  return { ...counts, sessions: deleted, more };
}

async function bury(tx: Tx, job: ErasureRow, ids: string[]): Promise<void> {
  const account = job.account_id;
  const firstSeq = await takeLastSeqs(tx, account, ids.length);
  for (const [at, id] of ids.entries()) {
    await leaveTombstone(tx, { account, id, seq: firstSeq + at, erasedAt: job.created_at });
  }
  for (const table of ["pattern", "pattern_version"] as const) {
    await tx.deleteFrom(table).where("account_id", "=", account).where("id", "in", ids).execute();
  }
  await forgetNotesOf(tx, account, ids);
  await tx.deleteFrom("credit").where("account_id", "=", account).where("memory_id", "in", ids).execute();
  await tx.deleteFrom("merged_pattern").where("account_id", "=", account).where("into_id", "in", ids).execute();
  await forgetTurns(tx, account, ids);
  await forgetDerived(tx, account, ids);
}

/** Every column that would tell what a memory was; the compiler asks for each new one. */
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
 * A tombstone has the time of its erasure, by which the two are matched. What the base holds of it stays known until a
 * flush has taken it out.
 */
const leaveTombstone = statement<{ account: string; id: string; seq: number; erasedAt: number }, unknown>((db, param) =>
  db
    .updateTable("memory")
    .set({ seq: param("seq"), created_at: param("erasedAt"), ...emptied })
    .where("account_id", "=", param("account"))
    .where("id", "=", param("id")),
);

/** Sessions count what is left in them. */
async function leaveSessions(tx: Tx, account: string, rows: LiveMemory[]): Promise<void> {
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
