import type { Origin } from "../../memory/entity/layer.ts";
import { foldTag, patternText, titleKey, type Pattern, type PatternContent } from "../../memory/entity/pattern.ts";
import type { Scope } from "../../memory/scope.ts";
import { halfLifeMs, noRecord, type TrackRecord } from "../../memory/entity/track-record.ts";
import type { Db, Tx } from "../engine.ts";
import { refreshRecord } from "../outcome/track-records.ts";
import type { PatternRow, PatternVersionRow } from "../schema.ts";
import { changeMemory, foldedTags, insertMemory, noMessage, textColumns, type TextColumns } from "./memory-row.ts";

/** A pattern's content as every table has it, made before the transaction begins. */
export type PreparedContent = { columns: ContentColumns; titleKey: string; text: TextColumns; tags: string };
export type ContentColumns = Omit<PatternVersionRow, "account_id" | "id" | "version" | "created_at" | "merged">;

/** Where a version comes from; what is left out stays as it is. */
export type Provenance = { origin: Origin; sessionId?: string };

/** What a pattern was imported with, or took over: weights as of the time it was made. */
export type BroughtRecord = Pick<PatternRow, "applications" | "successes" | "failures" | "created_at">;

type FreshVersion = { content: PreparedContent; createdAtMs: number };

/** A new pattern. Its last version is what it says; its record is what it is imported with. */
type FreshPattern = Provenance & {
  id: string;
  record?: Omit<BroughtRecord, "created_at">;
  versions: readonly FreshVersion[];
};

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

/**
 * A pattern's edited content. As long as the title stays, so does its key: today's rules may make a key of it that a
 * namesake has.
 */
export function prepareAnew(old: PatternRow, content: PatternContent): PreparedContent {
  const prepared = prepareContent(content);
  return content.title === old.title ? { ...prepared, titleKey: old.title_key } : prepared;
}

export function sameContent(row: ContentColumns, { columns }: PreparedContent): boolean {
  // Its keys are the columns; both sides have them as text.
  return Object.entries(columns).every(([name, value]) => row[name as keyof ContentColumns] === value);
}

/** Of the scope's user only, as is the next. */
export function findPattern(db: Db, scope: Scope, id: string): Promise<PatternRow | undefined> {
  return ownPatterns(db, scope).where("id", "=", id).executeTakeFirst();
}

export function findPatternByTitle(db: Db, scope: Scope, titleKey: string): Promise<PatternRow | undefined> {
  return ownPatterns(db, scope).where("title_key", "=", titleKey).executeTakeFirst();
}

function ownPatterns(db: Db, { account, user }: Scope) {
  return db.selectFrom("pattern").selectAll().where("account_id", "=", account).where("user_id", "=", user);
}

/** Stores a pattern with its versions, the first of which comes first. */
export async function insertPattern(tx: Tx, scope: Scope, fresh: FreshPattern, seq: number): Promise<PatternRow> {
  const { id, versions, record, origin, sessionId } = fresh;
  const key = { account_id: scope.account, id };
  const { content, createdAtMs: updated_at } = versions.at(-1)!;
  const created_at = versions[0]!.createdAtMs;
  const row = await tx
    .insertInto("pattern")
    .values({
      ...key,
      ...content.columns,
      ...record,
      user_id: scope.user,
      title_key: content.titleKey,
      version: versions.length,
      session_id: sessionId ?? "",
      created_at,
      updated_at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  for (const [i, version] of versions.entries()) await insertVersion(tx, { ...key, version: i + 1 }, version);
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
    origin,
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
  await insertVersion(tx, { account_id, id, version: row.version }, { content, createdAtMs: row.updated_at });
  const text = patternText(contentOf(old)) === content.text.text ? undefined : content.text;
  await changeMemory(tx, { account_id, id, seq }, { text, tags: content.tags, origin: from.origin });
  await refreshRecord(tx, { account: account_id, id }, seq);
  return row;
}

/** With more a weight would not be finite, and one of so long ago is worth nothing now. */
const halvingsMax = 1_000;

/**
 * Adds another pattern's record to a pattern's own, as of the time that the own counts from, so that each keeps its
 * worth.
 */
export function withRecord(own: BroughtRecord, other: BroughtRecord, nowMs: number): BroughtRecord {
  const ageMs = (one: BroughtRecord) => Math.max(0, nowMs - one.created_at);
  const aged = 2 ** Math.min(halvingsMax, (ageMs(own) - ageMs(other)) / halfLifeMs);
  return {
    applications: own.applications + other.applications,
    successes: own.successes + other.successes * aged,
    failures: own.failures + other.failures * aged,
    created_at: own.created_at,
  };
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

type VersionKey = { account_id: string; id: string; version: number };

async function insertVersion(tx: Tx, key: VersionKey, { content, createdAtMs }: FreshVersion): Promise<void> {
  await tx
    .insertInto("pattern_version")
    .values({ ...key, ...content.columns, created_at: createdAtMs })
    .execute();
}

/** Only `prepareContent` writes these columns. */
function strings(json: string): string[] {
  return JSON.parse(json) as string[];
}
