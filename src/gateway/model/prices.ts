import type { Usage } from "../chat/event.ts";
import { fits, namesOf } from "./names.ts";
import type { Target } from "./route.ts";

/** What a token costs: whole millionths of a micro-dollar, so that no sum is rounded before its end. */
export type Rates = {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  /** Written to be kept for an hour. */
  cacheWrite1h: number;
};

/** `long`: what all tokens of a request cost whose prompt has `fromTokens` or more, caches included. */
export type Price = Rates & { long?: Rates & { fromTokens: number } };

/** What models cost, by their names or the beginnings of them before a star. */
export class Prices {
  readonly #exact: ReadonlyMap<string, Price>;
  /** The longest first. */
  readonly #beginnings: readonly [pattern: string, price: Price][];
  readonly #otherwise: Prices | undefined;

  /** `otherwise` is asked about the models that nothing here fits. */
  constructor(prices: ReadonlyMap<string, Price> = new Map(), otherwise?: Prices) {
    this.#exact = prices;
    this.#beginnings = [...prices]
      .filter(([pattern]) => pattern.endsWith("*"))
      .toSorted(([a], [b]) => b.length - a.length);
    this.#otherwise = otherwise;
  }

  /**
   * A name goes before the same without its date, and both before the beginning of one, a longer before a shorter:
   * `claude-haiku-4-5-20251001` costs what `claude-haiku-4-5` costs. `undefined` where nothing is known.
   */
  of(target: Target): Price | undefined {
    const names = namesOf(target);
    const undatedNames = namesOf(undated(target));
    return (
      this.#named(names) ??
      this.#named(undatedNames) ??
      this.#begun(names) ??
      this.#begun(undatedNames) ??
      this.#otherwise?.of(target)
    );
  }

  #named(names: readonly string[]): Price | undefined {
    const named = names.find((name) => this.#exact.has(name));
    return named === undefined ? undefined : this.#exact.get(named);
  }

  #begun(names: readonly string[]): Price | undefined {
    return this.#beginnings.find(([pattern]) => fits(pattern, names))?.[1];
  }
}

/** Anthropic dates a model's versions `-20251001`, OpenAI `-2025-10-01`. */
const undated = (target: Target): Target => ({ ...target, model: target.model.replace(/-\d{4}-?\d\d-?\d\d$/, "") });

/** In whole micro-dollars, rounded up. */
export function costOf(usage: Usage, price: Price): number {
  const { compactions = [] } = usage;
  const asked = [withoutParts(usage, compactions), ...compactions];
  return Math.ceil(asked.reduce((sum, each) => sum + costOfOne(each, price), 0) / 1e6);
}

/** Of one prompt and what was made of it, before it is rounded. */
function costOfOne(
  { input, output, cacheRead = 0, cacheWrite = 0, cacheWrite1h = 0 }: Usage,
  { long, ...short }: Price,
): number {
  const rates = long !== undefined && input + cacheRead + cacheWrite >= long.fromTokens ? long : short;
  const hourly = Math.min(cacheWrite1h, cacheWrite);
  return (
    input * rates.input +
    output * rates.output +
    cacheRead * rates.cacheRead +
    (cacheWrite - hourly) * rates.cacheWrite +
    hourly * rates.cacheWrite1h
  );
}

function withoutParts(usage: Usage, parts: readonly Usage[]): Usage {
  const left = (name: keyof Rates) => parts.reduce((sum, part) => sum - (part[name] ?? 0), usage[name] ?? 0);
  return {
    input: left("input"),
    output: left("output"),
    cacheRead: left("cacheRead"),
    cacheWrite: left("cacheWrite"),
    cacheWrite1h: left("cacheWrite1h"),
  };
}
