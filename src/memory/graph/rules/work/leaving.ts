import { wordSet } from "../../../language/word-set.ts";
import type { Words } from "../../parse/phrases.ts";
import { possessives } from "../../words/common.ts";
import { employer, jobWords } from "./employer.ts";
import { end, endsLately, hasHappened, isNamed, isOngoing, isPlanned, type Rule, type Said } from "../said.ts";

/** How work ends: of a named employer, or of whoever it is. */
export const leavingRules: Rule = (said) => {
  const { verb, words } = said;
  const first = words.lower(words.skip(0));
  switch (verb.lemma) {
    case "leave":
    case "quit":
    case "resign":
      return leaves(said);
    case "retire":
      return retires(said);
    case "lose":
      return words.find(0, "job") !== undefined && isJob(words, 0) && hasHappened(said) && loseWork(said);
    case "lay":
      return verb.passive && first === "off" && hasHappened(said) && endOrLeave(said);
    case "let":
      return verb.passive && first === "go" && hasHappened(said) && endOrLeave(said);
    case "make":
      return verb.passive && first === "redundant" && hasHappened(said) && endOrLeave(said);
    case "fire":
      return verb.passive && first !== "up" && hasHappened(said) && endOrLeave(said);
    case "work":
      return verb.ended && words.tokens.length === 0 && endWork(said);
    case "be":
      return hasNoWork(words) && !verb.ended && isOngoing(said) && endWork(said);
    default:
      return false;
  }
};

/** Of what is to come the date must be settled: "I'm leaving Acme on Friday". */
const isSettled = (said: Said) =>
  hasHappened(said) || (isPlanned(said) && said.times.at !== null && !said.verb.negated);

/** "I left Figwood", "quit my job (at Acme)", "resigned (from Acme)". */
function leaves(said: Said): true {
  const { words, verb } = said;
  if (!isSettled(said)) return true;
  const at = words.find(0, "from", "at");
  const place =
    at !== undefined && (verb.lemma !== "leave" || jobWords.has(words.lower(at - 2)))
      ? employer(said, at)
      : words.noun(0, "&");
  if (place && isNamed(said, place)) return hasHappened(said) ? endAt(said, place.text) : willLeave(said, place.text);
  const resigned = verb.lemma === "resign" && (words.tokens.length === 0 || isJob(words, words.after(0, "from")));
  return resigned || isJob(words, 0) ? loseWork(said) : true;
}

/** "I'm leaving Oslo on Friday" may be a trip's end: only who is known to work there leaves work. */
function willLeave(said: Said, place: string): true {
  for (const who of said.subjects) said.reading.endHeld(who, "works_at", place, endOf(said));
  return true;
}

/** "I was laid off (by Acme)". */
function endOrLeave(said: Said): true {
  const place = employer(said, said.words.find(0, "from", "by", "at"));
  return place && isNamed(said, place) ? endAt(said, place.text) : loseWork(said);
}

/** "I retired", "retired from Acme", "I'm retired"; not "we retired the old server". */
function retires(said: Said): true {
  const { words, verb, reading } = said;
  const isRetired = verb.passive && verb.tense === "present";
  if ((!isSettled(said) && !isRetired) || verb.ended) return true;
  const first = words.skip(0);
  const place = employer(said, words.after(0, "from"));
  if (place && isNamed(said, place)) return endAt(said, place.text);
  if (words.noun(first) && words.lower(first) !== "early") return true;
  for (const who of said.subjects) {
    reading.end(who, "works_at", undefined, endOf(said));
    reading.end(who, "works_as", undefined, endOf(said));
  }
  return true;
}

const usual = wordSet("old day full-time part-time current last corporate office");

/** "my job", "my old position"; "my work" may be what one made, "my evening job" a second one. */
function isJob(words: Words, at: number | undefined): boolean {
  const phrase = words.noun(at);
  if (!phrase || !possessives.has(words.lower(words.skip(at!)))) return false;
  const kind = phrase.tokens.slice(0, -1).map(({ lower }) => lower);
  const last = phrase.head;
  return jobWords.has(last) && last !== "work" && kind.every((word) => usual.has(word));
}

/** "unemployed", "out of work", "between jobs". */
function hasNoWork(words: Words): boolean {
  const first = words.skip(0);
  const [word, ...more] = [0, 1, 2].map((place) => words.lower(first + place));
  if (word === "unemployed" || word === "jobless") return true;
  return (word === "out" && more.join(" ") === "of work") || (word === "between" && more[0] === "jobs");
}

const endAt = (said: Said, employerName: string) => end(said, "works_at", [employerName], endOf(said));

/** The work that somebody had till then, unless that is long ago. */
const loseWork = (said: Said) => !endsLately(said, endOf(said)) || endWork(said);

const endWork = (said: Said) => end(said, "works_at", undefined, endOf(said));

const endOf = ({ times, reading }: Said) => times.at ?? times.from ?? reading.today;
