import { latestState } from "../reading.ts";
import {
  begin,
  end,
  hasHappened,
  isOngoing,
  isPerson,
  isPlanned,
  placeAt,
  state,
  stateAt,
  type Rule,
  type Said,
} from "./said.ts";

/** Where people live, come from and go. */
export const homeRules: Rule = (said) => {
  if (!isPerson(said)) return false;
  const { verb, words } = said;
  switch (verb.lemma) {
    case "live":
    case "reside":
      return livesIn(said, words.after(0, "in", "near", "at"));
    case "base":
    case "settle":
      return livesIn(said, words.after(0, "in") ?? words.after(0, "down"));
    case "move":
    case "relocate":
      return moves(said);
    case "come":
      if (words.tokens.length === 0 || words.after(0, "back", "home")) return comesBack(said);
      return verb.negated || verb.tense === "progressive" ? false : comesFrom(said, words.after(0, "from"));
    case "hail":
      return comesFrom(said, words.after(0, "from"));
    case "grow":
    case "raise":
      return comesFrom(said, words.after(verb.lemma === "grow" ? (words.after(0, "up") ?? 0) : 0, "in", "near"));
    case "be":
      return isSomewhere(said);
    default:
      return goes(said);
  }
};

function livesIn(said: Said, at: number | undefined): boolean {
  if (at === undefined) return said.verb.ended && end(said, "lives_in", undefined);
  const place = placeAt(said, at);
  if (place) return state(said, "lives_in", [place.text]);
  // "I don't live there any more": wherever that was.
  return said.verb.ended && said.words.lower(at) === "there" && end(said, "lives_in", undefined);
}

/** "moved (from A) to B (in May)"; of what is still to come the date must be settled. */
function moves(said: Said): boolean {
  const { words, verb, times } = said;
  if (isPlanned(said) && times.at === null && !verb.ended) return true;
  const first = words.skip(0);
  if (
    !["to", "from", "back", "in", "out", "over", "down", "up", "away", "house", "here", ""].includes(words.lower(first))
  )
    return false;
  const from = placeAt(said, words.find(0, "from"));
  const to = placeAt(said, words.find(0, "to"));
  if (from && !verb.ended && (to || words.lower(first) === "here")) end(said, "lives_in", [from.text]);
  if (to) return begin(said, "lives_in", [to.text]);
  if (verb.ended && words.tokens.length === 0) return end(said, "lives_in", undefined, null);
  if (times.at !== null && words.tokens.length === 0 && !verb.ended) dateLatestHome(said, times.at);
  return true;
}

/** "The studio is in Aarhus now, we moved in August." */
function dateLatestHome({ reading }: Said, date: string): void {
  const latest = latestState(reading.claims, "lives_in", "located_in");
  if (latest) latest.from ??= date;
}

/** "... and coming back on the 7th" ends the visit. */
function comesBack({ reading, times }: Said): boolean {
  const latest = latestState(reading.claims, "visits");
  if (latest && times.at !== null) latest.to ??= times.at;
  return true;
}

function comesFrom(said: Said, at: number | undefined): boolean {
  const place = placeAt(said, at);
  return place !== undefined && stateAt(said, "comes_from", [place.text]);
}

/** "I'm from Galway", "she's based in Oslo", "I was born in Perth", "I'm in Tallinn this week". */
function isSomewhere(said: Said): boolean {
  const { words, times, verb } = said;
  if (words.lower(words.skip(0)) === "in" && said.subject.kind !== "name") {
    const place = placeAt(said, words.skip(0) + 1);
    if (!place || times.at === null) return false;
    return visit(said, place.text, times.at, times.at);
  }
  // "Zurich has been home for eleven years."
  if (words.lower(words.skip(0)) === "home" && times.from !== null && said.who.kind === "name") {
    said.reading.state({ kind: "user" }, "lives_in", said.who.text, { from: times.from });
    return true;
  }
  if (words.lower(words.skip(0)) === "based") return livesIn(said, words.after(words.skip(0) + 1, "in", "out"));
  if (verb.tense === "perfect" && words.after(0, "to") !== undefined) {
    const place = placeAt(said, words.after(0, "to")!);
    return place !== undefined && visit(said, place.text, times.at, times.at);
  }
  const born = words.after(0, "born", "raised");
  if (born !== undefined) {
    const also = words.lower(born) === "and" ? born + 2 : born;
    return comesFrom(said, words.after(also, "in", "near"));
  }
  return isOngoing(said) ? comesFrom(said, words.after(0, "from")) : false;
}

const goings = new Set(["go", "fly", "travel", "visit", "book", "head"]);

/** Visits: what is past, or settled: with a date to come. */
function goes(said: Said): boolean {
  const { words, verb, times } = said;
  if (!goings.has(verb.lemma) && verb.lemma !== "spend") return false;
  const first = words.skip(0);
  const at =
    verb.lemma === "visit"
      ? first
      : verb.lemma === "spend"
        ? words.find(0, "in")
        : verb.lemma === "book"
          ? words.find(0, "to", "in")
          : (words.after(first, "to") ?? (words.lower(first) === "back" ? words.after(first + 1, "to") : undefined));
  const place = placeAt(said, at);
  if (!place || said.words.lower(place.end) === "if") return true;
  if (verb.ended && isPlanned(said)) return end(said, "visits", [place.text], null);
  if (hasHappened(said) && verb.lemma !== "book") {
    const { from, to } = times.from !== null ? times : { from: times.at, to: times.at };
    return visit(said, place.text, from, to);
  }
  if (times.at === null && times.from === null) return true;
  return visit(said, place.text, times.from ?? times.at, times.to ?? (isLong(times.at) ? times.at : null));
}

/** A month, a week or a year: the visit ends in it, too. */
const isLong = (date: string | null) => date !== null && date.length !== 10;

const visit = (said: Said, place: string, from: string | null, to: string | null) =>
  stateAt(said, "visits", [place], { from, to });
