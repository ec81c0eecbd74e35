import { expect, test } from "vitest";
import { Bm25 } from "../../src/memory/search/scoring/bm25.ts";
import { contextOf, factorsOf, finalScore, ownScore } from "../../src/memory/search/scoring/score.ts";
import { memory } from "../fixture/indexed.ts";

test("BM25 by hand", () => {
  // Ten texts of 8 words in the mean; the first term is in two of them, the second in none.
  const bm25 = new Bm25({ texts: 10, totalLength: 80, frequency: [2, 0] });
  const idf = [Math.log(1 + 8.5 / 2.5), Math.log(1 + 10.5 / 0.5)]; // 1.4816, 3.0910
  const attainable = 2.2 * (idf[0]! + idf[1]! + idf[1]!); // 16.8600
  // Three times in a text of 12 words: saturation is 3 + 1.2 x (.25 + .75 x 12 / 8) = 4.65.
  expect(bm25.part(0, 3, 12)).toBeCloseTo((1.4816045 * 3 * 2.2) / 4.65 / 16.86, 4);
  expect(bm25.part(0, 3, 12)).toBeCloseTo((idf[0]! * 6.6) / 4.65 / attainable, 12);
  // Once in a text of the mean length: 1.
  expect(bm25.part(0, 1, 8)).toBeCloseTo(idf[0]! / attainable, 12);
});

test("a query of one common word proves little, of one rare word more, and nothing reaches 1", () => {
  const at = (frequency: number) =>
    new Bm25({ texts: 1_000, totalLength: 10_000, frequency: [frequency] }).part(0, 50, 10);
  expect(at(500)).toBeLessThan(0.1);
  expect(at(1)).toBeGreaterThan(0.4);
  expect(at(0)).toBeLessThan(0.5);
});

test("no texts, no statistics, no fault", () => {
  expect(() => new Bm25({ texts: 0, totalLength: 0, frequency: [0] })).not.toThrow();
});

test("what a memory is worth by itself", () => {
  expect(ownScore(0.6, 0.2)).toBeCloseTo(0.5);
  expect(ownScore(-0.6, 0.2)).toBeCloseTo(0.2);
  expect(ownScore(Number.NaN, 0.2)).toBeCloseTo(0.4);
});

test("context adds; what has none is taken to have the usual", () => {
  expect(contextOf(0.5, { before: 0.4, after: 0.1, session: 0.3 })).toBeCloseTo(0.28);
  expect(contextOf(0.5, { session: 0.3 })).toBeCloseTo(0.3);
  const neutral = { outcome: 1, recency: 1 };
  expect(finalScore(0.5, 0.28, neutral)).toBeCloseTo(0.4875);
  expect(finalScore(0.5, undefined, neutral)).toBe(0.5);
});

test("a record decides between near equals only", () => {
  const nowMs = 1_800_000_000_000;
  // Beyond all doubt, the mean of its outcomes is what it is.
  const standing = (confidence: number) =>
    confidence === 0.5
      ? undefined
      : { successes: 1e18 * confidence, failures: 1e18 * (1 - confidence), asOfMs: nowMs, quarantined: false };
  const factors = (confidence: number, ageDays: number) =>
    factorsOf(memory("m", 1, { standing: standing(confidence), createdAtMs: nowMs - ageDays * 86_400_000 }), nowMs);
  expect(factors(0.5, 0)).toEqual({ outcome: 1, recency: 1 });
  expect(factors(1, 30)).toEqual({ outcome: 1.1, recency: 0.985 });
  expect(factors(0, 36_500).outcome).toBeCloseTo(0.9);
  expect(factors(0, 36_500).recency).toBeCloseTo(0.97);
  // A clock that is behind does not make memories of the future better.
  expect(factors(0.5, -10).recency).toBe(1);
});
