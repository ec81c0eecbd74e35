import { setImmediate as turn } from "node:timers/promises";
import { sql, type RawBuilder } from "kysely";
import type { GenerationStore, MemoryPlace } from "../../memory/background/embedding/generation.ts";
import type { EmbeddingJob } from "../../memory/background/embedding/embedding-store.ts";
import type { Database } from "../database.ts";
import { decodeF16 } from "../embedding/f16.ts";
import { embedderSetting, lacksVector } from "../embedding/vector-space.ts";
import { readSetting } from "../settings.ts";
import { activateVectorSpace } from "./activate-vector-space.ts";

const rowsPerSlice = 500;

export class SqlGenerationStore implements GenerationStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  active(): Promise<string | undefined> {
    return readSetting(this.#db.read, embedderSetting);
  }

  /** How long the vectors of a space are; `undefined` where there is none yet. */
  async dimensions(fingerprint: string): Promise<number | undefined> {
    const row = await this.#db.read
      .selectFrom("vector")
      .select("data")
      .where("fingerprint", "=", fingerprint)
      .where(sql<boolean>`length(data) > 0`)
      .limit(1)
      .executeTakeFirst();
    return row && row.data.byteLength / 2;
  }

  /** Some memory's text and its vector in a space; `undefined` where there is none, or the signal ended the search for it. */
  async sample(fingerprint: string, signal: AbortSignal): Promise<{ text: string; vector: Float32Array } | undefined> {
    for await (const inSlice of this.#slices("vector")) {
      if (signal.aborted) break;
      const row = await this.#db.read
        .selectFrom((from) =>
          from.selectFrom("vector").selectAll().where(inSlice).where("fingerprint", "=", fingerprint).as("vector"),
        )
        .innerJoin("memory", (join) =>
          join
            .onRef("memory.account_id", "=", "vector.account_id")
            .onRef("memory.id", "=", "vector.id")
            .onRef("memory.content_hash", "=", "vector.content_hash"),
        )
        .select(["memory.text", "vector.data"])
        .where("memory.deleted", "=", 0)
        .where(sql<boolean>`length(vector.data) > 0`)
        .limit(1)
        .executeTakeFirst();
      // A live row has its text.
      if (row) return { text: row.text!, vector: Float32Array.from(new Float16Array(decodeF16(row.data).buffer)) };
    }
    return undefined;
  }

  /** The active space, or one that is being filled, whose name begins so. */
  async spaceOf(beginning: string): Promise<string | undefined> {
    const active = await this.active();
    if (active?.startsWith(beginning)) return active;
    for await (const inSlice of this.#slices("vector")) {
      const row = await this.#db.read
        .selectFrom("vector")
        .select("fingerprint")
        .where(inSlice)
        .where(sql<boolean>`substr(fingerprint, 1, length(${beginning})) = ${beginning}`)
        .limit(1)
        .executeTakeFirst();
      if (row) return row.fingerprint;
    }
    return undefined;
  }

  async lacking(fingerprint: string, after: MemoryPlace | undefined, limit: number): Promise<EmbeddingJob[]> {
    const jobs: EmbeddingJob[] = [];
    for await (const inSlice of this.#slices("memory", after)) {
      const rows = await this.#db.read
        .selectFrom("memory")
        .select(["account_id", "id", "content_hash", "text"])
        .where(inSlice)
        .where("deleted", "=", 0)
        .where(lacksVector(fingerprint))
        .orderBy("account_id")
        .orderBy("id")
        .limit(limit - jobs.length)
        .execute();
      for (const row of rows) {
        // A live row has both.
        jobs.push({ account: row.account_id, id: row.id, contentHash: row.content_hash!, text: row.text! });
      }
      if (jobs.length >= limit) break;
    }
    return jobs;
  }

  async holds(fingerprint: string, count: number): Promise<boolean> {
    let found = 0;
    if (count === 0) return true;
    for await (const inSlice of this.#slices("vector")) {
      const { held } = await this.#db.read
        .selectFrom("vector")
        .select((e) => e.fn.countAll<number>().as("held"))
        .where(inSlice)
        .where("fingerprint", "=", fingerprint)
        .executeTakeFirstOrThrow();
      found += Number(held);
      if (found >= count) return true;
    }
    return false;
  }

  activate(fingerprint: string): Promise<boolean> {
    return activateVectorSpace(this.#db, fingerprint);
  }

  async retire(fingerprint: string): Promise<void> {
    for await (const inSlice of this.#slices("vector")) {
      const other = await this.#db.read
        .selectFrom("vector")
        .select("id")
        .where(inSlice)
        .where("fingerprint", "<>", fingerprint)
        .limit(1)
        .executeTakeFirst();
      if (!other) continue;
      await this.#db.writer.write((tx) =>
        tx.deleteFrom("vector").where(inSlice).where("fingerprint", "<>", fingerprint).execute(),
      );
    }
  }

  /**
   * Conditions that each hold for the next rows of a table, in the order of their keys. The event loop turns in
   * between.
   */
  async *#slices(
    table: "memory" | "vector",
    from: MemoryPlace = { account: "", id: "" },
  ): AsyncGenerator<RawBuilder<boolean>> {
    for (let after: MemoryPlace | undefined = from; after; await turn()) {
      const behind: RawBuilder<boolean> = sql`(account_id, id) > (${after.account}, ${after.id})`;
      const last: { account_id: string; id: string } | undefined = await this.#db.read
        .selectFrom(table)
        .select(["account_id", "id"])
        .where(behind)
        .orderBy("account_id")
        .orderBy("id")
        .offset(rowsPerSlice - 1)
        .limit(1)
        .executeTakeFirst();
      yield last ? sql`(${behind} and (account_id, id) <= (${last.account_id}, ${last.id}))` : behind;
      after = last && { account: last.account_id, id: last.id };
    }
  }
}
