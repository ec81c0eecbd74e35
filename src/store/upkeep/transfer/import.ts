import { newId } from "../../../memory/ids.ts";
import type { Origin } from "../../../memory/entity/layer.ts";
import type { NewMessage } from "../../../memory/entity/message.ts";
import type { PatternContent } from "../../../memory/entity/pattern.ts";
import type { Mark } from "../../../memory/rulebook/mark.ts";
import type { Scope } from "../../../memory/scope.ts";
import { takeSeqs } from "../../account/seqs.ts";
import type { Database } from "../../database.ts";
import type { Tx } from "../../engine.ts";
import { insertLeft } from "../../gateway/left-turn.ts";
import { insertMessage, prepareMessage, type FreshRow } from "../../memory/message-row.ts";
import {
  addVersion,
  findPattern,
  findPatternByTitle,
  insertPattern,
  prepareContent,
  sameContent,
  withRecord,
  type ContentColumns,
  type PreparedContent,
  type Provenance,
} from "../../memory/pattern-row.ts";
import { takePlaces } from "../../memory/session-place.ts";
import { mergedInto } from "../../outcome/outcome-row.ts";
import { refreshRecord } from "../../outcome/track-records.ts";
import type { PatternRow } from "../../schema.ts";
import { importMark } from "./directive-marks.ts";
import { importOutcome, type ImportedOutcome } from "./import-outcome.ts";
import { importedIds, type ImportedId } from "./imported-id.ts";

/**
 * A message from an export keeps its id and when it was edited, stays left where it was, and has as many free places
 * before it.
 */
export type ImportedMessage = NewMessage & { id?: string; updatedAtMs?: number; left?: boolean; gap?: number };
export type OwnedMessage = ImportedMessage & { user: string };

/** A pattern from an export keeps its id, its record and the times of its versions, the first of which comes first. */
export type ImportedPattern = {
  id: string;
  origin: Origin;
  sessionId?: string;
  record: { applications: number; successes: number; failures: number };
  versions: (PatternContent & { createdAtMs: number })[];
};

/** Writes back what an export has read, as it was. What is there already is left as it is, so an import can be repeated. */
export class SqlImport {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Stores those that are not there, of whichever users, all or nothing, and answers how many. */
  async addMessages(account: string, messages: OwnedMessage[]): Promise<number> {
    const prepared = new Map(messages.map((message) => [message, prepareMessage(message)]));
    return this.#db.writer.write(async (tx) => {
      const firstSeq = await takeSeqs(tx, account, messages.length);
      const given = messages.flatMap(({ id }) => id ?? []);
      const ids = await importedIds(tx, account, given);
      const nowMs = Date.now();
      const fresh = firstOfEach(messages)
        .filter(({ id }) => id === undefined || !ids.get(id)!.lives)
        .map((message, i) => ({
          message,
          id: message.id === undefined ? newId("msg_") : ids.get(message.id)!.id,
          seq: firstSeq + i,
          createdAtMs: message.createdAtMs ?? nowMs,
          updatedAtMs: message.updatedAtMs,
          prepared: prepared.get(message)!,
        }));
      for (const [user, rows] of Map.groupBy(fresh, ({ message }) => message.user)) {
        await insertRows(tx, { account, user }, rows);
      }
      return fresh.length;
    });
  }

  /** False where all of it is there. What it credits must have been imported before. */
  async addOutcome(scope: Scope, outcome: ImportedOutcome): Promise<boolean> {
    return this.#db.writer.write(async (tx) => {
      await takeSeqs(tx, scope.account, 0);
      return importOutcome(tx, scope, outcome);
    });
  }

  /** False where something was decided of that directive already. */
  async addMark(scope: Scope, mark: Mark): Promise<boolean> {
    return this.#db.writer.write(async (tx) => {
      await takeSeqs(tx, scope.account, 0);
      return importMark(tx, scope, mark);
    });
  }

  /** Where another pattern of the user's has its title, its versions and its record become that one's. */
  async addPattern(scope: Scope, pattern: ImportedPattern): Promise<"stored" | "known"> {
    const versions = pattern.versions.map((version) => ({ ...version, content: prepareContent(version) }));
    const latest = versions.at(-1)!.content;
    return this.#db.writer.write(async (tx) => {
      const seq = await takeSeqs(tx, scope.account, 1);
      const { id, lives, lineage } = (await importedIds(tx, scope.account, [pattern.id])).get(pattern.id)!;
      if (lives) return "known";
      const namesake = await findPatternByTitle(tx, scope, latest.titleKey);
      if (namesake) {
        const added = versions.map(({ content }) => content);
        const hasVersions = await addVersions(tx, namesake, added, pattern, seq);
        const current = (await findPattern(tx, scope, namesake.id))!;
        const hasRecord = await takeOver(tx, current, { ...pattern, lineage }, seq);
        return hasVersions || hasRecord ? "stored" : "known";
      }
      await forgetMerge(tx, scope.account, id);
      await insertPattern(tx, scope, { ...pattern, id, versions }, seq);
      await refreshRecord(tx, { account: scope.account, id }, seq);
      return "stored";
    });
  }
}

