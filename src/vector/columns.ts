import "./threads.ts";
import { Index } from "@lancedb/lancedb";
import type { Data, DataType } from "apache-arrow";
import type { IndexedMemory } from "../memory/search/index-store.ts";
import { arrow } from "./arrow.ts";
import { integerData, textData, textsData, textsType, vectorData, vectorType } from "./column-data.ts";
import { memoryWords } from "./words.ts";

const { Int64, Utf8 } = arrow;

type Column = {
  type: (dimensions: number) => DataType;
  /** It has no value where there is none yet; others always have one. */
  isNullable?: true;
  isKey?: true;
  data: (memories: readonly IndexedMemory[], dimensions: number) => Data;
  /** LanceDB takes an index's configuration once, so it is made for each attempt. */
  index?: () => Index;
  /** A condition on its values: to evaluate it, all of its index is read, or all of the column where it has none. */
  reads?: (column: string) => string;
};

/** Scalar indexes halve a filtered search at 100,000 rows. */
const scalar = (index: () => Index) => ({ index, reads: (column: string) => `${column} >= ''` });
/** Split at blanks and otherwise left alone: they are ids of terms, made by the one tokenizer of memory/words. */
const words = () =>
  Index.fts({
    baseTokenizer: "whitespace",
    withPosition: false,
    lowercase: false,
    stem: false,
    removeStopWords: false,
    asciiFolding: false,
  });
/**
 * Of the true first 200 among 100,000 clustered vectors four bits a dimension keep .93, the default of one bit .66, at the
 * same speed. Training on less builds it in 3 s, not 11, and loses nothing.
 */
const vectors = () => Index.ivfRq({ distanceType: "cosine", numBits: 4, sampleRate: 32, maxIterations: 10 });

/** The columns of a table, in their order. Nobody's text is among them. */
export const columns = {
  id: { ...text((memory) => memory.id), isKey: true },
  seq: integer((memory) => memory.seq),
  layer: { ...text((memory) => memory.layer), ...scalar(() => Index.bitmap()) },
  user_id: { ...text((memory) => memory.user), ...scalar(() => Index.bitmap()) },
  session_id: { ...text((memory) => memory.sessionId), ...scalar(() => Index.btree()) },
  created_at: integer((memory) => memory.createdAtMs),
  /** Scanned: an index of labels that hardly repeat, such as ids, made flushes and searches slower with every row. */
  tags: {
    type: textsType,
    data: (memories) => textsData(memories.map((memory) => memory.tags)),
    reads: (column) => `array_has(${column}, '')`,
  },
  words: { ...text((memory) => memoryWords(memory.terms)), index: words },
  vector: { type: vectorType, isNullable: true, data: vectorData, index: vectors },
} satisfies Record<string, Column>;

export type ColumnName = keyof typeof columns;

/** The same, each with its name. */
export const namedColumns = Object.entries(columns) as [ColumnName, Column][]; // as written above

/** A name in LanceDB's SQL, or an argument of its API, that the compiler knows to be a column's. */
export const column = (name: ColumnName): string => name;

function text(of: (memory: IndexedMemory) => string): Column {
  return { type: () => new Utf8(), data: (memories) => textData(memories.map(of)) };
}

function integer(of: (memory: IndexedMemory) => number): Column {
  return { type: () => new Int64(), data: (memories) => integerData(memories.map(of)) };
}
