import { invalid } from "../../error.ts";
import type { Usage } from "../chat/event.ts";
import { isObject, type JsonObject, type JsonValue } from "../chat/json.ts";
import { fits, namesOf } from "./names.ts";
import type { Target } from "./route.ts";

/** What a token costs: whole millionths of a micro-dollar, so that no sum is rounded before its end. */
export type Price = { input: number; output: number; cacheRead: number; cacheWrite: number };

const maxPrices = 10_000;
/** US dollars for a million tokens. */
const maxUsd = 100_000;
const members = ["input", "output", "cache_read", "cache_write"];

/** What models cost, as the operator says it. Without a word about a model, it has no price. */
export class Prices {
  readonly #exact: ReadonlyMap<string, Price>;
  /** The longest first. */
  readonly #beginnings: readonly [pattern: string, price: Price][];

  constructor(prices: ReadonlyMap<string, Price> = new Map()) {
    this.#exact = prices;
    this.#beginnings = [...prices]
      .filter(([pattern]) => pattern.endsWith("*"))
      .toSorted(([a], [b]) => b.length - a.length);
  }

  /** A name goes before the beginning of one, a longer beginning before a shorter. */
  of(target: Target): Price | undefined {
    const names = namesOf(target);
    const named = names.find((name) => this.#exact.has(name));
    if (named !== undefined) return this.#exact.get(named);
    return this.#beginnings.find(([pattern]) => fits(pattern, names))?.[1];
  }
}

/** In whole micro-dollars, rounded up. */
export function costOf({ input, output, cacheRead = 0, cacheWrite = 0 }: Usage, price: Price): number {
  const sum =
    input * price.input + output * price.output + cacheRead * price.cacheRead + cacheWrite * price.cacheWrite;
  return Math.ceil(sum / 1e6);
}

/**
 * Reads the operator's prices, in US dollars for a million tokens:
 *
 *     {"claude-opus-5": {"input": 5, "output": 25, "cache_read": 0.5, "cache_write": 6.25}, "ollama/*": {"input": 0, "output": 0}}
 *
 * The names are those of a key's models: see src/account/new-key.ts. What a cache reads or writes costs what input costs, if
 * it is not said. Errors: invalid_argument, which says where.
 */
export function parsePrices(json: JsonValue): Prices {
  if (!isObject(json)) throw invalid("prices", "must be a JSON object of models and their prices");
  const entries = Object.entries(json);
  if (entries.length > maxPrices) throw invalid("prices", `must be at most ${maxPrices}, got ${entries.length}`);
  return new Prices(new Map(entries.map(([model, price]) => [model, parsePrice(model, price)])));
}

function parsePrice(model: string, json: JsonValue): Price {
  const field = `prices["${model}"]`;
  if (!isObject(json)) throw invalid(field, `must be an object of ${members.join(", ")}`);
  const unknown = Object.keys(json).find((name) => !members.includes(name));
  if (unknown !== undefined) throw invalid(`${field}.${unknown}`, `is not known; allowed are ${members.join(", ")}`);
  const input = amount(json, field, "input");
  const optional = (name: string) => (json[name] === undefined ? input : amount(json, field, name));
  return {
    input,
    output: amount(json, field, "output"),
    cacheRead: optional("cache_read"),
    cacheWrite: optional("cache_write"),
  };
}

/** A dollar for a million tokens is a micro-dollar a token. */
function amount(json: JsonObject, field: string, name: string): number {
  const usd = json[name];
  if (typeof usd === "number" && usd >= 0 && usd <= maxUsd) return Math.round(usd * 1e6);
  throw invalid(`${field}.${name}`, `must be US dollars for a million tokens, a number from 0 to ${maxUsd}, got ${JSON.stringify(usd)}`);
}
