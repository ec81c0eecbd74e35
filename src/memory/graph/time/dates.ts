import { wordSet } from "../../language/word-set.ts";
import { lowerAt, type Token } from "../../language/tokens.ts";
import {
  dayText,
  isDay,
  monthText,
  plusDays,
  plusMonths,
  weekdayOf,
  weekText,
  yearText,
  type Day,
} from "./calendar.ts";
import { lookup } from "../words/lookup.ts";
import { numberOf, ordinalOf } from "./numbers.ts";

/** In which direction a date without its year is looked for. */
export type Direction = "past" | "future";
export type Moment = { said: Day; direction: Direction };
/** `end`: behind its last token. */
export type FoundDate = { date: string; end: number };

const monthNames = "january february march april may june july august september october november december".split(" ");
const weekdayNames = "monday tuesday wednesday thursday friday saturday sunday".split(" ");
const seasons: Record<string, number> = { spring: 5, summer: 8, autumn: 11, fall: 11, winter: 12 };

function monthOf(word = ""): number | undefined {
  const name = word.replace(/\.$/u, "");
  const at = monthNames.findIndex(
    (month) => month === name || (name.length >= 3 && name.length <= 4 && month.startsWith(name) && name !== "mar"),
  );
  return at < 0 || word === "ma" ? undefined : at + 1;
}

export function weekdayAt(word = ""): number | undefined {
  const name = word.replace(/\.$/u, "");
  const at = weekdayNames.findIndex(
    (day) =>
      day === name ||
      (name.length >= 3 &&
        name.length < 6 &&
        day.startsWith(name) &&
        name !== "sun" &&
        name !== "sat" &&
        name !== "mon"),
  );
  return at < 0 ? undefined : at;
}

/** The date that begins at a token: a day, week, month or year; `undefined` where none does. */
export function dateAt(tokens: Token[], at: number, moment: Moment): FoundDate | undefined {
  return (
    isoAt(tokens, at) ??
    dayAndMonthAt(tokens, at, moment) ??
    monthAt(tokens, at, moment) ??
    yearAt(tokens, at) ??
    relativeAt(tokens, at, moment) ??
    agoAt(tokens, at, moment) ??
    weekdayDateAt(tokens, at, moment) ??
    partAt(tokens, at, moment)
  );
}

function isoAt(tokens: Token[], at: number): FoundDate | undefined {
  const [, year, month, day] = /^((?:19|20)\d\d)-(\d\d)(?:-(\d\d))?$/u.exec(lowerAt(tokens, at)) ?? [];
  if (year !== undefined) {
    const full: Day = { year: Number(year), month: Number(month), day: Number(day ?? 1) };
    return isDay(full) ? { date: lowerAt(tokens, at), end: at + 1 } : undefined;
  }
  const [, first, second, third] = /^(\d{1,2})[./](\d{1,2})[./]((?:19|20)\d\d)$/u.exec(lowerAt(tokens, at)) ?? [];
  if (third === undefined) return undefined;
  const dotted = { year: Number(third), month: Number(second), day: Number(first) };
  // With slashes both orders are in use.
  if (lowerAt(tokens, at).includes("/") && dotted.day <= 12 && dotted.day !== dotted.month) return undefined;
  return isDay(dotted) ? { date: dayText(dotted), end: at + 1 } : undefined;
}

/** `12 June 2023`, `the 9th of November`, `June 12(th), 2023`; a day alone, `the 7th`. */
function dayAndMonthAt(tokens: Token[], at: number, moment: Moment): FoundDate | undefined {
  let place = at;
  if (lowerAt(tokens, place) === "the") place++;
  const month = monthOf(lowerAt(tokens, place));
  if (month !== undefined) {
    const skip = lowerAt(tokens, place + 1) === "the" ? 2 : 1;
    const day = ordinalOf(lowerAt(tokens, place + skip));
    return day === undefined ? undefined : withYear(tokens, place + skip + 1, { month, day }, moment);
  }
  const day = ordinalOf(lowerAt(tokens, place));
  if (day === undefined) return undefined;
  const next = lowerAt(tokens, place + 1) === "of" ? place + 2 : place + 1;
  const named = monthOf(lowerAt(tokens, next));
  if (named !== undefined) return withYear(tokens, next + 1, { month: named, day }, moment);
  const ordinal = /\d(?:st|nd|rd|th)$/u.test(lowerAt(tokens, place)) && place > at;
  return ordinal ? dayAlone(day, place + 1, moment) : undefined;
}

