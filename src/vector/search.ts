import type { Table } from "@lancedb/lancedb";
import type { BaseCandidates, SearchFilter } from "../memory/search/base.ts";
import type { Terms } from "../memory/search/terms.ts";
import { filterSql } from "./filter.ts";
import { queryWords } from "./words.ts";

export type Query = { vector: Float32Array | undefined; terms: Terms; filter: SearchFilter; limit: number };

/** Both searches at once: candidates by cosine and by words. */
export async function search(table: Table, query: Query): Promise<BaseCandidates> {
  const where = filterSql(query.filter);
  const { vector, terms, limit } = query;
  const [byVector, byWords] = await Promise.all([
    vector === undefined
      ? []
      : table
          .query()
          .nearestTo(vector)
          .column("vector")
          .distanceType("cosine")
          .where(where)
          .select(["id", "_distance"])
          .limit(limit)
          .toArrow()
          .then(ids),
    terms.ids.length === 0
      ? []
      : table
          .query()
          .fullTextSearch(queryWords(terms), { columns: "words" })
          .where(where)
          .select(["id", "_score"])
          .limit(limit)
          .toArrow()
          .then(ids),
  ]);
  return { byVector, byWords };
}

export async function allRows(table: Table): Promise<{ id: string; seq: number }[]> {
  const rows: { id: string; seq: number }[] = [];
  for await (const batch of table.query().select(["id", "seq"])) {
    const ids = batch.getChild("id")!;
    const seqs = batch.getChild("seq")!;
    for (let i = 0; i < batch.numRows; i++) rows.push({ id: String(ids.get(i)), seq: Number(seqs.get(i)) });
  }
  return rows;
}

function ids(result: { getChild(name: string): Iterable<unknown> | null }): string[] {
  return Array.from(result.getChild("id") ?? [], String);
}
