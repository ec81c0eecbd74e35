import { numberWord } from "../../language/number-words.ts";
import { wordAt, type Token } from "../text/tokens.ts";
import { wordSet } from "../../language/word-set.ts";

export const dayNames = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

export type Clock = { quarters: number[]; to: number };
const none: Clock = { quarters: [], to: 0 };

/** "10 pm", "8:30 am", "22:15", "noon", "half past eleven", "at nine"; both halves of the day where it is not said. */
export function clockAt(tokens: readonly Token[], at: number): Clock {
  const token = tokens[at];
  if (!token) return none;
  if (token.word === "noon" || token.word === "midday") return { quarters: [48], to: at + 1 };
  if (token.word === "midnight") {
    return { quarters: tokens[at - 1]?.word === "past" ? [2] : [0], to: at + 1 };
  }
  const past = tokens[at - 1]?.word === "past" && tokens[at - 2]?.word === "half" ? 0.5 : 0;
  const colon = token.word.indexOf(":");
  const hour = token.kind === "number" ? Number(token.word.split(":")[0]) : numberWord(token.word);
  if (hour === undefined || !Number.isInteger(hour) || hour > 24) return none;
  const minutes = colon > 0 ? Number(token.word.slice(colon + 1)) / 60 : past;
  const half = halfOfDay(tokens, at + 1);
  const marked = ["at", "by", "before", "after", "until", "past", "from", "between", "around", "to"];
  const isMarked = marked.includes(wordAt(tokens, at - 1)) || isSecond(tokens, at);
  if (!half && colon < 0 && !(tokens[at + 1]?.word === "o") && !isMarked) return none;
  if (
    !half &&
    colon < 0 &&
    (countsSomething(tokens[at + 1]) ||
      (["to", "from", "by", "until"].includes(wordAt(tokens, at - 1)) && token.kind === "number" && !half))
  )
    return none;
  if (!(minutes >= 0 && minutes < 1)) return none;
  const quarter = (value: number) => Math.floor((value + minutes) * 4) % 96;
  if (half === "am") return { quarters: [quarter(hour % 12)], to: at + 2 };
  if (half === "pm") return { quarters: [quarter((hour % 12) + 12)], to: at + 2 };
  if (hour > 12 || (colon > 0 && token.word.startsWith("0"))) return { quarters: [quarter(hour)], to: at + 1 };
  return { quarters: [quarter(hour % 12), quarter((hour % 12) + 12)], to: at + 1 };
}

/** "between 8 and 17". */
const isSecond = (tokens: readonly Token[], at: number): boolean =>
  tokens[at - 1]?.word === "and" && tokens[at - 3]?.word === "between";

export function halfOfDay(tokens: readonly Token[], at: number): "am" | "pm" | undefined {
  const word = tokens[at]?.word;
  if (word === "am" || word === "pm") return word;
  if ((word === "a" || word === "p") && tokens[at + 1]?.text === "." && tokens[at + 2]?.word === "m") return `${word}m`;
  return undefined;
}

/** Words that may follow a time of day. */
const behindClock = wordSet(
  "and or but in on at every for with to from while when if so because tonight tomorrow today sharp",
);

/** Whether what follows a number is counted by it: then it is no time of day. */
function countsSomething(next: Token | undefined): boolean {
  if (!next) return false;
  if (next.text === "%" || next.text === "-" || "€$£".includes(next.text)) return true;
  return next.kind === "word" && !behindClock.has(next.word) && !dayNames.includes(next.word);
}
