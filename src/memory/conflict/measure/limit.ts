import { phraseList, wordSet } from "../../language/word-set.ts";
import { isPrefixed } from "../text/item.ts";
import { wordAt, type Token } from "../text/tokens.ts";
import { negators } from "../text/words.ts";
import { halfOfDay } from "./clock.ts";
import { quantitiesOf, type Quantity } from "./quantity.ts";

/** What a rule allows of a quantity. */
export type Limit = {
  readonly quantity: Quantity;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** The bound itself is forbidden. */
  readonly exclusive?: true | undefined;
  /** "nobody under 16": of a ban of persons, a number of no unit, which may be an age. */
  readonly mayBeAge?: true;
  /** "an order we cannot deliver within 3 days": of what a ban itself denies. */
  readonly isOfDenied?: true;
  /** The tokens that speak of it, the comparison among them. */
  readonly from: number;
  readonly to: number;
};

/** Phrases that mean the same bound in a ban as in a duty, but for "within". A phrase stands before those that it ends with. */
const maxima = phraseList(
  `no more than|not more than|no later than|no longer than|not longer than|not last longer than|not exceed|
   a maximum of|maximum of|at most|up to|within`,
);
const minima = phraseList("no less than|no fewer than|a minimum of|at least|reach|minimum of");
/** Phrases for one side of a bound: a ban forbids that side, a duty demands it. */
const overs = phraseList(
  `more than|longer than|larger than|bigger than|higher than|greater than|older than|later than|over|above|beyond|
   exceed|exceeding|past|hotter than|warmer than|heavier than|faster than|wider than|deeper than|thicker than|
   louder than|farther than|further than|taller than|stronger than|costlier than`,
);
const unders = phraseList(
  `less than|fewer than|shorter than|colder than|cooler than|lighter than|slower than|thinner than|closer than|
   nearer than|earlier than|younger than|newer than|narrower than|quieter than|weaker than|smaller than|lower than|
   under|below|beneath`,
);
const bareComparisons = new Set(["under", "below", "over", "above"]);

/** The limit that a rule sets. `ban`: the rule forbids what it says. */
export function limitOf(tokens: readonly Token[], ban: boolean): Limit | undefined {
  const quantities = quantitiesOf(tokens);
  for (const quantity of quantities) {
    if (isClock(tokens, quantity) || tokens[quantity.from]!.word === "single") continue;
    const { value, dimension, to } = quantity;
    const most = endingOf(tokens, quantity.from, maxima);
    const exact = most ?? endingOf(tokens, quantity.from, minima);
    if (exact !== undefined) {
      const from = quantity.from - exact.split(" ").length;
      if (!ban || exact !== "within" || dimension === "")
        return { quantity, ...(most === undefined ? { min: value } : { max: value }), from, to };
      const isTurned = isTurnedAt(tokens, from, quantity);
      return { quantity, ...(isTurned ? { max: value, isOfDenied: true } : { min: value }), from, to };
    }
    const other = otherBounds(tokens, quantity, quantities);
    // "No drilling between 12 and 14" is about a time of day.
    if (other && ban && dimension === "" && tokens[quantity.from - 1]?.word === "between") return undefined;
    if (other) return other;
    const over = endingOf(tokens, quantity.from, overs);
    const plain = over ?? endingOf(tokens, quantity.from, unders);
    if (plain !== undefined) {
      const from = quantity.from - plain.split(" ").length;
      const denied = ban || isDenied(tokens, from);
      const bound = (over !== undefined) === denied ? { max: value } : { min: value };
      const mayBeAge = ban && dimension === "" && bareComparisons.has(plain) && isOfPersons(tokens, from);
      return { quantity, ...bound, ...(mayBeAge && { mayBeAge }), ...(!denied && { exclusive: true }), from, to };
    }
    if (ban && dimension === "times" && value >= 2) return { quantity, max: value - 1, from: quantity.from, to };
    const before = wordAt(tokens, quantity.from - 1);
    if (ban && dimension === "time" && before === "after") return { quantity, max: value, from: quantity.from - 1, to };
    if (!ban && dimension === "time" && before === "for") return { quantity, min: value, from: quantity.from - 1, to };
  }
  return undefined;
}

/** "people who are under 16". */
const isOfPersons = (tokens: readonly Token[], from: number): boolean =>
  tokens.slice(Math.max(0, from - personReach), from).some(({ word }) => persons.has(word));
