import { sql } from "kysely";
import type { EmbeddingJob } from "../../memory/embedding.ts";
import type { GenerationStore, MemoryPlace } from "../../memory/background/generation.ts";
import type { Database } from "../database.ts";
import { embedderSetting, lacksVector } from "./index-rows.ts";
import { activateVectorSpace } from "./vector-space.ts";

const rowsPerSlice = 500;

export class SqlGenerationStore implements GenerationStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async active(): Promise<string | undefined> {
    const query = this.#db.read.selectFrom("setting").select("value").where("name", "=", embedderSetting);
    return (await query.executeTakeFirst())?.value;
  }

  async lacking(fingerprint: string, after: MemoryPlace | undefined, limit: number): Promise<EmbeddingJob[]> {
    let query = this.#db.read
      .selectFrom("memory")
      .select(["account_id", "id", "content_hash", "text"])
      .where("deleted", "=", 0)
      .where(lacksVector(fingerprint))
      .orderBy("account_id")
      .orderBy("id")
      .limit(limit);
    if (after) query = query.where(sql<boolean>`(account_id, id) > (${after.account}, ${after.id})`);
    const rows = await query.execute();
    // A live row has both.
    return rows.map((row) => ({
      account: row.account_id,
      id: row.id,
      contentHash: row.content_hash!,
      text: row.text!,
    }));
  }

  activate(fingerprint: string): Promise<boolean> {
    return activateVectorSpace(this.#db, fingerprint);
  }

  async retire(fingerprint: string): Promise<void> {
    for (let deleted = 1; deleted > 0;) {
      const others = sql`select account_id, id, fingerprint from vector where fingerprint <> ${fingerprint} limit ${rowsPerSlice}`;
      const result = await this.#db.writer.write((tx) =>
        sql`delete from vector where (account_id, id, fingerprint) in (${others})`.execute(tx),
      );
      deleted = Number(result.numAffectedRows ?? 0);
    }
  }
}
