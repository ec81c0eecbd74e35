import type { Table } from "@lancedb/lancedb";
import { column } from "./columns.ts";

/**
 * Ids of a table's rows by LanceDB's own numbers of rows, which hold for one version of the table. A search knows the
 * numbers at once; to fetch 200 ids from the table takes as long as to find them.
 */
export type RowIds = Map<number, string>;

/** The ids, parallel to the numbers; those that are not known yet are fetched, and known from then on. */
export async function idsOf(table: Table, rows: readonly number[], known: RowIds): Promise<string[]> {
  const missing = new Set(rows.filter((row) => !known.has(row)));
  if (missing.size > 0) {
    const taken = await table
      .takeRowIds([...missing])
      .select([column("id")])
      .withRowId()
      .toArrow();
    const ids = taken.getChild(column("id"))!;
    const numbers = taken.getChild("_rowid")!;
    for (let at = 0; at < taken.numRows; at++) known.set(Number(numbers.get(at)), String(ids.get(at)));
  }
  return rows.map((row) => known.get(row)!);
}
