import fc from "fast-check";
import { expect, test } from "vitest";
import { leastOfLargest } from "../../src/memory/search/ranking/largest.ts";

/** Spread, many equal, and in orders that are hard for a selection. */
const values = fc.oneof(
  fc.array(fc.double({ noNaN: true }), { minLength: 1, maxLength: 400 }),
  fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 400 }),
  fc.nat({ max: 999 }).map((last) => Array.from({ length: last + 1 }, (_, i) => Math.abs(i - last / 2))),
);

test("the smallest of the largest is where sorting would have it", () => {
  fc.assert(
    fc.property(values, fc.nat(), (numbers, any) => {
      const count = 1 + (any % numbers.length);
      const sorted = Float64Array.from(numbers).sort();
      // Which of two zeros it is, does not matter.
      expect(leastOfLargest(Float64Array.from(numbers), count) + 0).toBe(sorted[sorted.length - count]! + 0);
    }),
  );
});
