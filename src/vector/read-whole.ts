import type { Table } from "@lancedb/lancedb";
import { column, namedColumns } from "./columns.ts";
import { rowSchema } from "./row.ts";
import { search } from "./search.ts";

const conditions = namedColumns.flatMap(([name, { reads }]) => reads?.(name) ?? []);

/**
 * Reads the ids of all rows, every index, and what is filtered by without one. Errors: whatever is missing, damaged, or of
 * another version's columns.
 */
export async function readWhole(table: Table): Promise<void> {
  for await (const rows of table.query().select([column("id")])) void rows;
  const { fields } = await table.schema();
  const { listSize } = fields.find(({ name }) => name === column("vector"))!.type as { listSize: number }; // `rowSchema` made it
  const textOf = (of: typeof fields) => of.map(({ name, type }) => `${name} ${type}`).join(", ");
  const wanted = textOf(rowSchema(listSize).fields);
  if (textOf(fields) !== wanted) throw new Error(`a base of the columns ${textOf(fields)}, not of ${wanted}`);
  const vector = new Float32Array(listSize).fill(1);
  const terms = { ids: Uint32Array.of(0), counts: Uint16Array.of(1), length: 1 };
  await search(table, new Map(), { vector, terms, filter: { users: "all" }, limit: 1 });
  for (const condition of conditions) await table.countRows(condition);
}
