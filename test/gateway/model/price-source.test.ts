import { describe, expect, test } from "vitest";
import { priceOf } from "../../../tools/prices/source.ts";

/** What tools/prices takes of its source. */

const opus = { provider: "anthropic", id: "claude-x" };
const entry = { litellm_provider: "anthropic", input_cost_per_token: 5e-6, output_cost_per_token: 2.5e-5 };

describe("a model's price", () => {
  test("is in dollars for a million tokens; batches, service tiers and other kinds of tokens do not count", () => {
    const all = {
      ...entry,
      cache_read_input_token_cost: 5e-7,
      cache_creation_input_token_cost: 6.25e-6,
      cache_creation_input_token_cost_above_1hr: 1e-5,
      cache_creation_input_token_cost_above_12hr: 9,
      input_cost_per_token_batches: 9,
      input_cost_per_token_priority: 9,
      input_cost_per_audio_token: 9,
      output_cost_per_token_above_272k_tokens_ultrafast: 9,
    };
    const price = { input: 5, output: 25, cache_read: 0.5, cache_write: 6.25, cache_write_1h: 10 };
    expect(priceOf(opus, { "claude-x": all })).toEqual(price);
  });

  test("has the dearer tier of long requests", () => {
    const tier = {
      input_cost_per_token_above_100k_tokens: 1e-5,
      output_cost_per_token_above_100k_tokens: 5e-5,
      cache_creation_input_token_cost_above_1hr_above_100k_tokens: 2e-5,
    };
    expect(priceOf(opus, { "claude-x": { ...entry, ...tier } })).toEqual({
      input: 5,
      output: 25,
      long: { from_tokens: 100_000, input: 10, output: 50, cache_write_1h: 20 },
    });
    const two = { ...entry, ...tier, input_cost_per_token_above_200k_tokens: 2e-5 };
    expect(() => priceOf(opus, { "claude-x": two })).toThrow("more than one tier: above 100, 200 thousand");
  });

  test("is its own provider's: no resale, no other cloud", () => {
    const gemini = { provider: "google", id: "gemini-x" };
    const vertex = { ...entry, litellm_provider: "vertex_ai-language-models" };
    expect(priceOf(gemini, { "gemini-x": vertex, "resale/gemini-x": entry })).toBeUndefined();
    const own = { ...entry, litellm_provider: "gemini", input_cost_per_token: 1e-6 };
    expect(priceOf(gemini, { "gemini-x": vertex, "gemini/gemini-x": own })).toEqual({ input: 1, output: 25 });
  });

  test("is the dearer of what is said and thought, and never nothing", () => {
    const more = { ...entry, output_cost_per_reasoning_token: 3e-5, cache_creation_input_token_cost: 0 };
    expect(priceOf(opus, { "claude-x": more })).toEqual({ input: 5, output: 30 });
    expect(() => priceOf(opus, { "claude-x": { litellm_provider: "anthropic" } })).toThrow("claude-x has no price");
  });
});
