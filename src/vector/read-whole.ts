import type { Table } from "@lancedb/lancedb";
import { quote } from "./filter.ts";
import { rowSchema } from "./row.ts";
import { search } from "./search.ts";

/** A condition on each column with an index of its values: to evaluate it, all of that index is read. */
const conditions = [
  ...["user_id", "layer", "session_id"].map((column) => `${column} >= ${quote("")}`),
  `array_has(tags, ${quote("")})`,
];

/** Reads the ids of all rows, and asks every index. Errors: whatever is missing, damaged, or of another version's columns. */
export async function readWhole(table: Table): Promise<void> {
  for await (const rows of table.query().select(["id"])) void rows;
  const { fields } = await table.schema();
  const { listSize } = fields.find(({ name }) => name === "vector")!.type as { listSize: number }; // `rowSchema` made it
  const columns = (of: typeof fields) => of.map(({ name, type }) => `${name} ${type}`).join(", ");
  const wanted = columns(rowSchema(listSize).fields);
  if (columns(fields) !== wanted) throw new Error(`a base of the columns ${columns(fields)}, not of ${wanted}`);
  const vector = new Float32Array(listSize).fill(1);
  const terms = { ids: Uint32Array.of(0), counts: Uint16Array.of(1), length: 1 };
  await search(table, new Map(), { vector, terms, filter: { users: "all" }, limit: 1 });
  for (const condition of conditions) await table.countRows(condition);
}
