import { describe, expect, test } from "vitest";
import { catalog } from "../../../src/gateway/model/catalog.ts";
import { knownPrices } from "../../../src/gateway/model/known-prices.ts";
import list from "../../../src/gateway/model/prices.json" with { type: "json" };
import type { Price, Rates } from "../../../src/gateway/model/prices.ts";
import { targetOf } from "../usage/target.ts";

/** Models whose provider's price was nowhere to be read. */
const unpriced = ["claude-fable-5-2", "deepseek-v4.1-flash", "muse-ember-1.0", "mistral-medium-2508"];

const priceOf = (id: string): Price | undefined => {
  const { provider } = catalog.find((model) => model.id === id)!;
  return knownPrices.of(targetOf(provider, id));
};
const priced = Object.keys(list);

test("every model of the catalogue has a price, but for those named here; nothing else has one", () => {
  const without = catalog.flatMap(({ id }) => (priceOf(id) === undefined ? [id] : []));
  expect(without.toSorted()).toEqual(unpriced.toSorted());
  expect(priced.toSorted()).toEqual(catalog.flatMap(({ id }) => (unpriced.includes(id) ? [] : [id])).toSorted());
});

test("a price is of its model at its own provider: other names and other endpoints have none", () => {
  expect(knownPrices.of(targetOf("openai", "gpt-5.5"))?.input).toBe(5_000_000);
  expect(knownPrices.of(targetOf("openai", "gpt-5.5-of-tomorrow"))).toBeUndefined();
  expect(knownPrices.of(targetOf("ollama", "gpt-5.5"))).toBeUndefined();
  expect(knownPrices.of(targetOf("openai", "claude-opus-5"))).toBeUndefined();
});

describe("sane", () => {
  function expectSane({ input, output, cacheRead, cacheWrite, cacheWrite1h }: Rates): void {
    for (const rate of [input, output, cacheRead, cacheWrite, cacheWrite1h]) expect(rate).toBeGreaterThan(0);
    expect(output).toBeGreaterThanOrEqual(input);
    expect(cacheRead).toBeLessThanOrEqual(input);
    expect(cacheWrite).toBeGreaterThanOrEqual(input);
    expect(cacheWrite1h).toBeGreaterThanOrEqual(cacheWrite);
    expect(output, "above 200 dollars for a million").toBeLessThanOrEqual(200_000_000);
  }

  test.each(priced)("%s", (id) => {
    const { long, ...price } = priceOf(id)!;
    expectSane(price);
    if (long === undefined) return;
    const { fromTokens, ...dearer } = long;
    expectSane(dearer);
    expect(fromTokens).toBeGreaterThanOrEqual(100_000);
    for (const name of ["input", "output", "cacheRead", "cacheWrite", "cacheWrite1h"] as const)
      expect(dearer[name], name).toBeGreaterThanOrEqual(price[name]);
  });

  test("so many are dearer for long requests, from so many tokens on", () => {
    const dear = priced.flatMap((id) => priceOf(id)!.long ?? []);
    expect(
      Object.entries(Object.groupBy(dear, ({ fromTokens }) => fromTokens)).map(([from, all]) => [from, all!.length]),
    ).toEqual([
      ["100000", 1],
      ["200000", 8],
      ["272000", 10],
    ]);
  });
});
