import { sql } from "kysely";
import type { WarnedPattern } from "../../memory/conflict/check.ts";
import type { Origin } from "../../memory/entity/layer.ts";
import type { RulingPattern, RulingPatternStore } from "../../memory/rulebook/pattern-store.ts";
import { visibleUsers, type Scope } from "../../memory/scope.ts";
import type { Database } from "../database.ts";
import { recordColumns, recordOfRow } from "../outcome/track-records.ts";
import { statement } from "../statement.ts";

export class SqlRulingPatternStore implements RulingPatternStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async seq(account: string): Promise<number> {
    const [row] = await findSeq(this.#db.read, { account });
    return row?.seq ?? 0;
  }

  async changedSince(account: string, seq: number): Promise<boolean> {
    return (await findChanged(this.#db.read, { account, seq })).length > 0;
  }

  async ruling(scope: Scope, limit: number): Promise<RulingPattern[]> {
    const rows = await this.#visible(scope)
      .innerJoin("memory", (join) =>
        join.onRef("memory.account_id", "=", "pattern.account_id").onRef("memory.id", "=", "pattern.id"),
      )
      .select(["pattern.id", "pattern.user_id", "pattern.session_id", "pattern.updated_at", "pattern.title"])
      .select(["pattern.solution", "pattern.tags", "pattern.anti_patterns", "memory.origin", ...recordColumns])
      .where("memory.deleted", "=", 0)
      .where((e) => e.or([e("pattern.anti_patterns", "!=", "[]"), e("memory.record_at", "is not", null)]))
      .orderBy("pattern.updated_at", "desc")
      .orderBy("pattern.id", "desc")
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      title: row.title,
      solution: row.solution,
      tags: strings(row.tags),
      antiPatterns: strings(row.anti_patterns),
      user: row.user_id,
      origin: row.origin as Origin, // as it was written
      sessionId: row.session_id,
      updatedAtMs: row.updated_at,
      record: recordOfRow(row),
    }));
  }

  async warned(scope: Scope, ids: readonly string[]): Promise<Map<string, WarnedPattern>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#visible(scope)
      .select(["pattern.id", "pattern.anti_patterns", "pattern.solution", "pattern.works_when"])
      .where("pattern.id", "in", ids)
      .execute();
    return new Map(
      rows.map(({ id, anti_patterns: antiPatterns, solution, works_when: conditions }) => [
        id,
        { antiPatterns: strings(antiPatterns), solution, conditions: strings(conditions) },
      ]),
    );
  }

  #visible(scope: Scope) {
    return this.#db.read
      .selectFrom("pattern")
      .where("pattern.account_id", "=", scope.account)
      .where("pattern.user_id", "in", visibleUsers(scope));
  }
}

const findSeq = statement<{ account: string }, { seq: number }>((db, param) =>
  db.selectFrom("account").select("seq").where("id", "=", param("account")),
);

/** Tombstones count: they keep their layer. */
const findChanged = statement<{ account: string; seq: number }, { id: string }>((db, param) =>
  db
    .selectFrom("memory")
    .select("id")
    .where("account_id", "=", param("account"))
    .where("seq", ">", param("seq"))
    .where(sql<boolean>`layer = 'patterns'`)
    .limit(1),
);

/** As the store of patterns wrote them. */
const strings = (json: string): string[] => JSON.parse(json) as string[];
