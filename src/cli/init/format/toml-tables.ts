import { Refusal } from "../refusal.ts";
import { TomlReader } from "./toml-values.ts";

/** A table with its header, or the lines before the first header, whose path is empty. */
export type Table = {
  path: string[];
  /** One of `[[path]]`. */
  isItem: boolean;
  /** From its header to behind its last line with a key: comments and blank lines after that are left to what follows. */
  start: number;
  end: number;
  pairs: { path: string[]; value: unknown }[];
};

/** Reads TOML. Throws Refusal, for a table or a key that is there twice too. */
export function parseTables(text: string): Table[] {
  const reader = new TomlReader(text);
  const tables: Table[] = [{ path: [], isItem: false, start: reader.at, end: reader.at, pairs: [] }];
  for (reader.skipLines(); reader.at < text.length; reader.skipLines()) {
    if (text[reader.at] === "[") tables.push(readHeader(reader));
    else readPair(reader, tables.at(-1)!);
    tables.at(-1)!.end = reader.at;
  }
  refuseTwice(tables.filter(({ isItem }) => !isItem).map(({ path }) => path));
  for (const { path, pairs } of tables) refuseTwice(pairs.map((pair) => [...path, ...pair.path]));
  return tables;
}

function readHeader(reader: TomlReader): Table {
  const start = reader.at;
  const isItem = reader.takes("[[");
  if (!isItem) reader.take("[");
  const path = reader.path();
  reader.take(isItem ? "]]" : "]");
  reader.endLine();
  return { path, isItem, start, end: reader.at, pairs: [] };
}

function readPair(reader: TomlReader, table: Table): void {
  const path = reader.path();
  reader.take("=");
  reader.match(/[ \t]+/y);
  table.pairs.push({ path, value: reader.value() });
  reader.endLine();
}

function refuseTwice(paths: string[][]): void {
  const seen = new Set<string>();
  for (const path of paths) {
    const name = JSON.stringify(path);
    if (seen.has(name)) throw new Refusal(`it is not valid TOML: it has ${path.join(".") || "its beginning"} twice`);
    seen.add(name);
  }
}
