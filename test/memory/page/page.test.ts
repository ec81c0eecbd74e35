import { expect, test } from "vitest";
import type { ListId } from "../../../src/memory/page/cursor.ts";
import { pageBytes, pageOf } from "../../../src/memory/page/page.ts";

const items = ["a", "b", "c", "d"];
const letters: ListId = ["letters", "acc"];
const listed = (bytesOf: (item: string) => number, list = letters) => ({
  list,
  key: (item: string) => [item],
  bytesOf,
});

/** Item by item, as who follows the cursors sees them. */
function pages(limit: number, bytesOf: (item: string) => number): string[][] {
  const all: string[][] = [];
  for (let cursor: string | undefined; ;) {
    const page = pageOf(items, { limit, offset: 0, cursor }, listed(bytesOf));
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

const first = (of: string[], limit: number) =>
  pageOf(
    of,
    { limit, offset: 0 },
    listed(() => 1),
  );
const behind = (cursor: string | undefined, of: string[], list?: ListId) =>
  pageOf(
    of,
    { limit: 9, offset: 0, cursor },
    listed(() => 1, list),
  );

test("a page begins behind the item that the page before ended with, whatever of those before it is gone or new", () => {
  const { nextCursor } = first(items, 2);
  expect(behind(nextCursor, ["c", "d"])).toEqual({ items: ["c", "d"], total: 2 });
  expect(behind(nextCursor, ["0", "a", "b", "bb", "d"]).items).toEqual(["bb", "d"]);
  expect(behind(nextCursor, ["a"])).toEqual({ items: [], total: 1 });
});

test.each<{ list: ListId }>([
  { list: ["words", "acc"] },
  { list: ["letters", "other"] },
  { list: ["letters", "acc", "ana"] },
  { list: ["letters", "acc", undefined] },
])("a cursor of another list ($list) is refused", ({ list }) => {
  const { nextCursor } = first(items, 2);
  expect(() => behind(nextCursor, items, list)).toThrow(
    "cursor: must be a cursor that this list returned for the same user and the same filters",
  );
});
