import { sql, type RawBuilder } from "kysely";
import type { Page, PageRequest } from "../memory/page.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";

/** A page of rows, of which one more than it holds was read, to know whether more follow. `key` is what the list is sorted by. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  { limit }: PageRequest,
  total: number,
  read: { item: (row: Row) => Item; key: (item: Item) => readonly (string | number)[] },
): Page<Item> {
  const items = rows.slice(0, limit).map(read.item);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, total: Number(total), nextCursor: last && encodeCursor(read.key(last)) };
}

/** Of a list that is newest first by `created_at`, then `id`: what comes behind a cursor. Errors: as `decodeCursor`. */
export function behindNewest(cursor: string | undefined): RawBuilder<boolean> {
  if (cursor === undefined) return sql<boolean>`1 = 1`;
  const [atMs, id] = decodeCursor(cursor, ["number", "string"]);
  return sql<boolean>`(created_at, id) < (${atMs}, ${id})`;
}

export function newestKey({ createdAtMs, id }: { createdAtMs: number; id: string }): [number, string] {
  return [createdAtMs, id];
}
