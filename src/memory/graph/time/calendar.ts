const dayMs = 86_400_000;
const two = (number: number) => String(number).padStart(2, "0");

/** A day of the calendar in UTC. */
export type Day = { year: number; month: number; day: number };

/** The UTC day of a time in milliseconds. */
export function dayOf(ms: number): Day {
  const date = new Date(ms);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

const msOf = ({ year, month, day }: Day) => Date.UTC(year, month - 1, day);

export const plusDays = (day: Day, days: number) => dayOf(msOf(day) + days * dayMs);

/** Months before or after, as `YYYY-MM`. */
export function plusMonths({ year, month }: Day, months: number): string {
  const at = year * 12 + month - 1 + months;
  return monthText(Math.floor(at / 12), (at % 12) + 1);
}

/** `2026-03-14`, and its beginnings `2026-03` and `2026`: texts that sort as days do. */
export const dayText = ({ year, month, day }: Day) => `${yearText(year)}-${two(month)}-${two(day)}`;
export const monthText = (year: number, month: number) => `${yearText(year)}-${two(month)}`;
export const yearText = (year: number) => String(year).padStart(4, "0");

/** 0 on a Monday. */
export const weekdayOf = (day: Day) => (new Date(msOf(day)).getUTCDay() + 6) % 7;

/** The ISO week that a day is in: `2026-W11`. */
export function weekText(day: Day): string {
  const thursday = plusDays(day, 3 - weekdayOf(day));
  const first = Date.UTC(thursday.year, 0, 1);
  return `${yearText(thursday.year)}-W${two(Math.floor((msOf(thursday) - first) / (7 * dayMs)) + 1)}`;
}

/** Whether the calendar has it: no 30th of February, years from 1 to 9999. */
export function isDay({ year, month, day }: Day): boolean {
  if (month < 1 || month > 12 || day < 1 || year < 1 || year > 9_999) return false;
  const back = dayOf(msOf({ year, month, day }));
  return back.month === month && back.day === day;
}

/** First and last day of `2026-03-14`, `2026-03`, `2026` or `2026-W11`, as texts that sort. */
export function spanOf(date: string): { first: string; last: string } {
  if (date.length === 10) return { first: date, last: date };
  const year = Number(date.slice(0, 4));
  if (date.length === 4) return { first: `${date}-01-01`, last: `${date}-12-31` };
  if (date[5] === "W") {
    const fourth: Day = { year, month: 1, day: 4 };
    const monday = plusDays(fourth, (Number(date.slice(6)) - 1) * 7 - weekdayOf(fourth));
    return { first: dayText(monday), last: dayText(plusDays(monday, 6)) };
  }
  const month = Number(date.slice(5));
  const next = month === 12 ? { year: year + 1, month: 1, day: 1 } : { year, month: month + 1, day: 1 };
  return { first: `${date}-01`, last: dayText(plusDays(next, -1)) };
}
