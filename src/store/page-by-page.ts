import { setImmediate as turn } from "node:timers/promises";

type Query<Row> = { limit(size: number): { execute(): Promise<Row[]> } };

/**
 * The rows of a table after `first`, in the order of a key, `size` at a time; the event loop turns between pages.
 * `behind` asks for what comes after a row, in that order. No page is empty.
 */
export async function* pageByPage<Key, Row extends Key>(
  size: number,
  first: Key,
  behind: (last: Key) => Query<Row>,
): AsyncGenerator<Row[]> {
  for (let last = first; ; await turn()) {
    const rows = await behind(last).limit(size).execute();
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    last = rows.at(-1)!;
  }
}
