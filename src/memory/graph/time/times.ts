import { wordSet } from "../../language/word-set.ts";
import { lowerAt, type Token } from "../../language/tokens.ts";
import { lookup } from "../words/lookup.ts";
import { amountAt, dateAfter, dateAt, weekdayAt, type Moment } from "./dates.ts";

/**
 * What a clause says of time: bounds, a date at which it happens, an hour, a rhythm; whether it is for a while only; and
 * the words that are left.
 */
export type Times = {
  from: string | null;
  to: string | null;
  at: string | null;
  hour: string | null;
  rhythm: string | null;
  limited: boolean;
  rest: Token[];
};

/** What "for two weeks" says: since then, as of what has been; from now on, as of what is being; or nothing of when. */
export type TimeContext = Moment & { lasting: "since" | "ahead" | undefined };

const ends = new Set(["until", "till"]);
const atWords = wordSet("on in at by during of back around effective starting for from to before this");

/** Takes the time expressions out of the words of a clause. Linear: each word is looked at from a few places. */
export function takeTimes(tokens: Token[], context: TimeContext): Times {
  const times: Times = { from: null, to: null, at: null, hour: null, rhythm: null, limited: false, rest: [] };
  let gap = false;
  for (let at = 0; at < tokens.length;) {
    const end = timeAt(tokens, at, context, times);
    if (end !== undefined && end > at) {
      at = end;
      gap = true;
      continue;
    }
    const token = tokens[at]!;
    times.rest.push(gap ? { ...token, gap } : token);
    gap = false;
    at++;
  }
  return times;
}

/** Behind the time expression that begins here, with what it says put into `times`. */
function timeAt(tokens: Token[], at: number, context: TimeContext, times: Times): number | undefined {
  return (
    rhythmAt(tokens, at, times) ??
    hourAt(tokens, at, times) ??
    spanAt(tokens, at, context, times) ??
    sinceAt(tokens, at, context, times) ??
    durationAt(tokens, at, context, times) ??
    whileAt(tokens, at, context, times) ??
    pointAt(tokens, at, context, times)
  );
}

/** `from 2008 to 2012`, `between May and July`, `2008-2012`. */
function spanAt(tokens: Token[], at: number, context: Moment, times: Times): number | undefined {
  const [, first, last] = /^((?:19|20)\d\d)-((?:19|20)\d\d)$/u.exec(lowerAt(tokens, at)) ?? [];
  if (last !== undefined) {
    [times.from, times.to] = [first!, last];
    return at + 1;
  }
  const opens = lowerAt(tokens, at);
  const begin = dateAt(tokens, opens === "from" || opens === "between" ? at + 1 : at, context);
  if (!begin) return undefined;
  const joined = lookup<string[]>({ from: ["to", "until", "till", "through"], between: ["and"] }, opens) ?? [
    "—",
    "to",
    "-",
  ];
  if (!joined.includes(lowerAt(tokens, begin.end))) return undefined;
  const end = dateAt(tokens, begin.end + 1, context);
  if (!end) return undefined;
  [times.from, times.to] = [begin.date, end.date];
  return end.end;
}

/** `since 2019`, `as of May`, `starting in May`; `until 2016`. */
function sinceAt(tokens: Token[], at: number, context: Moment, times: Times): number | undefined {
  const word = lowerAt(tokens, at);
  const isSince = word === "since" || (word === "as" && lowerAt(tokens, at + 1) === "of");
  if (!isSince && !ends.has(word)) return undefined;
  const past: Moment = word === "since" ? { ...context, direction: "past" } : context;
  const places = word === "as" ? [at + 2] : [at + 1, at + 2];
  for (const place of places) {
    const found = dateAt(tokens, place, past);
    if (!found) continue;
    if (isSince) times.from = found.date;
    else times.to = found.date;
    return found.end;
  }
  return undefined;
}

/** `for eleven years`: since then, or until then, by the verb. Of what is over or to come it says nothing of when. */
function durationAt(tokens: Token[], at: number, context: TimeContext, times: Times): number | undefined {
  const isFor = lowerAt(tokens, at) === "for";
  const the = isFor && lowerAt(tokens, at + 1) === "the" ? 1 : 0;
  const side = the === 1 ? lookup(sides, lowerAt(tokens, at + 2)) : undefined;
  const amount = amountAt(tokens, isFor ? at + 1 + the + (side === undefined ? 0 : 1) : at);
  if (!amount) return undefined;
  const now = lowerAt(tokens, amount.end) === "now";
  if (!isFor && !now) return undefined;
  const lasting = context.lasting && (now ? "since" : (side ?? context.lasting));
  if (lasting === "since") times.from = dateAfter(context.said, -amount.count, amount.unit) ?? null;
  else times.limited = true;
  if (lasting === "ahead") times.to = dateAfter(context.said, amount.count, amount.unit) ?? null;
  return now ? amount.end + 1 : amount.end;
}

const sides = { past: "since", last: "since", next: "ahead", coming: "ahead" } as const;

const passing = /^for (?:now|the (?:time being|moment|spring|summer|autumn|fall|winter|season|semester|holidays))\b/u;
const uncounted = /^for (?:a (?:little )?(?:while|bit)|(?:a few|some|several) (?:days|weeks|months|years))\b/u;

/** `temporarily`, `for now`, `for a few weeks`: no one says until when. */
function whileAt(tokens: Token[], at: number, { lasting }: TimeContext, times: Times): number | undefined {
  if (lowerAt(tokens, at) !== "for" && lowerAt(tokens, at) !== "temporarily") return undefined;
  const words = tokens.slice(at, at + 4).map(({ lower: word }) => word);
  const text = words.join(" ");
  const found = passing.exec(text) ?? (lasting === "since" ? null : uncounted.exec(text));
  if (!found && words[0] === "for") return undefined;
  times.limited = true;
  return at + (found ? found[0].split(" ").length : 1);
}

