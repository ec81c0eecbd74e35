import type { Data } from "apache-arrow";
import { AppError } from "../error.ts";
import type { IndexedMemory } from "../memory/search/index-store.ts";
import { arrow } from "./arrow.ts";

const { Field, FixedSizeList, Float32, Int64, List, Utf8, makeData } = arrow;

/** Values of a column as one block of bytes: rows as objects would hold the event loop ten times as long. */
export function integerData(values: readonly number[]): Data {
  return makeData({ type: new Int64(), length: values.length, data: BigInt64Array.from(values, BigInt) });
}

export function textData(texts: readonly string[]) {
  const parts = texts.map((text) => Buffer.from(text));
  const valueOffsets = offsets(parts);
  return makeData({ type: new Utf8(), length: texts.length, nullCount: 0, valueOffsets, data: Buffer.concat(parts) });
}

export const textsType = () => new List(new Field("item", new Utf8(), true));

export function textsData(lists: readonly (readonly string[])[]): Data {
  const child = textData(lists.flat());
  return makeData({ type: textsType(), length: lists.length, nullCount: 0, valueOffsets: offsets(lists), child });
}

/** Where each part begins in all of them together, and where the last ends. */
function offsets(parts: readonly { length: number }[]): Int32Array {
  const ends = new Int32Array(parts.length + 1);
  for (const [i, { length }] of parts.entries()) ends[i + 1] = ends[i]! + length;
  return ends;
}

export const vectorType = (dimensions: number) => new FixedSizeList(dimensions, new Field("item", new Float32(), true));

export function vectorData(memories: readonly IndexedMemory[], dimensions: number): Data {
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
  return makeData({
    type: vectorType(dimensions),
    length: memories.length,
    nullCount: missing,
    nullBitmap: present,
    child: makeData({ type: new Float32(), length: values.length, data: values }),
  });
}
