import type { Retrieval, RetrievalStore } from "../../memory/entity/retrieval.ts";
import type { Scope } from "../../memory/scope.ts";
import { chunks } from "../chunks.ts";
import type { Database } from "../database.ts";
import { withoutErased } from "../erasure/late-receipts.ts";
import { readersOf } from "../memory/readers.ts";
import { parseGatewayUse, parseResults, rowOf } from "../outcome/retrieval-row.ts";

const rowsPerStatement = 100;

export class SqlRetrievalStore implements RetrievalStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async record(retrievals: Retrieval[]): Promise<void> {
    for (const part of chunks(retrievals, rowsPerStatement)) {
      await this.#db.writer.write(async (tx) => {
        const rows = await withoutErased(tx, part.map(rowOf));
        if (rows.length === 0) return;
        await tx
          .insertInto("retrieval")
          .values(rows)
          // A batch whose answer was lost may come twice; what the gateway did with a receipt is known only later.
          .onConflict((c) =>
            c.columns(["account_id", "id"]).doUpdateSet((e) => ({
              gateway: e.fn.coalesce("excluded.gateway", "retrieval.gateway"),
            })),
          )
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
      gateway: parseGatewayUse(row.gateway),
      createdAtMs: row.created_at,
    };
  }
}
