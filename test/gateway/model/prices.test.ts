import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../src/json.ts";
import { fits, namesOf } from "../../../src/gateway/model/names.ts";
import { parsePrices } from "../../../src/gateway/model/parse-prices.ts";
import { costOf, Prices } from "../../../src/gateway/model/prices.ts";
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

  test("what a cache keeps for an hour has its own price, else that of other writes", () => {
    const hourly = parsePrices({ "gpt-*": { input: 5, output: 25, cache_write: 6, cache_write_1h: 10 } });
    const price = hourly.of(targetOf("openai", "gpt-5.5"))!;
    const written = { input: 0, output: 0, cacheWrite: 100 };
    expect(costOf({ ...written, cacheWrite1h: 40 }, price)).toBe(360 + 400);
    // It is a part of what was written, whatever a provider says.
    expect(costOf({ ...written, cacheWrite1h: 4_000 }, price)).toBe(1_000);
    expect(costOf({ ...written, cacheWrite1h: 40 }, prices.of(targetOf("anthropic", "claude-opus-5"))!)).toBe(625);
  });

  test("from so many tokens of the prompt on, all of a request costs what long ones do", () => {
    const long = { from_tokens: 1_000, input: 2, output: 4, cache_read: 1 };
    const price = parsePrices({ "*": { input: 1, output: 3, cache_read: 0.5, long } }).of(targetOf("xai", "grok-4.7"))!;
    expect(costOf({ input: 999, output: 5_000 }, price)).toBe(999 + 15_000);
    expect(costOf({ input: 1_000, output: 10 }, price)).toBe(2_000 + 40);
    // What caches read and write is of the prompt too; a long write costs what long input does, if nothing is said.
    expect(costOf({ input: 400, output: 10, cacheRead: 300, cacheWrite: 300 }, price)).toBe(800 + 40 + 300 + 600);
  });

  test("a compaction is priced by its own prompt, and makes no long one of the message's", () => {
    const long = { from_tokens: 1_000, input: 2, output: 4 };
    const price = parsePrices({ "*": { input: 1, output: 3, cache_write_1h: 5, long } }).of(
      targetOf("anthropic", "claude-x"),
    )!;
    const short = { input: 600, output: 20 };
    expect(costOf({ input: 1_100, output: 30, compactions: [short] }, price)).toBe(1_100 + 90);
    expect(costOf({ input: 2_000, output: 30, compactions: [short] }, price)).toBe(600 + 60 + 2_800 + 40);
    expect(costOf({ input: 2_000, output: 30, compactions: [{ input: 1_500, output: 20 }] }, price)).toBe(
      3_000 + 80 + 500 + 30,
    );
    const written = { input: 0, output: 0, cacheWrite: 100, cacheWrite1h: 40 };
    expect(costOf({ ...written, compactions: [{ ...written, cacheWrite: 60 }] }, price)).toBe(60 + 200);
  });

  test("a dated version costs what its model costs, not what the beginning of its name does", () => {
    const both = parsePrices({ "gpt-5.5": { input: 5, output: 30 }, "gpt-*": { input: 2, output: 8 } });
    const inputOf = (model: string) => both.of(targetOf("openai", model))?.input;
    expect(["gpt-5.5-2026-04-23", "gpt-5.5", "gpt-5.4-2026-04-23"].map(inputOf)).toEqual([5e6, 5e6, 2e6]);
  });

  test("a dated version costs what its model costs, unless it is named itself", () => {
    const dated = (model: string) =>
      parsePrices({
        "claude-opus-5": { input: 5, output: 25 },
        "claude-opus-5-20260101": { input: 6, output: 30 },
        "gpt-5": { input: 1, output: 2 },
      }).of(targetOf(model.startsWith("gpt") ? "openai" : "anthropic", model));
    expect(dated("claude-opus-5-20251001")?.input).toBe(5e6);
    expect(dated("claude-opus-5-20260101")?.input).toBe(6e6);
    expect(dated("gpt-5-2025-08-07")?.input).toBe(1e6);
    expect(dated("gpt-5-pro")).toBeUndefined();
  });

  test("the operator's word goes before what Cairn knows by itself, whatever it fits", () => {
    const known = parsePrices({ "claude-opus-5": { input: 5, output: 25 }, "gpt-5.5": { input: 5, output: 30 } });
    const both = parsePrices({ "claude-*": { input: 1, output: 2 } }, known);
    expect(both.of(targetOf("anthropic", "claude-opus-5"))?.input).toBe(1_000_000);
    expect(both.of(targetOf("openai", "gpt-5.5"))?.output).toBe(30_000_000);
    expect(both.of(targetOf("own", "gpt-5.5"))).toBeUndefined();
  });

  test("no cost is rounded by the way numbers are kept", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 8 }), fc.integer({ min: 0, max: 10 ** 6 }), (picos, tokens) => {
        const table = parsePrices({ m: { input: picos / 1e6, output: 0 } });
        const price = table.of({
          ...targetOf("own", "m"),
          provider: { ...targetOf("own", "m").provider, prefixes: ["m"] },
        })!;
        const exact = (BigInt(picos) * BigInt(tokens) + 999_999n) / 1_000_000n;
        expect(BigInt(costOf({ input: tokens, output: 0 }, price))).toBe(exact);
      }),
    );
  });

  test.each<[JsonValue, string]>([
    [[], "prices: must be a JSON object"],
    [{ m: 3 }, 'prices["m"]: must be an object of input, output, cache_read, cache_write, cache_write_1h, long'],
    [
      { m: { input: 1 } },
      'prices["m"].output: must be US dollars for a million tokens, a number from 0 to 100000, got undefined',
    ],
    [{ m: { input: "1", output: 1 } }, 'prices["m"].input: must be'],
    [{ m: { input: -1, output: 1 } }, 'prices["m"].input: must be'],
    [{ m: { input: 1, output: 1, cached: 1 } }, 'prices["m"].cached: is unknown; allowed are input'],
    [{ m: { input: 1, output: 1, cache_read: null } }, 'prices["m"].cache_read: must be'],
    [{ m: { input: 1, output: 1, long: 2 } }, 'prices["m"].long: must be an object of from_tokens, input'],
    [
      { m: { input: 1, output: 1, long: { input: 1, output: 1 } } },
      'prices["m"].long.from_tokens: must be a count of tokens',
    ],
    [
      { m: { input: 1, output: 1, long: { from_tokens: 1.5, input: 1, output: 1 } } },
      'prices["m"].long.from_tokens: must be',
    ],
    [{ m: { input: 1, output: 1, long: { from_tokens: 9, input: 1 } } }, 'prices["m"].long.output: must be'],
    [
      { m: { input: 1, output: 1, long: { from_tokens: 9, input: 1, output: 1, long: 1 } } },
      'prices["m"].long.long: is unknown',
    ],
  ])("%j is an error that says where", (json, message) => {
    expect(() => parsePrices(json)).toThrow(message);
  });
});
