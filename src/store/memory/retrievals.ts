import { sql, type RawBuilder } from "kysely";
import type { Layer } from "../../memory/layer.ts";
import type { Retrieval, RetrievalStore } from "../../memory/retrieval.ts";
import { systemUser, type Scope } from "../../memory/scope.ts";
import { chunks } from "../chunks.ts";
import type { Database } from "../database.ts";
import { withoutErased } from "../erasure/late-receipts.ts";

/**
 * Results as stored: short, for there are many. What was erased keeps its place, for outcomes count by rank: null. In that of
 * a pattern that was merged stands the one that it was merged into, and when.
 */
export type StoredResult = [id: string, layer: Layer, similarity: number, mergedAtMs?: number];

const rowsPerStatement = 100;

export class SqlRetrievalStore implements RetrievalStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async record(retrievals: Retrieval[]): Promise<void> {
    for (const part of chunks(retrievals, rowsPerStatement)) {
      await this.#db.writer.write(async (tx) => {
        const rows = (await withoutErased(tx, part)).map(rowOf);
        if (rows.length === 0) return;
        await tx
          .insertInto("retrieval")
          .values(rows)
          // A batch whose answer was lost may come twice.
          .onConflict((c) => c.columns(["account_id", "id"]).doNothing())
          .execute();
      });
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

function rowOf({ account, user, query, queryHash, results, ...retrieval }: Retrieval) {
  return {
    account_id: account,
    id: retrieval.id,
    user_id: user,
    query: query ?? null,
    query_hash: queryHash,
    results: JSON.stringify(results.map(({ id, layer, similarity }): StoredResult => [id, layer, similarity])),
    created_at: retrieval.createdAtMs,
  };
}

/**
 * Who may read a receipt or an erasure by its id: its user, or whoever acts for the account itself, as every key does
 * that is not bound to a user. Neither is memory, so a user does not see `system`'s.
 */
export function readersOf(scope: Scope): RawBuilder<boolean> {
  return scope.user === systemUser ? sql<boolean>`1 = 1` : sql<boolean>`user_id = ${scope.user}`;
}

/** Each memory once. */
export function parseResults(json: string): StoredResult[] {
  const first = new Map<string, StoredResult>();
  for (const result of parsePlaces(json)) if (result && !first.has(result[0])) first.set(result[0], result);
  return [...first.values()];
}

/** With the places of what was erased, and all of what was merged. */
export function parsePlaces(json: string): (StoredResult | null)[] {
  // Only this file and erasure write the column, in this form.
  return JSON.parse(json) as (StoredResult | null)[];
}
