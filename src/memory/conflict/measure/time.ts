import { wordAt, type Token } from "../text/tokens.ts";
import { isOfficeHours } from "../text/item.ts";
import { clockAt, dayNames, halfOfDay } from "./clock.ts";

/** When something is: quarter hours of the day (0 to 95) and days of the week (0 is Monday); undefined where not said. */
export type When = { quarters?: ReadonlySet<number>; days?: ReadonlySet<number>; vague: boolean };

export type Overlap = "inside" | "outside" | "partly" | "unsaid";

const weekdays = [0, 1, 2, 3, 4];

/** Parts of the day in hours; past 24 is the next day. */
const parts: readonly (readonly [from: number, to: number, names: string])[] = [
  [5, 7, "dawn"],
  [5, 12, "morning mornings"],
  [6, 10, "breakfast"],
  [12, 12.25, "noon midday"],
  [12, 14, "lunchtime"],
  [12, 18, "afternoon afternoons"],
  [17.5, 23, "evening evenings"],
  [18, 21, "dusk"],
  [18, 29, "tonight"],
  [21, 30, "night nights dark darkness"],
  [22, 30, "overnight"],
  [24, 24.25, "midnight"],
];
const partOf = new Map(
  parts.flatMap(([from, to, names]) => names.split(" ").map((name) => [name, [from, to] as const])),
);
const vagueDays = new Set(["tomorrow", "today", "later", "soon", "tonight"]);

/** When an action is done, by its text. A clock time without am or pm may be either, if no part of the day tells. */
export function whenOf(said: readonly Token[]): When {
  const tokens = said.filter((_, at) => !isStart(said, at));
  const days = daysOf(tokens);
  const part = partsOf(tokens);
  let clocks: number[] = [];
  for (let at = 0; at < tokens.length; at++) clocks.push(...clockAt(tokens, at).quarters);
  if (part && clocks.length > 0) {
    const fitting = clocks.filter((quarter) => part.has(quarter));
    if (fitting.length > 0) clocks = fitting;
  }
  const quarters = clocks.length > 0 ? new Set(clocks) : part;
  return {
    ...(quarters && { quarters }),
    ...(days && { days }),
    vague: tokens.some(({ word }) => vagueDays.has(word)),
  };
}

/** "from Friday to Monday": only Monday counts. */
function isStart(tokens: readonly Token[], at: number): boolean {
  return tokens[at - 1]?.word === "from" && tokens[at + 1]?.word === "to";
}

/** The times that a rule speaks of: "after 10 pm", "on Fridays", "during business hours". */
export function windowOf(tokens: readonly Token[]): When | undefined {
  const or = tokens.findIndex(({ word }, at) => word === "or" && ["after", "before"].includes(wordAt(tokens, at + 1)));
  if (or > 0) {
    const [one, other] = [windowOf(tokens.slice(0, or)), windowOf(tokens.slice(or + 1))];
    if (one?.quarters && other?.quarters) return { ...one, quarters: new Set([...one.quarters, ...other.quarters]) };
  }
  const days = daysOf(tokens);
  const within = (from: number, to: number): When => ({
    quarters: range(from, to),
    ...(days && { days }),
    vague: false,
  });
  for (let at = 0; at < tokens.length; at++) {
    const { word } = tokens[at]!;
    if (isOfficeHours(tokens, at)) return { quarters: range(9, 17), days: new Set(weekdays), vague: false };
    const next = clockAt(tokens, at + 1);
    const first = next.quarters[0];
    if (first !== undefined) {
      const hour = first / 4;
      if (word === "after" || word === "past" || word === "from") {
        const second = clockAt(tokens, next.to + 1).quarters[0];
        const until = tokens[next.to]?.word;
        if (second !== undefined && (until === "to" || until === "until")) {
          return within(hour, second / 4 > hour ? second / 4 : second / 4 + 24);
        }
        return within(hour, hour < 5 ? 5 : 29);
      }
      if (word === "than" && tokens[at - 1]?.word === "earlier") return within(hour, hour < 5 ? 5 : 29);
      const isOneByOne = tokens[at - 1]?.word === tokens[at + 1]!.word;
      if ((word === "by" && !isOneByOne) || (word === "than" && tokens[at - 1]?.word === "later"))
        return within(hour > 12 ? 5 : 0, hour + 0.25);
      if (word === "before") return within(hour > 12 ? 5 : 0, hour);
      if (word === "at" && halfOfDay(tokens, at + 2)) return within(hour, hour + 0.5);
      if (word === "between") {
        const second = clockAt(tokens, next.to + 1).quarters.at(-1);
        if (second !== undefined) {
          const end = second / 4;
          const start = (next.quarters.filter((quarter) => quarter < second).at(-1) ?? first) / 4;
          return within(start, end > start ? end : end + 24);
        }
      }
    }
  }
  const part = partsOf(tokens.filter(({ word }) => word !== "breakfast"));
  if (!part && !days) return undefined;
  if (part && tokens.some(({ word }) => word === "late")) return within(21, 29);
  return { ...(part && { quarters: part }), ...(days && { days }), vague: false };
}

/** Whether the time of an act is among the times of a rule. */
export function overlap(act: When, window: When): Overlap {
  const hours = window.quarters ? setOverlap(act.quarters, window.quarters) : "inside";
  const days = window.days ? setOverlap(act.days, window.days) : "inside";
  if (hours === "outside" || days === "outside") return "outside";
  if (hours === "inside" && days === "inside") return "inside";
  const unsaid = (!window.quarters || hours === "unsaid") && (!window.days || days === "unsaid");
  return unsaid && !act.vague ? "unsaid" : "partly";
}

function setOverlap(act: ReadonlySet<number> | undefined, window: ReadonlySet<number>): Overlap {
  if (!act) return "unsaid";
  const inside = [...act].filter((value) => window.has(value)).length;
  return inside === 0 ? "outside" : inside === act.size ? "inside" : "partly";
}

function daysOf(tokens: readonly Token[]): ReadonlySet<number> | undefined {
  const days = new Set<number>();
  for (const { word } of tokens) {
    const singular = word.endsWith("s") ? word.slice(0, -1) : word;
    const day = dayNames.indexOf(singular);
    if (day >= 0) days.add(day);
    else if (singular === "weekend") [5, 6].forEach((each) => days.add(each));
    else if (singular === "weekday" || singular === "workday") weekdays.forEach((each) => days.add(each));
  }
  return days.size > 0 ? days : undefined;
}

function partsOf(tokens: readonly Token[]): ReadonlySet<number> | undefined {
  const found = new Set<number>();
  for (const { word } of tokens) {
    const part = partOf.get(word);
    if (part) for (const quarter of range(...part)) found.add(quarter);
  }
  return found.size > 0 ? found : undefined;
}

/** Quarters from one hour to another, the second not included. */
function range(from: number, to: number): Set<number> {
  const quarters = new Set<number>();
  for (let quarter = Math.round(from * 4); quarter < to * 4; quarter++) quarters.add(quarter % 96);
  return quarters;
}
