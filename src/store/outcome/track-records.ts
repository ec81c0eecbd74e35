import type { Selectable } from "kysely";
import {
  creditsMax,
  noRecord,
  standingOf,
  type Credit,
  type Standing,
  type TrackRecord,
} from "../../memory/entity/track-record.ts";
import { takeLastSeqs } from "../account/seqs.ts";
import { chunks } from "../chunks.ts";
import type { Db, Tx } from "../engine.ts";
import type { Schema } from "../schema.ts";
import { listStatement, params, statement } from "../statement.ts";
import type { Pause } from "../writer.ts";

const names = ["applications", "succeeded", "success_weight", "failure_weight", "record_at", "quarantined"] as const;

/** The record as the row of a memory has it: all null before anything was reported. */
export type RecordColumns = Pick<Selectable<Schema["memory"]>, (typeof names)[number]>;

export const recordColumns = names.map((name) => `memory.${name}` as const);

/** Of a memory of which nothing was reported. */
// It has each of the names.
export const emptyRecord = Object.fromEntries(names.map((name) => [name, null])) as Record<keyof RecordColumns, null>;

type Key = { account: string; id: string };

const idsPerTurn = 50;

/** `undefined` where nothing was reported. */
export function standingOfRow(row: Omit<RecordColumns, "applications" | "succeeded">): Standing | undefined {
  if (row.record_at === null) return undefined;
  return {
    successes: row.success_weight ?? 0,
    failures: row.failure_weight ?? 0,
    asOfMs: row.record_at,
    quarantined: row.quarantined === 1,
  };
}

export function recordOfRow(row: RecordColumns): TrackRecord {
  const standing = standingOfRow(row);
  if (standing === undefined) return noRecord;
  return { applications: row.applications ?? 0, succeeded: row.succeeded ?? 0, ...standing };
}

/** The records of these memories; of one that is not there, none. */
export async function findRecords(db: Db, account: string, ids: readonly string[]): Promise<Map<string, TrackRecord>> {
  const rows = await selectRecords(db, { account }, ids);
  return new Map(rows.map((row) => [row.id, recordOfRow(row)]));
}

const selectRecords = listStatement<{ account: string }, string, RecordColumns & { id: string }>((db, param, ids) =>
  db
    .selectFrom("memory")
    .select(["memory.id", ...recordColumns])
    .where("memory.account_id", "=", param("account"))
    .where("memory.id", "in", ids),
);

/**
 * Makes the records of these memories anew from the credits that are stored. Each is a change of its memory, under a seq
 * of its own, by which every process that holds it learns of it. Those that do not live are passed over.
 */
export async function refreshRecords(
  tx: Tx,
  account: string,
  memoryIds: readonly string[],
  pause: Pause = async () => {},
): Promise<void> {
  for (const ids of chunks([...memoryIds].sort(), idsPerTurn)) {
    const firstSeq = await takeLastSeqs(tx, account, ids.length);
    for (const [at, id] of ids.entries()) await refreshRecord(tx, { account, id }, firstSeq + at);
    await pause();
  }
}

/** The same for one memory, under a seq that it may have already. */
export async function refreshRecord(tx: Tx, key: Key, seq: number): Promise<void> {
  const columns = await columnsOf(tx, key);
  if (columns) await updateRecord(tx, { ...key, seq, ...columns });
}

async function columnsOf(tx: Tx, key: Key): Promise<RecordColumns | undefined> {
  const [memory] = await selectBasis(tx, key);
  if (!memory) return undefined;
  const brought = broughtOf(memory);
  const credits = await selectCredits(tx, { ...key, limit: creditsMax });
  if (credits.length === 0 && brought === noRecord) return emptyRecord;
  const counts = credits.length < creditsMax ? countOf(credits) : await storedCounts(tx, key);
  const inOrder = credits.toReversed().map((row): Credit => ({ ...row, atMs: row.at, success: row.success === 1 }));
  const { successes, failures, asOfMs, quarantined } = standingOf(brought, inOrder, memory.version ?? 1);
  return {
    applications: brought.applications + counts.applications,
    succeeded: brought.succeeded + counts.succeeded,
    success_weight: successes,
    failure_weight: failures,
    record_at: asOfMs,
    // Only patterns are held back.
    quarantined: quarantined && memory.version !== null ? 1 : 0,
  };
}

type Basis = {
  created_at: number;
  version: number | null;
  applications: number | null;
  successes: number | null;
  failures: number | null;
};

/** What a pattern was imported with, as of the time it was made. */
function broughtOf({ created_at, applications, successes, failures }: Basis): TrackRecord {
  if (!applications && !successes && !failures) return noRecord;
  const weights = { applications: applications ?? 0, successes: successes ?? 0, failures: failures ?? 0 };
  const sum = weights.successes + weights.failures;
  const succeeded = sum === 0 ? 0 : Math.round((weights.applications * weights.successes) / sum);
  return { ...weights, succeeded, asOfMs: created_at, quarantined: false };
}

function countOf(credits: readonly { success: number }[]): { applications: number; succeeded: number } {
  return { applications: credits.length, succeeded: credits.filter(({ success }) => success === 1).length };
}

async function storedCounts(tx: Tx, key: Key): Promise<{ applications: number; succeeded: number }> {
  const rows = await countCredits(tx, key);
  const of = (success: number) => Number(rows.find((row) => row.success === success)?.count ?? 0);
  return { applications: of(0) + of(1), succeeded: of(1) };
}

const selectBasis = statement<Key, Basis>((db, param) =>
  db
    .selectFrom("memory")
    .leftJoin("pattern", (join) =>
      join.onRef("pattern.account_id", "=", "memory.account_id").onRef("pattern.id", "=", "memory.id"),
    )
    .select(["memory.created_at", "pattern.version"])
    .select(["pattern.applications", "pattern.successes", "pattern.failures"])
    .where("memory.account_id", "=", param("account"))
    .where("memory.id", "=", param("id"))
    .where("memory.deleted", "=", 0),
);

/** The newest first: of more than are asked for, these count. */
const selectCredits = statement<
  Key & { limit: number },
  { at: number; success: number; weight: number; version: number }
>((db, param) =>
  db
    .selectFrom("credit")
    .select(["at", "success", "weight", "version"])
    .where("account_id", "=", param("account"))
    .where("memory_id", "=", param("id"))
    .orderBy("at", "desc")
    .orderBy("retrieval_id", "desc")
    .limit(param("limit")),
);

const countCredits = statement<Key, { success: number; count: number | string }>((db, param) =>
  db
    .selectFrom("credit")
    .select("success")
    .select((e) => e.fn.countAll<number | string>().as("count"))
    .where("account_id", "=", param("account"))
    .where("memory_id", "=", param("id"))
    .groupBy("success"),
);

const updateRecord = statement<Key & { seq: number } & RecordColumns, unknown>((db, param) =>
  db
    .updateTable("memory")
    .set(params(param, "seq", ...names))
    .where("account_id", "=", param("account"))
    .where("id", "=", param("id")),
);
