import { wordSet } from "../../language/word-set.ts";
import type { Mention } from "../fact.ts";
import type { Words } from "../parse/phrases.ts";
import type { Reading } from "../reading.ts";
import { dateAt } from "../time/dates.ts";
import { pronouns } from "../words/common.ts";
import { isThing, placeAt, type Rule, type Said } from "./said.ts";

/** When things happen: once, or again and again. */
export const eventRules: Rule = (said) => {
  const { verb, words, times } = said;
  if (verb.negated) return false;
  if (reschedulings.has(verb.lemma) && moved(said)) return true;
  if (said.subject.kind === "user") return appointment(said);
  if (!isThing(said)) return false;
  switch (verb.lemma) {
    case "be":
    case "happen":
    case "meet":
    case "recur":
    case "repeat":
    case "start":
    case "begin":
    case "run":
      return verb.tense === "past" ? false : occurs(said);
    case "take":
      return words.lower(0) === "place" && verb.tense !== "past" && occurs(said);
    case "fall":
    case "end":
    case "close":
    case "open":
    case "expire":
      return verb.tense !== "past" && times.at !== null && scheduled(said);
    case "schedule":
    case "set":
    case "plan":
    case "book":
      return verb.passive && occurs(said);
    default:
      return false;
  }
};

const notEvents = wordSet("it today life weather answer question problem issue code tests test");

function occurs(said: Said): boolean {
  const { times, words, reading, subjects, verb } = said;
  if (said.who.kind === "name" && notEvents.has(said.who.text.toLowerCase())) return false;
  const first = words.lower(words.skip(0));
  // "The gym is crowded on Fridays" tells how it is then.
  const isWhen = arrangements.has(first);
  if (times.rhythm !== null) {
    if (verb.lemma === "be" && !isWhen) return false;
    for (const subject of subjects) reading.state(subject, "recurs", times.rhythm);
    venue(said);
    return true;
  }
  if (first !== "" && verb.lemma !== "be" && !verb.passive && first !== "place") return false;
  return isWhen && scheduled(said);
}

const arrangements = new Set([
  "",
  ",",
  ...wordSet("due on scheduled set in at place planned for booked here confirmed"),
]);

/** "on 11 June in Girona": the place, too. */
function venue(said: Said): void {
  const { words, reading } = said;
  const at = words.find(0, "in");
  const place = at === undefined ? undefined : placeAt(said, at);
  if (place && !said.lowercase) for (const subject of said.subjects) reading.state(subject, "located_in", place.text);
}

const reschedulings = wordSet("move reschedule postpone slip delay push bring");

/** "The launch slipped to 4 May", "the court moved Ana's hearing to Friday": what is moved, and not who moves it. */
function moved(said: Said): boolean {
  const { verb, words, times, reading, subjects } = said;
  const day = newDay(said);
  const first = words.lower(words.skip(0));
  if (verb.tense === "future" || day === undefined || (pronouns.has(first) && first !== "it")) return false;
  const object = verb.passive ? undefined : objectOf(words);
  const events = first === "it" ? latestEvent(reading) : object ? [object] : isThing(said) ? subjects : [];
  const date = times.hour === null ? day : `${day}T${times.hour}`;
  for (const event of events) reading.state(event, "scheduled_on", date);
  if (events === subjects) venue(said);
  return true;
}

/** Ahead of the message, and not the day on which it was moved: "to 4 May", "until Friday". */
function newDay({ verb, whole: { tokens }, reading: { said } }: Said): string | undefined {
  const leads = verb.lemma === "reschedule" ? ["to", "for"] : ["to", "until", "till"];
  const found = tokens
    .map(({ lower }, at) => (leads.includes(lower) ? dateAt(tokens, at + 1, { said, direction: "future" }) : undefined))
    .find((date) => date?.date.length === 10);
  return found && tokens[found.end]?.lower !== "'s" ? found.date : undefined;
}

function latestEvent({ claims }: Reading): Mention[] {
  const latest = claims.findLast((claim) => claim.kind === "state" && claim.predicate === "scheduled_on");
  return latest?.kind === "state" ? [latest.subject] : [];
}

function objectOf(words: Words): Mention | undefined {
  const name = words.noun(0)?.text.replace(/ (?:forward|ahead)$/u, "");
  return name === undefined ? undefined : { kind: "name", text: name };
}

function scheduled(said: Said): boolean {
  const { times, reading } = said;
  const day = times.at ?? times.from;
  if (day === null || day.length !== 10) return false;
  const date = times.hour === null ? day : `${day}T${times.hour}`;
  for (const subject of said.subjects) {
    reading.state(subject, "scheduled_on", date);
  }
  venue(said);
  return true;
}

const appointments = wordSet(
  `appointment meeting interview exam call flight deadline presentation demo concert
   checkup check-up surgery operation wedding conference review viewing hearing party
   workshop audition recital race marathon lesson class rehearsal training practice`,
);

/** "I have a dentist appointment on Tuesday at 9." */
function appointment(said: Said): boolean {
  const { verb, words, times, reading } = said;
  if (verb.lemma !== "have" || verb.hedged || verb.tense === "past") return false;
  const what = words.noun(0, "with");
  if (!what || (times.rhythm === null && !what.tokens.some(({ lower }) => appointments.has(lower)))) return false;
  if (times.rhythm !== null) reading.state({ kind: "name", text: what.text }, "recurs", times.rhythm);
  else if (times.at?.length === 10)
    reading.state(
      { kind: "name", text: what.text },
      "scheduled_on",
      times.hour === null ? times.at : `${times.at}T${times.hour}`,
    );
  return true;
}
