import { wordSet } from "../../language/word-set.ts";
import type { Mention } from "../fact.ts";
import type { Phrase } from "../parse/phrases.ts";
import { latestState, type Reading } from "../reading.ts";
import { dateAt } from "../time/dates.ts";
import { determiners, pronouns } from "../words/common.ts";
import { roleOf, singularRole } from "../words/roles.ts";
import { isThing, placeAt, stateAt, type Rule, type Said } from "./said.ts";

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
    case "hold":
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
  const { times, words, verb } = said;
  if (said.who.kind === "name" && notEvents.has(said.who.text.toLowerCase())) return false;
  const first = words.lower(words.skip(0));
  // "The gym is crowded on Fridays" tells how it is then.
  const isWhen = arrangements.has(first);
  if (times.rhythm !== null) {
    if (verb.lemma === "be" && !isWhen && !recurring.has(first)) return false;
    stateAt(said, "recurs", [times.rhythm]);
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
/** "From 9 to 11 on Mondays", "back on Tuesdays". */
const recurring = wordSet("from between back held");

/** "on 11 June in Girona": the place, too. */
function venue(said: Said): void {
  const place = placeAt(said, said.words.find(0, "in"));
  if (place && !said.lowercase) stateAt(said, "located_in", [place.text]);
}

const reschedulings = wordSet("move reschedule postpone slip delay push bring");

/** "The launch slipped to 4 May", "the court moved Ana's hearing to Friday": what is moved, and not who moves it. */
function moved(said: Said): boolean {
  const { verb, words, reading } = said;
  const day = newDay(said);
  const first = words.lower(words.skip(0));
  if (verb.tense === "future" || day === undefined || (pronouns.has(first) && first !== "it")) return false;
  const object = verb.passive ? undefined : words.noun(0);
  const date = withHour(day.date, said);
  if (first === "it") for (const event of eventBefore(reading)) reading.state(event, "scheduled_on", date);
  else if (object) {
    const text = object.text.replace(/^back | (?:forward|ahead)$/gu, "");
    if (isEvent(reading, text) || isMovable(said, object, day))
      reading.state({ kind: "name", text }, "scheduled_on", date);
  } else if (isThing(said) && (verb.passive || !day.isUntil || verb.lemma === "slip")) {
    stateAt(said, "scheduled_on", [date]);
    venue(said);
  }
  return true;
}

const withHour = (date: string, { times: { hour } }: Said) => (hour === null ? date : `${date}T${hour}`);

type NewDay = { date: string; isUntil: boolean };

/** Ahead of the message, and not the day on which it was moved: "to 4 May", "until Friday"; not "to Sunday lunch". */
function newDay({ verb, whole, reading: { said } }: Said): NewDay | undefined {
  const leads = verb.lemma === "reschedule" ? ["to", "for"] : ["to", "until", "till"];
  for (const [at, { lower: lead }] of whole.tokens.entries()) {
    const found = leads.includes(lead) ? dateAt(whole.tokens, at + 1, { said, direction: "future" }) : undefined;
    if (found?.date.length !== 10) continue;
    const next = whole.lower(found.end);
    const isOfNoun = whole.noun(found.end)?.start === found.end && /^\p{L}/u.test(next) && !partsOfTime.has(next);
    return next === "'s" || isOfNoun ? undefined : { date: found.date, isUntil: lead === "until" || lead === "till" };
  }
  return undefined;
}
const partsOfTime = wordSet("morning afternoon evening night noon midnight next instead");

/** "It" is what the clause before tells the time of. */
function eventBefore({ claimsBefore }: Reading): Mention[] {
  const latest = latestState(claimsBefore, "scheduled_on");
  return latest ? [latest.subject] : [];
}

/** By its name, or because the message told its time. */
const isEvent = ({ claims }: Reading, name: string): boolean =>
  appointments.has(name.toLowerCase().split(" ").at(-1)!) ||
  claims.some(
    (claim) =>
      claim.kind === "state" &&
      (claim.predicate === "scheduled_on" || claim.predicate === "recurs") &&
      claim.subject.kind === "name" &&
      claim.subject.text.toLowerCase() === name.toLowerCase(),
  );

/** A thing, of whatever name, with a verb that says of it that its time is another one; not "pushed hard", "brought Tom". */
function isMovable({ verb, words }: Said, { text, start, head }: Phrase, { isUntil }: NewDay): boolean {
  const isAhead = head === "forward" || head === "ahead";
  if (isUntil ? !delaying.has(verb.lemma) : verb.lemma === "bring" && !isAhead) return false;
  if (roleOf(head) ?? singularRole(head)) return false;
  return (
    determiners.has(words.lower(start - 1)) || text.includes("'s ") || (/^\p{Ll}/u.test(text) && verb.lemma !== "push")
  );
}
const delaying = wordSet("postpone reschedule delay slip");

function scheduled(said: Said): boolean {
  const { times } = said;
  const day = times.at ?? times.from;
  if (day === null || day.length !== 10) return false;
  stateAt(said, "scheduled_on", [withHour(day, said)]);
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
  const event: Mention = { kind: "name", text: what.text };
  if (times.rhythm !== null) reading.state(event, "recurs", times.rhythm);
  else if (times.at?.length === 10) reading.state(event, "scheduled_on", withHour(times.at, said));
  return true;
}
