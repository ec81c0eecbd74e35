import { setImmediate as turn } from "node:timers/promises";
import type { RecordBatch, Schema, Table } from "apache-arrow";
import type { IndexedMemory } from "../memory/search/index-store.ts";
import { arrow } from "./arrow.ts";
import { namedColumns } from "./columns.ts";

/** Makes a column the key: without one, concurrent upserts of one new id leave two rows, and no error. */
const primaryKey = new Map([["lance-schema:unenforced-primary-key", "true"]]);

export function rowSchema(dimensions: number): Schema {
  return new arrow.Schema(
    namedColumns.map(([name, { type, isNullable = false, isKey }]) => {
      return new arrow.Field(name, type(dimensions), isNullable, isKey && primaryKey);
    }),
  );
}

/** Made in parts of so many rows, with a turn of the event loop between. */
const partRows = 100;

export async function rowsTable(
  memories: readonly IndexedMemory[],
  schema: Schema,
  dimensions: number,
): Promise<Table> {
  const parts: RecordBatch[] = [];
  for (let i = 0; i < memories.length; i += partRows) {
    parts.push(recordBatch(memories.slice(i, i + partRows), schema, dimensions));
    await turn();
  }
  return new arrow.Table(schema, parts);
}

function recordBatch(memories: readonly IndexedMemory[], schema: Schema, dimensions: number): RecordBatch {
  const children = namedColumns.map(([, { data }]) => data(memories, dimensions));
  const data = arrow.makeData({
    type: new arrow.Struct(schema.fields),
    length: memories.length,
    nullCount: 0,
    children,
  });
  return new arrow.RecordBatch(schema, data);
}
