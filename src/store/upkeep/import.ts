import { newId } from "../../memory/ids.ts";
import type { Origin } from "../../memory/layer.ts";
import type { NewMessage } from "../../memory/message.ts";
import type { PatternContent } from "../../memory/pattern.ts";
import type { Mark } from "../../memory/rulebook/mark.ts";
import type { Scope } from "../../memory/scope.ts";
import type { Database, Tx } from "../database.ts";
import { insertLeft } from "../gateway/left-turn.ts";
import { insertMemory, noMessage, takeSeqs, textColumns } from "../memory/memory-row.ts";
import { insertMessage } from "../memory/message-row.ts";
import { importMark } from "./directive-marks.ts";
import { importedIds } from "./imported-id.ts";
import { prepareContent, type PreparedContent } from "../memory/pattern-row.ts";
import { takePlaces } from "../memory/session-place.ts";
import { refreshRecord } from "../memory/track-records.ts";
import { importOutcome, type ImportedOutcome } from "./import-outcome.ts";

/** A message from an export keeps its id, stays left where it was, and has as many free places before it. */
export type ImportedMessage = NewMessage & { id?: string; left?: boolean; gap?: number };

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

  /** Stores those that are not there, all or nothing, and answers how many. */
  async addMessages(scope: Scope, messages: ImportedMessage[]): Promise<number> {
    const texts = new Map(messages.map((message) => [message, textColumns(message.content)]));
    return this.#db.writer.write(async (tx) => {
      const firstSeq = await takeSeqs(tx, scope.account, messages.length);
      const given = messages.flatMap(({ id }) => id ?? []);
      const ids = await importedIds(tx, scope.account, given);
      const fresh = firstOfEach(messages).filter(({ id }) => id === undefined || !ids.get(id)!.lives);
      const nowMs = Date.now();
      const createdAtMs = fresh.map((message) => message.createdAtMs ?? nowMs);
      const places = await takePlaces(tx, scope, fresh, createdAtMs);
      for (const [i, message] of fresh.entries()) {
        const id = message.id === undefined ? newId("msg_") : ids.get(message.id)!.id;
        await insertMessage(tx, scope, message, {
          id,
          seq: firstSeq + i,
          position: places[i]!,
          createdAtMs: createdAtMs[i]!,
          text: texts.get(message)!,
        });
        if (message.left) await insertLeft(tx, { account: scope.account, message: id });
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

  /** "title taken": another pattern has it, and nothing was stored. */
  async addPattern(scope: Scope, pattern: ImportedPattern): Promise<"stored" | "known" | "title taken"> {
    const versions = pattern.versions.map((version) => ({ ...version, prepared: prepareContent(version) }));
    const latest = versions.at(-1)!.prepared;
    return this.#db.writer.write(async (tx) => {
      const seq = await takeSeqs(tx, scope.account, 1);
      const { id, lives } = (await importedIds(tx, scope.account, [pattern.id])).get(pattern.id)!;
      if (lives) return "known";
      if (await hasTitle(tx, scope, latest.titleKey)) return "title taken";
      const key = { account_id: scope.account, id };
      await insertPattern(tx, scope, key, pattern, latest);
      for (const [i, { createdAtMs, prepared }] of versions.entries()) {
        const version = { ...key, version: i + 1, ...prepared.columns, created_at: createdAtMs };
        await tx.insertInto("pattern_version").values(version).execute();
      }
      await insertMemory(tx, {
        ...key,
        ...latest.text,
        user_id: scope.user,
        layer: "patterns",
        seq,
        session_id: "",
        position: -1,
        created_at: pattern.versions[0]!.createdAtMs,
        tags: latest.tags,
        origin: pattern.origin,
        ...noMessage,
      });
      await refreshRecord(tx, { account: scope.account, id }, seq);
      return "stored";
    });
  }
}

function firstOfEach(messages: ImportedMessage[]): ImportedMessage[] {
  const seen = new Set<string>();
  return messages.filter(({ id }) => id === undefined || (!seen.has(id) && seen.add(id)));
}

async function hasTitle(tx: Tx, { account, user }: Scope, titleKey: string): Promise<boolean> {
  const row = await tx
    .selectFrom("pattern")
    .select("id")
    .where("account_id", "=", account)
    .where("user_id", "=", user)
    .where("title_key", "=", titleKey)
    .executeTakeFirst();
  return row !== undefined;
}

async function insertPattern(
  tx: Tx,
  { user }: Scope,
  key: { account_id: string; id: string },
  { sessionId, record, versions }: ImportedPattern,
  latest: PreparedContent,
): Promise<void> {
  await tx
    .insertInto("pattern")
    .values({
      ...key,
      ...latest.columns,
      ...record,
      user_id: user,
      title_key: latest.titleKey,
      version: versions.length,
      session_id: sessionId ?? "",
      created_at: versions[0]!.createdAtMs,
      updated_at: versions.at(-1)!.createdAtMs,
    })
    .execute();
}
