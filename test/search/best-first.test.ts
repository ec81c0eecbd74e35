import fc from "fast-check";
import { expect, test } from "vitest";
import { bestFirst } from "../../src/memory/search/ranking/best-first.ts";

test("gives what sorting would, in its order", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 })), (values) => {
      const items = values.map((value) => ({ value }));
      const given = [...bestFirst(items, (one, other) => other.value - one.value)];
      expect(given.map(({ value }) => value)).toEqual(values.toSorted((one, other) => other - one));
      expect(new Set(given)).toEqual(new Set(items));
    }),
  );
});

test("looks no further than it is asked to, and leaves the items as they are", () => {
  const items = Array.from({ length: 1_000 }, (_, at) => (at * 379) % 1_000);
  const before = [...items];
  let compared = 0;
  const found = bestFirst(items, (one, other) => {
    compared++;
    return one - other;
  });
  expect([found.next().value, found.next().value, found.next().value]).toEqual([0, 1, 2]);
  expect(compared).toBeLessThan(2_100);
  expect(items).toEqual(before);
});
