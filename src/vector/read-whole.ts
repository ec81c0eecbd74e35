import type { Table } from "@lancedb/lancedb";
import { quote } from "./filter.ts";
import { search } from "./search.ts";

/** A condition on each column with an index of its values: to evaluate it, all of that index is read. */
const conditions = [
  ...["user_id", "layer", "session_id"].map((column) => `${column} >= ${quote("")}`),
  `array_has(tags, ${quote("")})`,
];

/** Reads the ids of all rows, and asks every index. Errors: whatever is missing or damaged. */
export async function readWhole(table: Table): Promise<void> {
  for await (const rows of table.query().select(["id"])) void rows;
  const vectors = (await table.schema()).fields.find(({ name }) => name === "vector");
  const { listSize } = vectors!.type as { listSize: number }; // `rowSchema` made it
  const vector = new Float32Array(listSize).fill(1);
  const terms = { ids: Uint32Array.of(0), counts: Uint16Array.of(1), length: 1 };
  await search(table, new Map(), { vector, terms, filter: { users: "all" }, limit: 1 });
  for (const condition of conditions) await table.countRows(condition);
}
