import { expect, test } from "vitest";
import { pageBytes, pageOf } from "../../src/memory/page.ts";

const items = ["a", "b", "c", "d"];

/** Item by item, as who follows the cursors sees them. */
function pages(limit: number, bytesOf: (item: string) => number): string[][] {
  const all: string[][] = [];
  for (let cursor: string | undefined; ;) {
    const page = pageOf(items, { limit, offset: 0, cursor }, bytesOf);
    expect(page.total).toBe(4);
    all.push(page.items);
    cursor = page.nextCursor;
    if (cursor === undefined) return all;
  }
}

test.each([
  [3, 1, [["a", "b", "c"], ["d"]]],
  [4, 1, [items]],
  [
    4,
    pageBytes / 2,
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  [4, pageBytes / 2 + 1, [["a"], ["b"], ["c"], ["d"]]],
  [4, pageBytes + 1, [["a"], ["b"], ["c"], ["d"]]],
])(
  "a page of %i has no more bytes than a client reads, where an item has %i, but one in any case",
  (limit, bytes, expected) => {
    expect(pages(limit, () => bytes)).toEqual(expected);
  },
);
