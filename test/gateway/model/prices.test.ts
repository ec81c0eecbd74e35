import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../src/gateway/chat/json.ts";
import { fits, namesOf } from "../../../src/gateway/model/names.ts";
import { costOf, parsePrices, Prices } from "../../../src/gateway/model/prices.ts";
import { targetOf } from "../usage/target.ts";

describe("names", () => {
  test.each([
    ["anthropic", "claude-opus-5", ["anthropic/claude-opus-5", "claude-opus-5"]],
    ["anthropic", "claude-not-listed", ["anthropic/claude-not-listed", "claude-not-listed"]],
    // What another endpoint calls so is not OpenAI's.
    ["ollama", "gpt-5.5", ["ollama/gpt-5.5"]],
    ["openai", "claude-opus-5", ["openai/claude-opus-5"]],
    ["ollama", "anthropic/claude-opus-5", ["ollama/anthropic/claude-opus-5"]],
  ])("of %s's %s", (provider, model, names) => expect(namesOf(targetOf(provider, model))).toEqual(names));

  test.each([
    ["claude-opus-5", true],
    ["anthropic/claude-opus-5", true],
    ["claude-*", true],
    ["anthropic/*", true],
    ["*", true],
    ["claude-opus", false],
    ["claude", false],
    ["opus-5", false],
    ["openai/*", false],
    ["gpt-*", false],
  ])("%s fits claude-opus-5: %s", (pattern, expected) => {
    expect(fits(pattern, namesOf(targetOf("anthropic", "claude-opus-5")))).toBe(expected);
  });
});

const prices = parsePrices({
  "claude-opus-5": { input: 5, output: 25, cache_read: 0.5, cache_write: 6.25 },
  "claude-*": { input: 1, output: 2 },
  "*": { input: 9, output: 9 },
  "ollama/*": { input: 0, output: 0 },
});

describe("prices", () => {
  test("a name goes before a beginning, a longer beginning before a shorter", () => {
    const inputOf = (provider: string, model: string) => prices.of(targetOf(provider, model))?.input;
    expect(inputOf("anthropic", "claude-opus-5")).toBe(5_000_000);
    expect(inputOf("anthropic", "claude-opus-5-5")).toBe(1_000_000);
    expect(inputOf("ollama", "claude-opus-5")).toBe(0);
    expect(inputOf("openai", "gpt-5.5")).toBe(9_000_000);
    expect(new Prices().of(targetOf("openai", "gpt-5.5"))).toBeUndefined();
  });

  test("each kind of token has its own; a cache costs what input costs, if nothing is said", () => {
    const usage = { input: 1_000, output: 100, cacheRead: 2_000, cacheWrite: 10, reasoning: 50 };
    const opus = prices.of(targetOf("anthropic", "claude-opus-5"))!;
    expect(costOf(usage, opus)).toBe(5_000 + 2_500 + 1_000 + 63); // 62.5, rounded up
    expect(costOf(usage, prices.of(targetOf("anthropic", "claude-x"))!)).toBe(1_000 + 200 + 2_000 + 10);
    expect(costOf({ input: 0, output: 0 }, opus)).toBe(0);
  });

  test("no cost is rounded by the way numbers are kept", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 8 }), fc.integer({ min: 0, max: 10 ** 6 }), (picos, tokens) => {
        const table = parsePrices({ m: { input: picos / 1e6, output: 0 } });
        const price = table.of({ ...targetOf("own", "m"), provider: { ...targetOf("own", "m").provider, prefixes: ["m"] } })!;
        const exact = (BigInt(picos) * BigInt(tokens) + 999_999n) / 1_000_000n;
        expect(BigInt(costOf({ input: tokens, output: 0 }, price))).toBe(exact);
      }),
    );
  });

  test.each<[JsonValue, string]>([
    [[], "prices: must be a JSON object"],
    [{ m: 3 }, 'prices["m"]: must be an object of input, output, cache_read, cache_write'],
    [{ m: { input: 1 } }, 'prices["m"].output: must be US dollars for a million tokens, a number from 0 to 100000, got undefined'],
    [{ m: { input: "1", output: 1 } }, 'prices["m"].input: must be'],
    [{ m: { input: -1, output: 1 } }, 'prices["m"].input: must be'],
    [{ m: { input: 1, output: 1, cached: 1 } }, 'prices["m"].cached: is not known; allowed are input'],
    [{ m: { input: 1, output: 1, cache_read: null } }, 'prices["m"].cache_read: must be'],
  ])("%j is an error that says where", (json, message) => {
    expect(() => parsePrices(json)).toThrow(message);
  });
});
