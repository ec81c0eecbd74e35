import { sql, type RawBuilder } from "kysely";
import type { Layer } from "../../memory/layer.ts";
import type { Retrieval, RetrievalStore } from "../../memory/retrieval.ts";
import { systemUser, type Scope } from "../../memory/scope.ts";
import type { Database } from "../database.ts";

/** Results as stored: short, for there are many. */
export type StoredResult = [id: string, layer: Layer, similarity: number];

const rowsPerStatement = 100;

export class SqlRetrievalStore implements RetrievalStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async record(retrievals: Retrieval[]): Promise<void> {
    for (let at = 0; at < retrievals.length; at += rowsPerStatement) {
      const rows = retrievals.slice(at, at + rowsPerStatement).map((retrieval) => ({
        account_id: retrieval.account,
        id: retrieval.id,
        user_id: retrieval.user,
        query: retrieval.query ?? null,
        query_hash: retrieval.queryHash,
        results: JSON.stringify(retrieval.results.map((r): StoredResult => [r.id, r.layer, r.similarity])),
        created_at: retrieval.createdAtMs,
      }));
      // A batch whose answer was lost may come twice.
      await this.#db.writer.write((tx) =>
        tx
          .insertInto("retrieval")
          .values(rows)
          .onConflict((c) => c.columns(["account_id", "id"]).doNothing())
          .execute(),
      );
    }
  }

  async get(scope: Scope, id: string): Promise<Retrieval | undefined> {
    const row = await this.#db.read
      .selectFrom("retrieval")
      .selectAll()
      .where("account_id", "=", scope.account)
      .where(readersOf(scope))
      .where("id", "=", id)
      .executeTakeFirst();
    if (!row) return undefined;
    return {
      id: row.id,
      account: row.account_id,
      user: row.user_id,
      query: row.query ?? undefined,
      queryHash: row.query_hash,
      results: parseResults(row.results).map(([resultId, layer, similarity]) => ({ id: resultId, layer, similarity })),
      createdAtMs: row.created_at,
    };
  }
}

/**
 * Who may read a receipt or an erasure by its id: its user, or whoever acts for the account itself, as every key does
 * that is not bound to a user. Neither is memory, so a user does not see `system`'s.
 */
export function readersOf(scope: Scope): RawBuilder<boolean> {
  return scope.user === systemUser ? sql<boolean>`1 = 1` : sql<boolean>`user_id = ${scope.user}`;
}

export function parseResults(json: string): StoredResult[] {
  // Only this file and erasure write the column, in this form.
  return JSON.parse(json) as StoredResult[];
}
