import { sql } from "kysely";
import type { Layer } from "../../memory/entity/layer.ts";
import type { FlushedTerms, IndexChange, IndexedMemory } from "../../memory/search/index-store.ts";
import { decodeF16 } from "../embedding/f16.ts";
import { embedderSetting } from "../embedding/vector-space.ts";
import type { Db } from "../engine.ts";
import { decodeTerms } from "../memory/terms-codec.ts";
import { standingOfRow } from "../outcome/track-records.ts";

/** Memories with the vector of the active embedder that belongs to their present text, and what the base holds of them. */
export function selectIndexed(db: Db) {
  return db
    .selectFrom("memory")
    .leftJoin("vector", (join) =>
      join
        .onRef("vector.account_id", "=", "memory.account_id")
        .onRef("vector.id", "=", "memory.id")
        .onRef("vector.content_hash", "=", "memory.content_hash")
        .on("vector.fingerprint", "=", (e) =>
          e.selectFrom("setting").select("value").where("name", "=", sql.lit(embedderSetting)),
        ),
    )
    .leftJoin("flushed", (join) =>
      join.onRef("flushed.account_id", "=", "memory.account_id").onRef("flushed.id", "=", "memory.id"),
    )
    .select(["memory.id", "memory.seq", "memory.layer", "memory.user_id", "memory.session_id", "memory.position"])
    .select(["memory.created_at", "memory.tags", "memory.terms", "memory.content_hash", "memory.deleted"])
    .select(["memory.success_weight", "memory.failure_weight", "memory.record_at", "memory.quarantined"])
    .select(["flushed.user_id as flushedUser", "flushed.session_id as flushedSession"])
    .select(["flushed.terms as flushedTerms", "vector.data as vector"]);
}

export type IndexedRow = Awaited<ReturnType<ReturnType<typeof selectIndexed>["execute"]>>[number];

export function changeOf(row: IndexedRow): IndexChange {
  return { id: row.id, seq: row.seq, memory: row.deleted ? undefined : memoryOf(row), indexed: flushedOf(row) };
}

export function memoryOf(row: IndexedRow): IndexedMemory {
  return {
    id: row.id,
    seq: row.seq,
    // Only the stores of layers write it.
    layer: row.layer as Layer,
    user: row.user_id,
    sessionId: row.session_id,
    position: row.position,
    createdAtMs: row.created_at,
    tags: row.tags === "[]" ? noTags : (JSON.parse(row.tags) as string[]), // as written: folded tags
    // An empty one is of a text that the embedder cannot read.
    vector: row.vector && row.vector.byteLength > 0 ? decodeF16(row.vector) : undefined,
    awaitsVector: row.vector === null,
    // A live memory always has them.
    terms: decodeTerms(row.terms!),
    standing: standingOfRow(row),
    // A live memory always has a hash, in hexadecimal.
    textHash: row.layer === "signals" ? Number.parseInt(row.content_hash!.slice(0, 12), 16) : undefined,
  };
}

const noTags: readonly string[] = [];

function flushedOf(row: IndexedRow): FlushedTerms | undefined {
  // The three come from one row, so they are there together.
  if (row.flushedTerms === null) return undefined;
  return { user: row.flushedUser!, sessionId: row.flushedSession!, terms: decodeTerms(row.flushedTerms) };
}
