import type { Token } from "../language/token.ts";
import { quantitiesOf, type Quantity } from "./quantity.ts";

/** What a rule allows of a quantity. */
export type Limit = {
  readonly quantity: Quantity;
  readonly min?: number;
  readonly max?: number;
  /** The bound itself is forbidden. */
  readonly exclusive: boolean;
  /** The tokens that speak of it, the comparison among them. */
  readonly from: number;
  readonly to: number;
};

type Comparison = { words: string; bound: "min" | "max"; exclusive: boolean };

/** As a duty says it ("at most"); a ban of "more than" allows up to it. Longest first. */
const comparisons: readonly Comparison[] = [
  { words: "no more than", bound: "max", exclusive: false },
  { words: "not more than", bound: "max", exclusive: false },
  { words: "no less than", bound: "min", exclusive: false },
  { words: "no fewer than", bound: "min", exclusive: false },
  { words: "no later than", bound: "max", exclusive: false },
  { words: "no longer than", bound: "max", exclusive: false },
  { words: "not longer than", bound: "max", exclusive: false },
  { words: "not last longer than", bound: "max", exclusive: false },
  { words: "not exceed", bound: "max", exclusive: false },
  { words: "a maximum of", bound: "max", exclusive: false },
  { words: "a minimum of", bound: "min", exclusive: false },
  { words: "at least", bound: "min", exclusive: false },
  { words: "at most", bound: "max", exclusive: false },
  { words: "up to", bound: "max", exclusive: false },
  { words: "within", bound: "max", exclusive: false },
];
const plainComparisons: readonly { words: string; over: boolean }[] = [
  ...[
    "more than",
    "longer than",
    "larger than",
    "bigger than",
    "higher than",
    "greater than",
    "older than",
    "later than",
    "over",
    "above",
    "beyond",
    "exceed",
    "exceeding",
    "past",
  ].map((words) => ({ words, over: true })),
  ...["less than", "fewer than", "shorter than", "smaller than", "lower than", "under", "below", "beneath"].map(
    (words) => ({ words, over: false }),
  ),
];

/** The limit that a rule sets. `ban`: the rule forbids what it says. */
export function limitOf(tokens: readonly Token[], ban: boolean): Limit | undefined {
  for (const quantity of quantitiesOf(tokens)) {
    const exact = comparisons.find(({ words }) => endsWith(tokens, quantity.from, words));
    if (exact) {
      const value = quantity.value;
      const bound = exact.bound === "max" ? { max: value } : { min: value };
      const from = quantity.from - exact.words.split(" ").length;
      return { quantity, ...bound, exclusive: false, from, to: quantity.to };
    }
    const plain = plainComparisons.find(({ words }) => endsWith(tokens, quantity.from, words));
    if (plain) {
      const from = quantity.from - plain.words.split(" ").length;
      const max = plain.over === ban;
      const bound = max ? { max: quantity.value } : { min: quantity.value };
      return { quantity, ...bound, exclusive: !ban, from, to: quantity.to };
    }
    if (ban && quantity.dimension === "time" && tokens[quantity.from - 1]?.word === "after") {
      return { quantity, max: quantity.value, exclusive: false, from: quantity.from - 1, to: quantity.to };
    }
    if (!ban && quantity.dimension === "time" && tokens[quantity.from - 1]?.word === "for") {
      return { quantity, min: quantity.value, exclusive: false, from: quantity.from - 1, to: quantity.to };
    }
  }
  return undefined;
}

function endsWith(tokens: readonly Token[], end: number, words: string): boolean {
  const wanted = words.split(" ");
  const skip = ["€", "$", "£"].includes(tokens[end - 1]?.text ?? "") ? 1 : 0;
  return wanted.every((word, place) => tokens[end - skip - wanted.length + place]?.word === word);
}

/** Whether a quantity breaks a limit. */
export function exceeds(limit: Limit, value: number): boolean {
  if (limit.max !== undefined) return limit.exclusive ? value >= limit.max : value > limit.max;
  if (limit.min !== undefined) return limit.exclusive ? value <= limit.min : value < limit.min;
  return false;
}