type FreshMessage = { message: OwnedMessage } & Omit<FreshRow, "position">;

async function insertRows(tx: Tx, scope: Scope, rows: readonly FreshMessage[]): Promise<void> {
  const messages = rows.map(({ message }) => message);
  const createdAtMs = rows.map((row) => row.createdAtMs);
  const places = await takePlaces(tx, scope, messages, createdAtMs);
  for (const [i, { message, ...row }] of rows.entries()) {
    await insertMessage(tx, scope, message, { ...row, position: places[i]! });
    if (message.left) await insertLeft(tx, { account: scope.account, message: row.id });
  }
}

type Taken = ImportedPattern & Pick<ImportedId, "lineage">;

/**
 * From now on the outcomes of the imported pattern are its namesake's. Answers whether it brought a record, which it
 * does once.
 */
async function takeOver(tx: Tx, namesake: PatternRow, imported: Taken, seq: number): Promise<boolean> {
  const { account_id: account, id } = namesake;
  if ((await mergedInto(tx, account, imported.lineage)).size > 0) return false;
  await tx
    .insertInto("merged_pattern")
    .values({ account_id: account, id: imported.id, into_id: id, merged_at: Date.now() })
    .execute();
  const { record, versions } = imported;
  if (Object.values(record).every((count) => count === 0)) return false;
  const brought = withRecord(namesake, { ...record, created_at: versions[0]!.createdAtMs }, Date.now());
  await tx.updateTable("pattern").set(brought).where("account_id", "=", account).where("id", "=", id).execute();
  await refreshRecord(tx, { account, id }, seq);
  return true;
}

/** What lives again is credited itself, whatever it was merged into before. */
async function forgetMerge(tx: Tx, account: string, id: string): Promise<void> {
  await tx.deleteFrom("merged_pattern").where("account_id", "=", account).where("id", "=", id).execute();
}

function firstOfEach(messages: OwnedMessage[]): OwnedMessage[] {
  const seen = new Set<string>();
  return messages.filter(({ id }) => id === undefined || (!seen.has(id) && seen.add(id)));
}

/** Adds those of the versions that the pattern has not had; answers whether there were any. */
async function addVersions(
  tx: Tx,
  pattern: PatternRow,
  versions: PreparedContent[],
  from: Provenance,
  seq: number,
): Promise<boolean> {
  const history = await tx
    .selectFrom("pattern_version")
    .selectAll()
    .where("account_id", "=", pattern.account_id)
    .where("id", "=", pattern.id)
    .orderBy("version")
    .execute();
  const distinct = versions.filter((version, at) => at === 0 || !sameContent(versions[at - 1]!.columns, version));
  const missing = distinct.slice(hadOf(history, distinct));
  // An earlier one may have another title, which is not to be taken from anybody.
  const titleKey = pattern.title_key;
  let row = pattern;
  for (const version of missing) row = await addVersion(tx, row, { ...version, titleKey }, from, seq);
  return missing.length > 0;
}

/** How many of the versions, from the first, stand in a history in a row: up to the last of them, or to its end. */
function hadOf(history: ContentColumns[], versions: PreparedContent[]): number {
  let had = 0;
  for (const from of history.keys()) {
    const rest = history.slice(from, from + versions.length);
    const differs = rest.findIndex((row, at) => !sameContent(row, versions[at]!));
    if (differs === -1) had = Math.max(had, rest.length);
  }
  return had;
}
