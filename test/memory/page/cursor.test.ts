import { expect, test } from "vitest";
import { compareKeys, decodeCursor, encodeCursor, type ListId, type SortKey } from "../../../src/memory/page/cursor.ts";

const list: ListId = ["patterns", "acc", "ana", ["food"]];

test("a cursor is the sort key of a page's last item", () => {
  const cursor = encodeCursor(list, [12, "pat_1"]);
  expect(decodeCursor(list, cursor)).toEqual([12, "pat_1"]);
  expect(decodeCursor(list, cursor, ["number", "string"])).toEqual([12, "pat_1"]);
});

test.each<SortKey>([["12", "pat_1"], [12], [12, "pat_1", 3], []])(
  "one with the key %j is not of such a list",
  (...key) => {
    expect(() => decodeCursor(list, encodeCursor(list, key), ["number", "string"])).toThrow(
      "cursor: must be a cursor that this list returned",
    );
  },
);

test.each([[null], [[1]], [{}], [true]])("nor one with %j in its key", (value) => {
  const made = encodeCursor(list, [value as unknown as string]); // a forged one
  expect(() => decodeCursor(list, made)).toThrow("cursor: must be a cursor that this list returned");
});

test.each<[SortKey, SortKey]>([
  [[1], [2]],
  [
    [-3, "b"],
    [-2, "a"],
  ],
  [
    [1, "a"],
    [1, "b"],
  ],
  [[1], [1, "a"]],
])("%j stands before %j", (one, other) => {
  expect(compareKeys(one, other)).toBeLessThan(0);
  expect(compareKeys(other, one)).toBeGreaterThan(0);
  expect(compareKeys(one, one)).toBe(0);
});
