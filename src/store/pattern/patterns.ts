import { sql } from "kysely";
import { AppError } from "../../error.ts";
import { decodeCursor, type ListId } from "../../memory/page/cursor.ts";
import { newId } from "../../memory/ids.ts";
import type { Origin } from "../../memory/entity/layer.ts";
import type { Once } from "../../memory/once.ts";
import type { Page, PageRequest } from "../../memory/page/page.ts";
import type {
  Merge,
  Pattern,
  PatternContent,
  PatternStore,
  PatternVersion,
  PutStatus,
} from "../../memory/entity/pattern.ts";
import { visibleUsers, type Scope } from "../../memory/scope.ts";
import { writeOnce } from "../account/idempotency.ts";
import type { Database } from "../database.ts";
import type { Db } from "../engine.ts";
import { tagPattern } from "../memory/memory-row.ts";
import {
  addVersion,
  contentOf,
  findPattern,
  findPatternByTitle,
  insertPattern,
  patternOf,
  prepareAnew,
  prepareContent,
  sameContent,
} from "../memory/pattern-row.ts";
import { findRecords } from "../outcome/track-records.ts";
import { behindNewest, newestKey, pageOfRows, readPage } from "../page.ts";
import type { PatternRow } from "../schema.ts";
import { mergePatterns } from "./merge-patterns.ts";

export class SqlPatternStore implements PatternStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async put(
    scope: Scope,
    content: PatternContent,
    options: { origin: Origin; sessionId?: string },
    once?: Once,
  ): Promise<{ pattern: Pattern; status: PutStatus }> {
    const prepared = prepareContent(content);
    return writeOnce(this.#db, scope, once, { seqs: 1 }, async (tx, seq) => {
      const old = await findPatternByTitle(tx, scope, prepared.titleKey);
      if (!old) {
        const versions = [{ content: prepared, createdAtMs: Date.now() }];
        const row = await insertPattern(tx, scope, { ...options, id: newId("pat_"), versions }, seq);
        return { pattern: patternOf(row), status: "created" };
      }
      if (sameContent(old, prepared)) return { pattern: await withRecord(tx, old), status: "unchanged" };
      const row = await addVersion(tx, old, prepared, options, seq);
      return { pattern: await withRecord(tx, row), status: "updated" };
    });
  }

  async get(scope: Scope, id: string): Promise<Pattern | undefined> {
    const row = await visible(this.#db.read, scope).where("id", "=", id).selectAll().executeTakeFirst();
    return row && withRecord(this.#db.read, row);
  }

  async list(scope: Scope, tags: string[], page: PageRequest): Promise<Page<Pattern>> {
    const list: ListId = ["patterns", scope.account, scope.user, tags];
    let matching = visible(this.#db.read, scope);
    for (const tag of tags) matching = matching.where((e) => e.exists(taggedMemory(this.#db.read, tagPattern(tag))));
    const total = matching.select((e) => e.fn.countAll<number>().as("total"));
    const items = matching
      .selectAll()
      .where(behindNewest(list, page.cursor))
      .orderBy("created_at", "desc")
      .orderBy("id", "desc");
    const read = await readPage(this.#db.read, { total, items }, page);
    const ids = read.rows.map(({ id }) => id);
    const records = await findRecords(this.#db.read, scope.account, ids);
    return pageOfRows(read, { list, item: (row) => patternOf(row, records.get(row.id)), key: newestKey });
  }

  async history(scope: Scope, id: string, page: PageRequest): Promise<Page<PatternVersion> | undefined> {
    const list: ListId = ["history", scope.account, scope.user, id];
    const total = visible(this.#db.read, scope).where("id", "=", id).select("version as total");
    const [before] = page.cursor === undefined ? [Infinity] : decodeCursor(list, page.cursor, ["number"]);
    const items = this.#db.read
      .selectFrom("pattern_version")
      .selectAll()
      .where("account_id", "=", scope.account)
      .where("id", "=", id)
      .where("version", "<", before)
      .orderBy("version", "desc");
    const read = await readPage(this.#db.read, { total, items }, page);
    if (read.total === undefined) return undefined;
    return pageOfRows(read, {
      list,
      item: (row) => ({ ...contentOf(row), version: row.version, createdAtMs: row.created_at }),
      key: ({ version }) => [version],
    });
  }

  async edit(
    scope: Scope,
    id: string,
    edit: Partial<PatternContent>,
    options: { origin: Origin },
    once?: Once,
  ): Promise<Pattern | undefined> {
    return writeOnce(this.#db, scope, once, { seqs: 1 }, async (tx, seq) => {
      const old = await findPattern(tx, scope, id);
      if (!old) return undefined;
      const prepared = prepareAnew(old, { ...contentOf(old), ...given(edit) });
      if (sameContent(old, prepared)) return withRecord(tx, old);
      const namesake = await findPatternByTitle(tx, scope, prepared.titleKey);
      if (namesake && namesake.id !== id) {
        throw new AppError("conflict", `title: the pattern "${namesake.id}" already has it`);
      }
      return withRecord(tx, await addVersion(tx, old, prepared, options, seq));
    });
  }

  async merge(
    scope: Scope,
    id: string,
    from: readonly string[],
    options: { origin: Origin },
    once?: Once,
  ): Promise<Merge | undefined> {
    return mergePatterns(this.#db, scope, { id, from, origin: options.origin }, once);
  }
}

async function withRecord(db: Db, row: PatternRow): Promise<Pattern> {
  const records = await findRecords(db, row.account_id, [row.id]);
  return patternOf(row, records.get(row.id));
}

function visible(db: Db, scope: Scope) {
  return db
    .selectFrom("pattern")
    .where("pattern.account_id", "=", scope.account)
    .where("pattern.user_id", "in", visibleUsers(scope));
}

/** The memory of a pattern, if its tags are as asked: see foldedTags. */
function taggedMemory(db: Db, pattern: string) {
  return db
    .selectFrom("memory")
    .select("memory.id")
    .whereRef("memory.account_id", "=", sql.ref("pattern.account_id"))
    .whereRef("memory.id", "=", sql.ref("pattern.id"))
    .where(sql<boolean>`memory.tags like ${pattern} escape '!'`);
}

function given(edit: Partial<PatternContent>): Partial<PatternContent> {
  return Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
}
