import { sql, type Compilable, type RawBuilder } from "kysely";
import { decodeCursor, encodeCursor, type ListId, type SortKey } from "../memory/page/cursor.ts";
import { metadataBytes, pageBytes, type Page, type PageRequest } from "../memory/page/page.ts";
import type { Db, DirectAdapter } from "./engine.ts";

/** Rows of a page, whether others follow them, and how many the list has: `undefined` where there is no such list. */
export type PageRows<Row> = { rows: Row[]; more: boolean; total: number | undefined };

/** A query that takes the bounds of a page. */
type Rows<Row> = { limit(count: number): { offset(count: number): Compilable<Row> } };

/**
 * Reads the rows of a page: as many as it asks for, or fewer where their texts are long. `total` counts the
 * list in one row, or none where there is no list. Both are of one moment: what another process writes in between is not seen,
 * as the first query has not ended.
 */
export async function readPage<Row extends object>(
  db: Db,
  { total, items }: { total: Compilable<{ total: number }>; items: Rows<Row> },
  page: PageRequest,
): Promise<PageRows<Row>> {
  const adapter = db.getExecutor().adapter as DirectAdapter; // of every Db, says its type
  for (const counted of iterate(adapter, total)) return { ...rowsOf(adapter, items, page), total: counted.total };
  return { rows: [], more: false, total: undefined };
}

function rowsOf<Row extends object>(
  adapter: DirectAdapter,
  items: Rows<Row>,
  { limit, offset }: PageRequest,
): { rows: Row[]; more: boolean } {
  const rows: Row[] = [];
  let left = pageBytes;
  for (const row of iterate(adapter, items.limit(limit + 1).offset(offset))) {
    left -= bytesOf(row);
    if (rows.length === limit || (left < 0 && rows.length > 0)) return { rows, more: true };
    rows.push(row);
  }
  return { rows, more: false };
}

function iterate<Row>(adapter: DirectAdapter, query: Compilable<Row>): Iterable<Row> {
  const { sql: text, parameters } = query.compile();
  return adapter.iterate(text, parameters) as Iterable<Row>; // what the query's type says
}

function bytesOf(row: object): number {
  let bytes = 0;
  for (const [name, value] of Object.entries(row)) {
    if (typeof value !== "string") continue;
    bytes += name === "metadata" ? metadataBytes(value) : Buffer.byteLength(value);
  }
  return bytes;
}

/** `key` is what the list is sorted by. */
export function pageOfRows<Row, Item>(
  { rows, more, total }: PageRows<Row>,
  { list, item, key }: { list: ListId; item: (row: Row) => Item; key: (item: Item) => SortKey },
): Page<Item> {
  const items = rows.map(item);
  const last = more ? items.at(-1) : undefined;
  return { items, total: Number(total ?? 0), nextCursor: last && encodeCursor(list, key(last)) };
}

/**
 * A part of a query of a list that is sorted by `created_at` and `id`, the newest first: what comes after a cursor.
 * Errors: as `decodeCursor`.
 */
export function behindNewest(list: ListId, cursor: string | undefined): RawBuilder<boolean> {
  if (cursor === undefined) return sql<boolean>`1 = 1`;
  const [atMs, id] = decodeCursor(list, cursor, ["number", "string"]);
  return sql<boolean>`(created_at, id) < (${atMs}, ${id})`;
}

export function newestKey({ createdAtMs, id }: { createdAtMs: number; id: string }): [number, string] {
  return [createdAtMs, id];
}
