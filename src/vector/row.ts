import { setImmediate as turn } from "node:timers/promises";
import type { Data, RecordBatch, Schema, Table } from "apache-arrow";
import { AppError } from "../error.ts";
import type { IndexedMemory } from "../memory/search/index-store.ts";
import { arrow } from "./arrow.ts";
import { memoryWords } from "./words.ts";

const { Field, FixedSizeList, Float32, Int64, List, Utf8, makeData } = arrow;

/** Makes `id` the key: without it, concurrent upserts of one new id leave two rows, and no error. */
const primaryKey = new Map([["lance-schema:unenforced-primary-key", "true"]]);

/** The columns of a table. Nobody's text is among them. */
export function rowSchema(dimensions: number): Schema {
  return new arrow.Schema([
    new Field("id", new Utf8(), false, primaryKey),
    new Field("seq", new Int64(), false),
    new Field("layer", new Utf8(), false),
    new Field("user_id", new Utf8(), false),
    new Field("session_id", new Utf8(), false),
    new Field("created_at", new Int64(), false),
    new Field("tags", new List(new Field("item", new Utf8(), true)), false),
    new Field("words", new Utf8(), false),
    new Field("vector", new FixedSizeList(dimensions, new Field("item", new Float32(), true)), true),
  ]);
}

/** Made in parts of so many rows, with a turn of the event loop between. */
const partRows = 100;

/** Rows by column, as blocks of bytes: rows as objects would hold the event loop ten times as long. */
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
  const text = (of: (memory: IndexedMemory) => string) => textData(memories.map(of));
  const integer = (of: (memory: IndexedMemory) => number) =>
    makeData({ type: new Int64(), length: memories.length, data: BigInt64Array.from(memories, (m) => BigInt(of(m))) });
  const children: Data[] = [
    text((memory) => memory.id),
    integer((memory) => memory.seq),
    text((memory) => memory.layer),
    text((memory) => memory.user),
    text((memory) => memory.sessionId),
    integer((memory) => memory.createdAtMs),
    textsData(memories.map((memory) => memory.tags)),
    text((memory) => memoryWords(memory.terms)),
    vectorData(memories, dimensions),
  ];
  const data = makeData({ type: new arrow.Struct(schema.fields), length: memories.length, nullCount: 0, children });
  return new arrow.RecordBatch(schema, data);
}

function textData(texts: readonly string[]) {
  const parts = texts.map((text) => Buffer.from(text));
  const valueOffsets = offsets(parts);
  return makeData({ type: new Utf8(), length: texts.length, nullCount: 0, valueOffsets, data: Buffer.concat(parts) });
}

function textsData(lists: readonly (readonly string[])[]): Data {
  const type = new List(new Field("item", new Utf8(), true));
  const child = textData(lists.flat());
  return makeData({ type, length: lists.length, nullCount: 0, valueOffsets: offsets(lists), child });
}

/** Where each part begins in all of them together, and where the last ends. */
function offsets(parts: readonly { length: number }[]): Int32Array {
  const ends = new Int32Array(parts.length + 1);
  for (const [i, { length }] of parts.entries()) ends[i + 1] = ends[i]! + length;
  return ends;
}

function vectorData(memories: readonly IndexedMemory[], dimensions: number): Data {
  const values = new Float32Array(memories.length * dimensions);
  const present = new Uint8Array(Math.ceil(memories.length / 8));
  let missing = 0;
  for (const [i, { id, vector }] of memories.entries()) {
    if (vector === undefined) {
      missing++;
      continue;
    }
    if (vector.length !== dimensions)
      throw new AppError("internal", `memory ${id} has a vector of ${vector.length} dimensions, not ${dimensions}`);
    values.set(new Float16Array(vector.buffer, vector.byteOffset, vector.length), i * dimensions);
    present[i >> 3]! |= 1 << (i & 7);
  }
  const item = new Field("item", new Float32(), true);
  return makeData({
    type: new FixedSizeList(dimensions, item),
    length: memories.length,
    nullCount: missing,
    nullBitmap: present,
    child: makeData({ type: new Float32(), length: values.length, data: values }),
  });
}
