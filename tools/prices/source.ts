/** An entry of the source: US dollars for a token, by names such as `input_cost_per_token_above_200k_tokens`. */
type Entry = Readonly<Record<string, unknown>>;
export type Source = Readonly<Record<string, Entry>>;

/** As src/gateway/model/parse-prices.ts reads it: US dollars for a million tokens. */
export type ListedRates = Partial<Record<"input" | "output" | "cache_read" | "cache_write" | "cache_write_1h", number>>;
export type ListedPrice = ListedRates & { long?: { from_tokens: number } & ListedRates };

/** What the source calls providers, where it is not what we do. */
const vendors: Readonly<Record<string, string>> = { google: "gemini" };

/**
 * Names of the standard prices. Others are left out: of batches, of service tiers (`_flex`, `_priority`, `_ultrafast`), of
 * audio and pictures, of searches, of DeepSeek's off-peak hours, and of OpenAI's cache writes for twelve hours, which no
 * answer tells apart.
 */
const names = {
  input: ["input_cost_per_token"],
  output: ["output_cost_per_token", "output_cost_per_reasoning_token"],
  cache_read: ["cache_read_input_token_cost"],
  cache_write: ["cache_creation_input_token_cost"],
  cache_write_1h: ["cache_creation_input_token_cost_above_1hr"],
};

/**
 * What a model costs at its own provider; nobody's resale counts. `undefined` where the source does not say. Throws where it
 * says it in a way that is not known here: more than one dearer tier, or no price of input and output.
 */
export function priceOf({ provider, id }: { provider: string; id: string }, source: Source): ListedPrice | undefined {
  const vendor = vendors[provider] ?? provider;
  const entry = [`${vendor}/${id}`, id]
    .map((name) => source[name])
    .find((each) => each?.["litellm_provider"] === vendor);
  if (entry === undefined) return undefined;
  const price = ratesOf(entry, "");
  if (price.input === undefined || price.output === undefined)
    throw new Error(`${id} has no price of input and output`);
  const tiers = tiersOf(entry);
  if (tiers.length > 1) throw new Error(`${id} has more than one tier: above ${tiers.join(", ")} thousand tokens`);
  const [tier] = tiers;
  if (tier === undefined) return price;
  return { ...price, long: { from_tokens: tier * 1_000, ...ratesOf(entry, `_above_${tier}k_tokens`) } };
}

/** Thousands of tokens above which some standard price is another. */
function tiersOf(entry: Entry): number[] {
  const known = Object.values(names).flat();
  const found = Object.keys(entry).flatMap((key) => {
    const [, name = "", thousands] = /^(.+)_above_(\d+)k_tokens$/.exec(key) ?? [];
    return known.includes(name) ? [Number(thousands)] : [];
  });
  return [...new Set(found)];
}

/** Of several names of a price the dearest. What costs nothing by the source is not charged so: it has no price. */
function ratesOf(entry: Entry, suffix: string): ListedRates {
  const rates = Object.entries(names).map(([rate, keys]) => {
    const known = keys.map((key) => entry[key + suffix]).filter((each) => typeof each === "number");
    return [rate, Number((Math.max(0, ...known) * 1e6).toFixed(6))] as const;
  });
  return Object.fromEntries(rates.filter(([, usd]) => usd > 0));
}
