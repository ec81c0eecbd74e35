import { invalid } from "../../error.ts";
import { isObject, type JsonObject, type JsonValue } from "../../json.ts";
import { Prices, type Price, type Rates } from "./prices.ts";

const pricesMax = 10_000;
/** US dollars for a million tokens. */
const usdMax = 100_000;
/** Tokens. */
const fromTokensMax = 1e9;
const rates = ["input", "output", "cache_read", "cache_write", "cache_write_1h"];

/**
 * Reads prices, in US dollars for a million tokens:
 *
 *     {
 *       "claude-opus-5": {"input": 5, "output": 25, "cache_read": 0.5, "cache_write": 6.25, "cache_write_1h": 10},
 *       "gemini-2.5-pro": {"input": 1.25, "output": 10, "long": {"from_tokens": 200000, "input": 2.5, "output": 15}},
 *       "ollama/*": {"input": 0, "output": 0}
 *     }
 *
 * The names are those of a key's models: see src/account/new-key.ts. What a cache reads or writes costs what input costs, if
 * it is not said; what is kept for an hour costs what other writes do. `otherwise` is asked about models that are not in it.
 * Errors: invalid_argument, which says where.
 */
export function parsePrices(json: JsonValue, otherwise?: Prices): Prices {
  if (!isObject(json)) throw invalid("prices", "must be a JSON object of models and their prices");
  const entries = Object.entries(json);
  if (entries.length > pricesMax)
    throw invalid("prices", `must have at most ${pricesMax} models, got ${entries.length}`);
  return new Prices(new Map(entries.map(([model, price]) => [model, parsePrice(model, price)])), otherwise);
}

function parsePrice(model: string, json: JsonValue): Price {
  const field = `prices["${model}"]`;
  const members = membersOf(json, field, [...rates, "long"]);
  const price = parseRates(members, field);
  if (members["long"] === undefined) return price;
  const ofLong = `${field}.long`;
  const long = membersOf(members["long"], ofLong, ["from_tokens", ...rates]);
  return { ...price, long: { fromTokens: tokens(long, ofLong, "from_tokens"), ...parseRates(long, ofLong) } };
}

function membersOf(json: JsonValue, field: string, allowed: readonly string[]): JsonObject {
  if (!isObject(json)) throw invalid(field, `must be an object of ${allowed.join(", ")}`);
  const unknown = Object.keys(json).find((name) => !allowed.includes(name));
  if (unknown !== undefined) throw invalid(`${field}.${unknown}`, `is unknown; allowed are ${allowed.join(", ")}`);
  return json;
}

function parseRates(json: JsonObject, field: string): Rates {
  const input = amount(json, field, "input");
  const optional = (name: string, otherwise: number) =>
    json[name] === undefined ? otherwise : amount(json, field, name);
  const cacheWrite = optional("cache_write", input);
  return {
    input,
    output: amount(json, field, "output"),
    cacheRead: optional("cache_read", input),
    cacheWrite,
    cacheWrite1h: optional("cache_write_1h", cacheWrite),
  };
}

/** A dollar for a million tokens is a micro-dollar a token. */
function amount(json: JsonObject, field: string, name: string): number {
  const usd = json[name];
  if (typeof usd === "number" && usd >= 0 && usd <= usdMax) return Math.round(usd * 1e6);
  throw invalid(
    `${field}.${name}`,
    `must be US dollars for a million tokens, a number from 0 to ${usdMax}, got ${JSON.stringify(usd)}`,
  );
}

function tokens(json: JsonObject, field: string, name: string): number {
  const count = json[name];
  if (typeof count === "number" && Number.isInteger(count) && count >= 1 && count <= fromTokensMax) return count;
  throw invalid(
    `${field}.${name}`,
    `must be a count of tokens, a whole number from 1 to ${fromTokensMax}, got ${JSON.stringify(count)}`,
  );
}