function pointAt(tokens: Token[], at: number, context: Moment, times: Times): number | undefined {
  const start = dateAt(tokens, at, context) !== undefined || !atWords.has(lowerAt(tokens, at)) ? at : at + 1;
  const second = start > at && ["in", "on", "the"].includes(lowerAt(tokens, start)) ? start + 1 : start;
  for (const place of [start, second]) {
    const found = dateAt(tokens, place, context);
    if (!found) continue;
    // "a 2016 Skoda": a year before a noun is part of it.
    if (
      place === at &&
      /^\d{4}$/u.test(lowerAt(tokens, at)) &&
      tokens[at + 1] &&
      !/[,;.)]/u.test(lowerAt(tokens, at + 1))
    )
      return undefined;
    times.at ??= found.date;
    return found.end;
  }
  return undefined;
}

/** `at 14:30`, `at 9`, `7pm`, `at noon`. */
function hourAt(tokens: Token[], at: number, times: Times): number | undefined {
  const isAt = ["at", "@", "from"].includes(lowerAt(tokens, at));
  const place = isAt ? at + 1 : at;
  const word = lowerAt(tokens, place);
  if (isAt && (word === "noon" || word === "midnight")) {
    times.hour = word === "noon" ? "12:00" : "00:00";
    return place + 1;
  }
  const [, hours, minutes = "00", half] = /^(\d{1,2})(?:[:.](\d\d))?(am|pm|h)?$/u.exec(word) ?? [];
  if (hours === undefined) return undefined;
  const next = lowerAt(tokens, place + 1);
  const apart =
    half === undefined && (next === "am" || next === "pm" || next === "a.m" || next === "p.m") ? next : undefined;
  const suffix = half ?? apart;
  const hour = (Number(hours) % 24) + (suffix?.startsWith("p") && Number(hours) < 12 ? 12 : 0);
  const clear = suffix !== undefined || word.includes(":");
  if (!clear && !(isAt && !word.includes(".") && /^$|^[,.;:)]$|^(?:on|in|and|every|sharp)$/u.test(next)))
    return undefined;
  if (hour > 23 || Number(minutes) > 59) return undefined;
  times.hour ??= `${String(hour).padStart(2, "0")}:${minutes}`;
  const end = place + (apart === undefined ? 1 : 2);
  return ["utc", "cet", "sharp", "gmt", "cest"].includes(lowerAt(tokens, end)) ? end + 1 : end;
}

const rhythms = wordSet(
  "daily weekly monthly biweekly fortnightly quarterly yearly annually weekdays weekends bi-weekly",
);
const weekdayPlural = (word: string) => word.endsWith("s") && weekdayAt(word.slice(0, -1)) !== undefined;
const periods = wordSet(
  `day week month year weekday weekend morning evening night afternoon quarter
   fortnight hour other second third first last few two three four six`,
);

const counts = new Set(["other", "second", "third", "first", "last", "few", "two", "three", "four", "six"]);

/** `every weekday at 9:45`, `on thursdays`, `weekly`: as said, with the hour. */
function rhythmAt(tokens: Token[], at: number, times: Times): number | undefined {
  let place = lowerAt(tokens, at) === "on" || lowerAt(tokens, at) === "once" ? at + 1 : at;
  const start = place;
  const word = lowerAt(tokens, place);
  const day = nthDayAt(tokens, place);
  if (day !== undefined) place = day;
  else if (word === "every" || word === "each" || (word === "a" && start > at)) {
    place++;
    while (periods.has(lowerAt(tokens, place)) || weekdayAt(lowerAt(tokens, place)) !== undefined) place++;
    // "each other" is no rhythm.
    if (place === start + 1 || counts.has(lowerAt(tokens, place - 1))) return undefined;
  } else if (rhythms.has(word) || weekdayPlural(word)) place++;
  else return undefined;
  while (rhythmGoesOn(tokens, place)) place++;
  times.rhythm ??= tokens
    .slice(start, place)
    .map(({ text }) => text)
    .join(" ");
  return place;
}

/** `the first Friday of each month`. */
function nthDayAt(tokens: Token[], at: number): number | undefined {
  const isDay = weekdayAt(lowerAt(tokens, at + 2)) !== undefined || lowerAt(tokens, at + 2) === "day";
  const isNth = lowerAt(tokens, at) === "the" && nths.has(lowerAt(tokens, at + 1)) && isDay;
  const isOfAll = lowerAt(tokens, at + 3) === "of" && ["each", "every", "the"].includes(lowerAt(tokens, at + 4));
  return isNth && isOfAll && periods.has(lowerAt(tokens, at + 5)) ? at + 6 : undefined;
}
const nths = wordSet("first 1st second 2nd third 3rd fourth 4th last");

function rhythmGoesOn(tokens: Token[], at: number): boolean {
  const word = lowerAt(tokens, at);
  if (word === "and" || word === "on" || word === "at") return isRhythmPart(lowerAt(tokens, at + 1));
  return isRhythmPart(word);
}

function isRhythmPart(word: string): boolean {
  return (
    weekdayPlural(word) ||
    weekdayAt(word) !== undefined ||
    /^\d{1,2}(?::\d\d|am|pm)?(?:am|pm)?$/u.test(word) ||
    ["noon", "am", "pm", "morning", "mornings", "evening", "evenings", "afternoon", "night"].includes(word)
  );
}
