import { numberWord, ordinalWord, timesWord } from "../../language/number-words.ts";
import { baseForm } from "../../language/base-form.ts";
import { wordAt, type Token } from "../text/tokens.ts";
import { wordSet } from "../../language/word-set.ts";
import { clockAt } from "./clock.ts";
import { units, type Unit } from "./units.ts";

/** A count or a measure, in the base unit of its dimension; that of a plain count is "". */
export type Quantity = {
  value: number;
  dimension: string;
  /** Bases of the words that follow the number: what is counted, and of what. */
  of: string[];
  /** What it is meant for each of: "a night", "per day". */
  per?: string;
  /** Index of the token where it begins and the one behind it. */
  from: number;
  to: number;
};

const unitWords = new Map<string, Unit>(
  units.flatMap(([dimension, factor, names]) =>
    names.split(" ").map((name) => [baseForm(name, () => false), [dimension, factor]]),
  ),
);
/** Words that mean 1. */
const alone = new Set(["single", "sole", "lone"]);
const articles = new Set(["a", "an", "one"]);

const currency = "€$£";
const fillers = wordSet("of the a an more business working full different whole big new further additional");

/** All quantities of a text, in order. Clock times and ordinals of dates are not told apart here. */
export function quantitiesOf(tokens: readonly Token[]): Quantity[] {
  const found: Quantity[] = [];
  for (let at = 0; at < tokens.length;) {
    const quantity = spanAt(tokens, at) ?? quantityAt(tokens, at);
    if (quantity) found.push(quantity);
    at = quantity ? Math.max(quantity.to, at + 1) : at + 1;
  }
  return found;
}

/** "from 2 pm to 4 pm", "from nine to twelve": hours between two times of day. */
function spanAt(tokens: readonly Token[], from: number): Quantity | undefined {
  if (tokens[from]!.word !== "from") return undefined;
  const start = clockAt(tokens, from + 1);
  const end = ["to", "until", "till"].includes(wordAt(tokens, start.to)) ? clockAt(tokens, start.to + 1) : undefined;
  if (start.quarters.length === 0 || !end || end.quarters.length === 0) return undefined;
  const spans = start.quarters.flatMap((one) => end.quarters.map((other) => (other - one + 96) % 96));
  const value = Math.min(...spans.filter((span) => span > 0)) * 900;
  return Number.isFinite(value) ? { value, dimension: "time", of: [], from, to: end.to } : undefined;
}

const repeated: Readonly<Record<string, string>> = {
  daily: "day",
  hourly: "hour",
  weekly: "week",
  monthly: "month",
  quarterly: "quarter",
  annually: "year",
  yearly: "year",
  nightly: "day",
};

/** How many times a second something is done: "every day", "twice a week", "every two hours"; undefined where not said. */
export function frequencyOf(tokens: readonly Token[]): number | undefined {
  for (let at = 0; at < tokens.length; at++) {
    const { word } = tokens[at]!;
    const often = repeated[word];
    if (often !== undefined) return 1 / unitWords.get(often)![1];
    if (word === "every" || word === "each") {
      const number = numberAt(tokens, at + 1);
      const unit = unitWords.get(base(tokens[number?.to ?? at + 1] ?? tokens[at]!)) ?? partOfDay(tokens[at + 1]);
      if (unit?.[0] === "time") return 1 / (unit[1] * (number?.value ?? 1));
    }
    const times =
      timesWord(word) ?? (base(tokens[at + 1] ?? tokens[at]!) === timeBase ? numberAt(tokens, at)?.value : undefined);
    if (times === undefined) continue;
    if (tokens.some((token) => token.word === "today" || token.word === "tonight"))
      return times / unitWords.get("day")![1];
    const per = tokens.findIndex(
      (token, place) =>
        place > at && place < at + 4 && ["a", "an", "per", "each", "every", "this"].includes(token.word),
    );
    const unit = per > 0 ? unitWords.get(base(tokens[per + 1] ?? tokens[at]!)) : undefined;
    if (unit?.[0] === "time") return times / unit[1];
  }
  return undefined;
}

function partOfDay(token: Token | undefined): Unit | undefined {
  return ["morning", "evening", "afternoon", "night", "meal"].includes(token?.word ?? "")
    ? ["time", 86_400]
    : undefined;
}

function quantityAt(tokens: readonly Token[], from: number): Quantity | undefined {
  const token = tokens[from]!;
  if (token.kind === "word") {
    const times = timesWord(token.word);
    if (times !== undefined) return { value: times, dimension: "times", of: [], from, to: from + 1 };
    const ordinal = ordinalWord(token.word);
    const article = ["a", "the", "another"].includes(wordAt(tokens, from - 1));
    if (ordinal !== undefined && ordinal > 1 && article) {
      return { value: ordinal, dimension: "", of: ofWhat(tokens, from + 1).of, from, to: from + 1 };
    }
  }
  const coming =
    token.word === "next" || token.word === "last" ? unitWords.get(base(tokens[from + 1] ?? token)) : undefined;
  if (coming) return { value: coming[1], dimension: coming[0], of: [], from, to: from + 2 };
  const number = numberAt(tokens, from);
  if (!number || isDate(tokens, number.to)) return undefined;
  let { value, to } = number;
  let dimension = currency.includes(tokens[from - 1]?.text ?? " ") ? "money" : "";
  if (tokens[to]?.text === "%") {
    dimension = "percent";
    to++;
  } else if (currency.includes(tokens[to]?.text ?? " ")) {
    dimension = "money";
    to++;
  } else if (tokens[to]?.text === "°") {
    dimension = "degree";
    to += tokens[to + 1]?.word === "c" ? 2 : 1;
  }
  if (tokens[to]?.text === "-") to++;
  let unitAt = to;
  while (fillers.has(wordAt(tokens, unitAt)) && unitAt < to + 2) unitAt++;
  const unit = tokens[unitAt]?.kind === "word" ? unitWords.get(base(tokens[unitAt]!)) : undefined;
  if (dimension === "" && unit) {
    dimension = unit[0];
    value *= unit[1];
    to = unitAt + 1;
    if (dimension === "length" && tokens[to]?.text === "/" && tokens[to + 1]?.word === "h") {
      dimension = "speed";
      value /= 1_000;
      to += 2;
    }
  } else if (base(tokens[to] ?? token) === timeBase) {
    dimension = "times";
    to++;
  }
  const { of, end } = ofWhat(tokens, to);
  const per = perWhat(tokens, to, end);
  return { value, dimension, of, ...(per !== undefined && { per }), from, to };
}

