import { sql, type ExpressionBuilder } from "kysely";
import type { Db } from "../engine.ts";
import type { Schema } from "../schema.ts";
import { readSetting } from "../settings.ts";

/** The setting that names the vector space which is searched. */
export const embedderSetting = "embedder";

/** The active vector space; empty before there is one. */
export async function activeFingerprint(db: Db): Promise<string> {
  return (await readSetting(db, embedderSetting)) ?? "";
}

/** A part of a query that holds for what a partial index covers: literal, so that the planner may use that index. */
export const unembedded = sql<boolean>`memory.embedded = 0 and memory.deleted = 0`;

/** A part of a query: a memory has no vector of its present text in this space. */
export const lacksVector = (fingerprint: string) => (e: ExpressionBuilder<Schema, "memory">) =>
  e.not(
    e.exists(
      e
        .selectFrom("vector")
        .select("vector.id")
        .whereRef("vector.account_id", "=", "memory.account_id")
        .whereRef("vector.id", "=", "memory.id")
        .whereRef("vector.content_hash", "=", "memory.content_hash")
        .where("vector.fingerprint", "=", fingerprint),
    ),
  );
