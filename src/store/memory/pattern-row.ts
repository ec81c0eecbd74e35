import type { Origin } from "../../memory/layer.ts";
import { foldTag, patternText, titleKey, type Pattern, type PatternContent } from "../../memory/pattern.ts";
import { newId } from "../../memory/ids.ts";
import type { Scope } from "../../memory/scope.ts";
import { noRecord, type TrackRecord } from "../../memory/track-record.ts";
import type { Tx } from "../database.ts";
import { changeMemory, foldedTags, insertMemory, noMessage, textColumns, type TextColumns } from "./memory-row.ts";
import { refreshRecord } from "./track-records.ts";
import type { PatternRow, PatternVersionRow } from "../schema.ts";

/** A pattern's content as every table has it, made before the transaction begins. */
export type PreparedContent = { columns: ContentColumns; titleKey: string; text: TextColumns; tags: string };
export type ContentColumns = Omit<PatternVersionRow, "account_id" | "id" | "version" | "created_at" | "merged">;

/** Where a version comes from; what is left out stays as it is. */
export type Provenance = { origin: Origin; sessionId?: string };

export function prepareContent(content: PatternContent): PreparedContent {
  return {
    columns: {
      title: content.title,
      problem: content.problem,
      solution: content.solution,
      tags: JSON.stringify(content.tags),
      works_when: JSON.stringify(content.worksWhen),
      anti_patterns: JSON.stringify(content.antiPatterns),
    },
    titleKey: titleKey(content.title),
    text: textColumns(patternText(content)),
    tags: foldedTags(content.tags.map(foldTag)),
  };
}

export function sameContent(row: ContentColumns, { columns }: PreparedContent): boolean {
  // Its keys are the columns; both sides have them as text.
  return Object.entries(columns).every(([name, value]) => row[name as keyof ContentColumns] === value);
}

/** Stores the first version of a pattern. */
export async function insertPattern(
  tx: Tx,
  scope: Scope,
  content: PreparedContent,
  from: Provenance,
  seq: number,
): Promise<PatternRow> {
  const key = { account_id: scope.account, id: newId("pat_") };
  const created_at = Date.now();
  const row = await tx
    .insertInto("pattern")
    .values({
      ...key,
      ...content.columns,
      user_id: scope.user,
      title_key: content.titleKey,
      version: 1,
      session_id: from.sessionId ?? "",
      created_at,
      updated_at: created_at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await insertVersion(tx, row, content);
  await insertMemory(tx, {
    ...key,
    ...content.text,
    user_id: scope.user,
    layer: "patterns",
    seq,
    session_id: "",
    position: -1,
    created_at,
    tags: content.tags,
    origin: from.origin,
    ...noMessage,
  });
  return row;
}

/** Adds a version. Outcomes belong to a version: half their weight carries over. */
export async function addVersion(
  tx: Tx,
  old: PatternRow,
  content: PreparedContent,
  from: Provenance,
  seq: number,
): Promise<PatternRow> {
  const { account_id, id } = old;
  const row = await tx
    .updateTable("pattern")
    .set({
      ...content.columns,
      title_key: content.titleKey,
      version: old.version + 1,
      session_id: from.sessionId ?? old.session_id,
      updated_at: Date.now(),
      successes: old.successes / 2,
      failures: old.failures / 2,
    })
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await insertVersion(tx, row, content);
  const text = patternText(contentOf(old)) === content.text.text ? undefined : content.text;
  await changeMemory(tx, { account_id, id, seq }, { text, tags: content.tags, origin: from.origin });
  await refreshRecord(tx, { account: account_id, id }, seq);
  return row;
}

export function patternOf(row: PatternRow, record: TrackRecord = noRecord): Pattern {
  return {
    ...contentOf(row),
    id: row.id,
    user: row.user_id,
    version: row.version,
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
    record,
  };
}

export function contentOf(row: ContentColumns): PatternContent {
  return {
    title: row.title,
    problem: row.problem,
    solution: row.solution,
    tags: strings(row.tags),
    worksWhen: strings(row.works_when),
    antiPatterns: strings(row.anti_patterns),
  };
}

async function insertVersion(tx: Tx, row: PatternRow, content: PreparedContent): Promise<void> {
  const { account_id, id, version, updated_at } = row;
  await tx
    .insertInto("pattern_version")
    .values({ account_id, id, version, ...content.columns, created_at: updated_at })
    .execute();
}

/** Only `prepareContent` writes these columns. */
function strings(json: string): string[] {
  return JSON.parse(json) as string[];
}