function dayAlone(day: number, end: number, { said, direction }: Moment): FoundDate | undefined {
  for (let months = 0; months < 3; months++) {
    const [year, month] = plusMonths(said, direction === "past" ? -months : months)
      .split("-")
      .map(Number);
    const full: Day = { year: year!, month: month!, day };
    const fits = direction === "past" ? dayText(full) <= dayText(said) : dayText(full) >= dayText(said);
    if (isDay(full) && fits) return { date: dayText(full), end };
  }
  return undefined;
}

function withYear(tokens: Token[], at: number, date: Omit<Day, "year">, moment: Moment): FoundDate | undefined {
  const { month, day } = date;
  const comma = lowerAt(tokens, at) === "," || lowerAt(tokens, at) === "of" ? at + 1 : at;
  const said = yearOf(lowerAt(tokens, comma));
  if (said !== undefined && isDay({ year: said, month, day })) {
    return { date: dayText({ year: said, month, day }), end: comma + 1 };
  }
  const year = nearestYear(monthText(0, month).slice(5) + String(day).padStart(2, "0"), moment);
  return isDay({ year, month, day }) ? { date: dayText({ year, month, day }), end: at } : undefined;
}

/** The year in which a month and day, `MMDD`, or a month, `MM`, comes next or was last. */
function nearestYear(monthAndDay: string, { said, direction }: Moment): number {
  const today = dayText(said)
    .replaceAll("-", "")
    .slice(4, 4 + monthAndDay.length);
  if (direction === "past") return monthAndDay <= today ? said.year : said.year - 1;
  return monthAndDay >= today ? said.year : said.year + 1;
}

/** `June 2023`, `June`, `early June`. */
function monthAt(tokens: Token[], at: number, moment: Moment): FoundDate | undefined {
  const month = monthOf(lowerAt(tokens, at));
  if (month === undefined) return undefined;
  const comma = lowerAt(tokens, at + 1) === "of" ? at + 2 : at + 1;
  const year = yearOf(lowerAt(tokens, comma));
  if (year !== undefined) return { date: monthText(year, month), end: comma + 1 };
  return { date: monthText(nearestYear(String(month).padStart(2, "0"), moment), month), end: at + 1 };
}

const yearOf = (word: string) => (/^(?:19|20)\d\d$/u.test(word) ? Number(word) : undefined);

function yearAt(tokens: Token[], at: number): FoundDate | undefined {
  const year = yearOf(lowerAt(tokens, at));
  return year === undefined ? undefined : { date: yearText(year), end: at + 1 };
}

const days: Record<string, number> = { yesterday: -1, today: 0, tonight: 0, tomorrow: 1 };

function relativeAt(tokens: Token[], at: number, { said }: Moment): FoundDate | undefined {
  const word = lowerAt(tokens, at);
  const offset = lookup(days, word);
  if (offset !== undefined) return { date: dayText(plusDays(said, offset)), end: at + 1 };
  const steps = lookup({ last: -1, this: 0, next: 1, past: -1, coming: 1 }, word);
  if (steps === undefined) return undefined;
  const unit = lowerAt(tokens, at + 1);
  const month = monthOf(unit);
  if (month !== undefined) {
    const year =
      steps === 0
        ? said.year
        : nearestYear(String(month).padStart(2, "0"), { said, direction: steps < 0 ? "past" : "future" });
    return { date: monthText(year, month), end: at + 2 };
  }
  if (Object.hasOwn(seasons, unit)) return { date: yearText(seasonYear(seasons[unit]!, steps, said)), end: at + 2 };
  const weekday = weekdayAt(unit);
  if (weekday !== undefined) return { date: dayText(weekdayFrom(weekday, steps, said)), end: at + 2 };
  // "last week of June" is no week from now.
  const date = lowerAt(tokens, at + 2) === "of" ? undefined : dateAfter(said, steps, unit);
  return date === undefined ? undefined : { date, end: at + 2 };
}

/** "last summer" in June is the summer before, in October that of the year. */
function seasonYear(lastMonth: number, steps: number, said: Day): number {
  if (steps === 0) return said.year;
  if (steps > 0) return said.month > lastMonth - 3 ? said.year + 1 : said.year;
  return said.month > lastMonth ? said.year : said.year - 1;
}

