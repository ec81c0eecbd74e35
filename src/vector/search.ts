import type { Query as TableQuery, Table, VectorQuery } from "@lancedb/lancedb";
import type { BaseCandidates, BaseFilter } from "../memory/search/base/base.ts";
import type { Terms } from "../memory/words/terms.ts";
import { column } from "./columns.ts";
import { filterSql } from "./filter.ts";
import { idsOf, type RowIds } from "./row-ids.ts";
import { queryWords } from "./words.ts";

export type Query = { vector: Float32Array | undefined; terms: Terms; filter: BaseFilter; limit: number };

/** Both searches at once: candidates by cosine and by words. */
export async function search(table: Table, known: RowIds, query: Query): Promise<BaseCandidates> {
  const where = filterSql(query.filter);
  const { vector, terms, limit } = query;
  /** Selecting the score spares a warning with each search. */
  const rows = async (search: TableQuery | VectorQuery, score: string): Promise<number[]> => {
    const filtered = where === undefined ? search : search.where(where);
    const found = await filtered.select([score]).withRowId().limit(limit).toArrow();
    return Array.from(found.getChild("_rowid") ?? [], Number);
  };
  const [byVector, byWords] = await Promise.all([
    vector === undefined
      ? []
      : rows(table.query().nearestTo(vector).column(column("vector")).distanceType("cosine"), "_distance"),
    terms.ids.length === 0
      ? []
      : rows(table.query().fullTextSearch(queryWords(terms), { columns: column("words") }), "_score"),
  ]);
  const ids = await idsOf(table, [...byVector, ...byWords], known);
  return { byVector: ids.slice(0, byVector.length), byWords: ids.slice(byVector.length) };
}

/** Id and seq of every row, in no order. */
export async function allRows(table: Table): Promise<{ id: string; seq: number }[]> {
  const rows: { id: string; seq: number }[] = [];
  for await (const batch of table.query().select([column("id"), column("seq")])) {
    const ids = batch.getChild(column("id"))!;
    const seqs = batch.getChild(column("seq"))!;
    for (let i = 0; i < batch.numRows; i++) rows.push({ id: String(ids.get(i)), seq: Number(seqs.get(i)) });
  }
  return rows;
}
