import { expect, test } from "vitest";
import { pageFields, pageRequest } from "../../src/rpc/convert/page.ts";

test("a page begins at the beginning, at an offset or behind a cursor, and has fifty items if nobody says how many", () => {
  expect(pageRequest({})).toEqual({ limit: 50, offset: 0 });
  expect(pageRequest({ limit: 3, offset: 7 })).toEqual({ limit: 3, offset: 7 });
  expect(pageRequest({ limit: 3, cursor: "" })).toEqual({ limit: 3, offset: 0 });
  expect(pageRequest({ limit: 3, cursor: "c" })).toEqual({ limit: 3, offset: 0, cursor: "c" });
});

test.each([0, 7])("a cursor and the offset %i together are refused", (offset) => {
  expect(() => pageRequest({ cursor: "c", offset })).toThrow("cursor: must not be given together with offset");
});

test("a list says whether more follows, and behind what", () => {
  expect(pageFields({ items: [], total: 2, nextCursor: "c" })).toEqual({ total: 2, hasMore: true, nextCursor: "c" });
  expect(pageFields({ items: [], total: 2 })).toMatchObject({ total: 2, hasMore: false });
});
