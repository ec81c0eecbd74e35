import { wordSet } from "../../language/word-set.ts";
import type { DateText, Mention } from "../fact.ts";
import type { Phrase, Words } from "../parse/phrases.ts";
import type { Subject } from "../parse/subjects.ts";
import type { VerbGroup } from "../parse/verb-group.ts";
import { isFunctional, type PredicateName } from "../predicates.ts";
import type { ClaimTime, Reading } from "../reading.ts";
import { isCapital } from "../../language/tokens.ts";
import type { Times } from "../time/times.ts";
import { organisations } from "../words/things.ts";

/** A clause as rules see it: its pronouns are resolved, its times taken out of its words. */
export type Said = {
  reading: Reading;
  subject: Subject;
  /** The only one; rules for lists take `subjects`. */
  who: Mention;
  subjects: Mention[];
  verb: VerbGroup;
  words: Words;
  /** With its times. */
  whole: Words;
  times: Times;
  lowercase: boolean;
  /** "I also work at Globex": something else is so, too. */
  beside: boolean;
  /** Its subject is that of the clause before. */
  elided: boolean;
};

/** A rule says what it can of a clause; true where it knew the clause. */
export type Rule = (said: Said) => boolean;

/** May be a person: a name may be one. */
export const isPerson = (said: Said) =>
  ["user", "person"].includes(said.subject.kind) || (said.subject.kind === "name" && !isOrganisation(said));
export const isThing = ({ subject }: Said) => subject.kind === "thing" || subject.kind === "name";

/** By its name, or because the message tells of its founding. */
function isOrganisation({ who, reading }: Said): boolean {
  if (who.kind !== "name") return false;
  if (organisations.has(who.text.toLowerCase().split(" ").at(-1)!)) return true;
  return reading.claims.some(
    (claim) => claim.kind === "state" && claim.predicate === "founded" && claim.object === who.text,
  );
}

/** Whether it is past, with or without an effect on the present. */
export const hasHappened = ({ verb }: Pick<Said, "verb">) => verb.tense === "past" || verb.tense === "perfect";

/** What is planned: "I'm moving", "we will move". */
export const isPlanned = ({ verb }: Pick<Said, "verb">) => verb.tense === "progressive" || verb.tense === "future";

/** The present, or what began and goes on. */
export const isOngoing = ({ verb }: Said) => verb.tense !== "past" && verb.tense !== "future";

/** When a state holds. What is past and has no end said has ended by now; what is to come begins at its date. */
export function bounds({ reading, times, verb }: Said): { from: DateText; to: DateText } {
  if (verb.ended) return { from: null, to: times.to ?? times.at ?? reading.today };
  if (verb.tense === "future") return { from: times.from ?? times.at, to: times.to };
  if (verb.tense !== "past") return { from: times.from, to: times.to };
  if (times.from === null && times.to === null && times.at !== null) return { from: times.at, to: times.at };
  return { from: times.from, to: times.to ?? reading.today };
}

/**
 * States it, or with "no longer" that it has ended. What is to come replaces nothing without a date, nor does what is
 * for a while.
 */
export function state(said: Said, predicate: PredicateName, objects: (string | Mention)[]): true {
  const { verb, times } = said;
  const time = bounds(said);
  const undated = time.from === null && time.to === null;
  if (verb.tense === "future" && undated && !verb.ended && isFunctional(predicate)) return true;
  if (verb.ended) return end(said, predicate, objects, time.to);
  const beside = said.beside && severalAtOnce.has(predicate);
  return stateAt(said, predicate, objects, { ...time, yields: times.limited && time.to === null, beside });
}

/** One has one of them as a rule, and may have a second one. */
const severalAtOnce: ReadonlySet<PredicateName> = new Set([
  "lives_in",
  "works_at",
  "works_as",
  "reports_to",
  "runs_on",
  "located_in",
]);

/** States what began at a time: "joined", "bought"; or with "no longer" that it will not. */
export function begin(said: Said, predicate: PredicateName, objects: (string | Mention)[]): true {
  const { times, verb } = said;
  if (verb.ended) return end(said, predicate, objects, null);
  return stateAt(said, predicate, objects, { from: times.at ?? times.from, yields: times.limited });
}

/** States it of each subject, with a time that is not the verb's. */
export function stateAt(
  { reading, subjects }: Said,
  predicate: PredicateName,
  objects: (string | Mention)[],
  time: ClaimTime = {},
): true {
  for (const subject of subjects) for (const object of objects) reading.state(subject, predicate, object, time);
  return true;
}

/** Ends it for each subject; without objects, whatever it is. */
export function end(
  { reading, subjects, times }: Said,
  predicate: PredicateName,
  objects: (string | Mention)[] | undefined,
  to: DateText = times.at ?? reading.today,
): true {
  for (const subject of subjects)
    for (const object of objects ?? [undefined]) reading.end(subject, predicate, object, to);
  return true;
}

/** Whether an end of what is not named is that of what held till now: a job lost years ago was another one. */
export const endsLately = ({ reading }: Said, to: string) => Number(to.slice(0, 4)) >= reading.said.year - 1;

/** Has at least one capital, or is in a message that has none. */
export function isNamed({ lowercase }: Said, { tokens }: Phrase): boolean {
  return lowercase || tokens.some((token) => isCapital(token)) || tokens.some(({ text }) => /\d/u.test(text));
}

const noPlaces = wordSet(
  `fear hope peace charge touch love front order general fact bed
   town person pain trouble meetings contact theory doubt`,
);

const tails = wordSet(
  "of the de la and city area region province county state island islands coast suburbs district valley",
);

/** Capitals all through, but for what may follow a name: "Lisbon", "New York City", "Cork city". */
const isPlaceName = ({ tokens }: Phrase) =>
  isCapital(tokens[0]!) && tokens.every((token) => isCapital(token) || tails.has(token.lower));

/** A place by its name. "a flat in Oslo" is in Oslo. */
export function placeAt({ words, lowercase }: Said, at: number | undefined): Phrase | undefined {
  const place = words.noun(at);
  if (at === undefined || !place) return undefined;
  const first = words.skip(at);
  if (lowercase)
    return !noPlaces.has(place.text) && place.tokens.length <= 3 && place.start === first ? place : undefined;
  const plain = place.start === first || words.lower(first) === "the";
  if (plain && isPlaceName(place)) return place;
  const inside = ["in", "near", "outside"].includes(words.lower(place.end)) ? words.noun(place.end + 1) : undefined;
  return inside && isPlaceName(inside) ? inside : undefined;
}

export const texts = (phrases: Phrase[]) => phrases.map(({ text }) => text);