const personReach = 4;
const persons = wordSet(
  `anybody anyone nobody none one everybody everyone somebody someone those person persons people child children kid kids pupil pupils
   student students teenager teenagers teen teens youth youths minor minors boy boys girl girls adult adults man men woman women
   guest guests visitor visitors customer customers client clients buyer buyers member members patient patients passenger passengers
   rider riders driver drivers swimmer swimmers player players user users participant participants volunteer volunteers intern interns
   camper campers scout scouts applicant applicants employee employees worker workers`,
);

/** Words that turn round what is asked for behind them. */
const turning = wordSet(
  "before until not no without later fail failing miss missing forget forgetting skip skipping neglect neglecting omit omitting",
);

/**
 * Not what is within is forbidden: "before the driver is within 100 metres", "fail to refund within 14 days", "leave a mail unanswered
 * within a day". The first word may be the "never" of the ban itself; "without a permit within 5 km" says where one is needed.
 */
function isTurnedAt(tokens: readonly Token[], from: number, { dimension }: Quantity): boolean {
  const isPlain = (word: string, at: number) =>
    !turning.has(word) || (at === 0 && negators.has(word)) || (word === "without" && dimension === "length");
  return !tokens.slice(0, from).every(({ word }, at) => isPlain(word, at)) || isPrefixed(wordAt(tokens, from - 1));
}

/** "must not be longer than". */
const isDenied = (tokens: readonly Token[], from: number): boolean =>
  tokens.slice(Math.max(0, from - 3), from).some(({ word }) => word === "not" || word === "never");

const capping = new Set(["limit", "cap", "restrict", "reduce", "keep"]);

/** "between 18 and 21", "limit X to 100", "100 or less", "at a maximum of". */
function otherBounds(tokens: readonly Token[], quantity: Quantity, all: readonly Quantity[]): Limit | undefined {
  const { from, to, value } = quantity;
  const before = wordAt(tokens, from - 1);
  if (before === "between" && tokens[to]?.word === "and") {
    const upper = all.find((other) => other.from === to + 1);
    if (upper) return { quantity: upper, min: value, max: upper.value, from: from - 1, to: upper.to };
  }
  const caps = before === "to" && tokens.some(({ word }, at) => at < from && capping.has(word));
  if (caps || before === "maximum" || before === "max") return { quantity, max: value, from: from - 1, to };
  if (before === "minimum" || before === "min") return { quantity, min: value, from: from - 1, to };
  for (let at = to; at < Math.min(tokens.length - 1, to + 4); at++) {
    const pair = `${tokens[at]!.word} ${tokens[at + 1]!.word}`;
    if (pair === "at most") return { quantity, max: value, from, to: at + 2 };
    if (pair === "at least") return { quantity, min: value, from, to: at + 2 };
    if (tokens[at]!.word !== "or") continue;
    const next = tokens[at + 1]!.word;
    if (["less", "fewer", "under", "below", "shorter"].includes(next))
      return { quantity, max: value, from, to: at + 2 };
    if (["more", "above", "over", "longer"].includes(next)) return { quantity, min: value, from, to: at + 2 };
  }
  return undefined;
}

/** "no later than 7:30" is a time of day. */
const isClock = (tokens: readonly Token[], { from, dimension }: Quantity): boolean =>
  dimension === "" &&
  tokens[from - 1]?.word === "than" &&
  (tokens[from]!.word.includes(":") || halfOfDay(tokens, from + 1) !== undefined);

/** The first of the phrases that stands right before a place, or before the sign of a currency there. */
function endingOf(tokens: readonly Token[], end: number, phrases: readonly string[]): string | undefined {
  const skip = ["€", "$", "£"].includes(tokens[end - 1]?.text ?? "") ? 1 : 0;
  return phrases.find((phrase) => {
    const wanted = phrase.split(" ");
    return wanted.every((word, place) => tokens[end - skip - wanted.length + place]?.word === word);
  });
}

/** Whether a quantity breaks a limit. */
export function exceeds(limit: Limit, value: number): boolean {
  const { min, max, exclusive } = limit;
  const over = max !== undefined && (exclusive ? value >= max : value > max);
  return over || (min !== undefined && (exclusive ? value <= min : value < min));
}