/** "next Tuesday" is in the week after; "last Tuesday" the one before today. */
function weekdayFrom(weekday: number, steps: number, said: Day): Day {
  if (steps >= 0) return plusDays(said, weekday - weekdayOf(said) + steps * 7);
  return plusDays(said, -((weekdayOf(said) - weekday + 7) % 7 || 7));
}

/** The date so long after that day; before it, if `count` is negative. */
export function dateAfter(said: Day, count: number, unit: string): string | undefined {
  switch (unit.replace(/s$/u, "")) {
    case "day":
    case "morning":
    case "afternoon":
    case "evening":
    case "night":
      return dayText(plusDays(said, count));
    case "week":
    case "weekend":
      return weekText(plusDays(said, count * 7));
    case "month":
      return plusMonths(said, count);
    case "year":
      return yearText(said.year + count);
    case "decade":
      return yearText(said.year + count * 10);
    default:
      return undefined;
  }
}

/** `two weeks ago`, `in three months`, `a year from now`. */
function agoAt(tokens: Token[], at: number, { said }: Moment): FoundDate | undefined {
  const isIn = lowerAt(tokens, at) === "in";
  const amount = amountAt(tokens, isIn ? at + 1 : at);
  if (amount === undefined) return undefined;
  const behind = lowerAt(tokens, amount.end);
  const isAgo = behind === "ago" || behind === "back";
  if (!isAgo && !isIn && !(behind === "from" && lowerAt(tokens, amount.end + 1) === "now")) return undefined;
  const date = dateAfter(said, isAgo ? -amount.count : amount.count, amount.unit);
  const end = isIn ? amount.end : amount.end + (behind === "from" ? 2 : 1);
  return date === undefined ? undefined : { date, end };
}

/** `eleven years`, `a week`, `a couple of months`. */
export function amountAt(tokens: Token[], at: number): { count: number; unit: string; end: number } | undefined {
  const word = lowerAt(tokens, at);
  let place = at;
  if (["over", "about", "almost", "nearly", "around", "roughly", "exactly"].includes(word)) place++;
  let count = lookup({ a: 1, an: 1, couple: 2 }, lowerAt(tokens, place)) ?? numberOf(lowerAt(tokens, place));
  if (lowerAt(tokens, place + 1) === "couple" && lowerAt(tokens, place + 2) === "of") [count, place] = [2, place + 2];
  const unit = lowerAt(tokens, place + 1);
  if (count === undefined || !/^(?:day|night|week|weekend|month|year|decade)s?$/u.test(unit)) return undefined;
  return { count, unit, end: place + 2 };
}

/** `Tuesday`: the nearest in the direction of the tense. */
function weekdayDateAt(tokens: Token[], at: number, { said, direction }: Moment): FoundDate | undefined {
  const weekday = weekdayAt(lowerAt(tokens, at));
  if (weekday === undefined) return undefined;
  const ahead = (weekday - weekdayOf(said) + 7) % 7;
  const day = plusDays(said, direction === "future" ? ahead : ahead === 0 ? 0 : ahead - 7);
  // "Tuesday 14 April", "Friday, May 3"
  const comma = lowerAt(tokens, at + 1) === "," ? at + 2 : at + 1;
  return dayAndMonthAt(tokens, comma, { said, direction }) ?? { date: dayText(day), end: at + 1 };
}

const partWords = wordSet("early earlier mid late later mid- end beginning start middle week weekend half");

/** `early June`, `the end of May`, `first week of June`: the month; `mid-2024`, `late last year`: the year. */
function partAt(tokens: Token[], at: number, moment: Moment): FoundDate | undefined {
  let place = at;
  if (lowerAt(tokens, place) === "the") place++;
  if (["first", "second", "third", "last"].includes(lowerAt(tokens, place))) place++;
  const whole = /^(?:early|mid|late)-(.+)$/u.exec(lowerAt(tokens, place))?.[1];
  if (whole !== undefined) {
    const alone = [{ ...tokens[place]!, lower: whole }];
    const found = yearAt(alone, 0) ?? monthAt(alone, 0, moment);
    if (found) return { ...found, end: place + 1 };
  }
  if (!partWords.has(lowerAt(tokens, place))) return undefined;
  const next = lowerAt(tokens, place + 1) === "of" ? place + 2 : place + 1;
  const isRelative = ["this", "last", "next"].includes(lowerAt(tokens, next));
  return (
    monthAt(tokens, next, moment) ?? yearAt(tokens, next) ?? (isRelative ? relativeAt(tokens, next, moment) : undefined)
  );
}