/** Suffixes of a number of which it is a measure, a time of day or a date: "10 pm", "4k", "the 5th". */
const suffixes = new Set(["am", "pm", "h", "k", "x", "st", "nd", "rd", "th"]);

/** Whether the number at a place is one of a unit: "3 minutes", "5 %", "3 times", "10 pm". */
export function isMeasured(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  if (next === undefined) return false;
  if (next.kind === "mark") return next.text === "%" || next.text === "°" || currency.includes(next.text);
  return suffixes.has(next.word) || base(next) === timeBase || unitWords.has(base(next));
}

/** "the 5th". */
const isDate = (tokens: readonly Token[], to: number): boolean =>
  tokens[to - 1]!.kind === "number" && ["st", "nd", "rd", "th"].includes(wordAt(tokens, to));

function numberAt(tokens: readonly Token[], from: number): { value: number; to: number } | undefined {
  const token = tokens[from];
  if (token === undefined) return undefined;
  const article = articles.has(token.word) ? 1 : 0;
  const whole = ["whole", "full", "entire", "single"].includes(wordAt(tokens, from + 1)) ? 1 : 0;
  if (article === 1 && whole === 1 && unitWords.get(base(tokens[from + 2] ?? token))) return { value: 1, to: from + 2 };
  const fraction = fractionAt(tokens, from);
  if (fraction) return fraction;
  let value = token.kind === "number" ? plainNumber(token.word) : numberWord(token.word);
  if (value === undefined && alone.has(token.word) && tokens[from + 1]?.kind === "word") value = 1;
  if (value === undefined) {
    const next = tokens[from + 1];
    const unit = next && unitWords.get(base(next));
    if (articles.has(token.word) && next && (unit || numberWord(next.word) !== undefined)) {
      return { value: numberWord(next.word) ?? 1, to: unit ? from + 1 : from + 2 };
    }
    return undefined;
  }
  let to = from + 1;
  for (; to < tokens.length && to < from + 6; to++) {
    const skip = tokens[to]!.text === "-" ? 1 : 0;
    const next = numberWord(wordAt(tokens, to + skip));
    if (next === undefined) break;
    if (next >= 100) value *= next;
    else if (value % 10 === 0 && value > 0) value += next;
    else break;
    to += skip;
  }
  if (tokens[to]?.word === "k" && tokens[to]!.start === tokens[to - 1]!.start + tokens[to - 1]!.text.length) {
    value *= 1_000;
    to++;
  }
  return { value, to };
}

/** "half an hour", "a quarter of an hour", "half the day". */
function fractionAt(tokens: readonly Token[], from: number): { value: number; to: number } | undefined {
  const words = [0, 1, 2, 3].map((ahead) => wordAt(tokens, from + ahead));
  if (words[0] === "half" && ["a", "an", "the"].includes(words[1]!)) return { value: 0.5, to: from + 2 };
  if (words[0] === "a" && words[1] === "quarter" && words[2] === "of") return { value: 0.25, to: from + 4 };
  if (words[0] === "quarter" && words[1] === "of") return { value: 0.25, to: from + 3 };
  return undefined;
}

function plainNumber(word: string): number | undefined {
  const value = Number(word);
  return Number.isFinite(value) ? value : undefined;
}

/** The base of "times", as in "three times". */
const timeBase = baseForm("times", () => false);

const base = (token: Token): string => baseForm(token.word, () => false);

/** Bases of up to four words behind the number, as far as the phrase goes. */
function ofWhat(tokens: readonly Token[], from: number): { of: string[]; end: number } {
  const of: string[] = [];
  let at = from;
  for (; at < tokens.length && of.length < 4; at++) {
    const token = tokens[at]!;
    if (token.text === "-" || fillers.has(token.word)) continue;
    if (token.kind !== "word" || stops.has(token.word)) break;
    of.push(base(token));
  }
  return { of, end: at };
}

const stops = wordSet(
  "and or but then before after in on at for to with without from by per each every is are was than that which until",
);

function perWhat(tokens: readonly Token[], from: number, end: number): string | undefined {
  for (let at = from; at < Math.min(tokens.length - 1, end + 2); at++) {
    const { word } = tokens[at]!;
    const marks = word === "per" || word === "a" || word === "an" || word === "each" || word === "every";
    const next = tokens[at + 1]!;
    if (marks && next.kind === "word" && (word === "per" || unitWords.get(base(next)))) return base(next);
  }
  return undefined;
}
