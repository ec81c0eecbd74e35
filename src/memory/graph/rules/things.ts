import { wordSet } from "../../language/word-set.ts";
import type { Phrase } from "../parse/phrases.ts";
import { latestState } from "../reading.ts";
import { isCapital } from "../../language/tokens.ts";
import { possessions, species, vehicles } from "../words/things.ts";
import { begin, end, hasHappened, isNamed, isOngoing, state, stateAt, texts, type Rule, type Said } from "./said.ts";

/** What people and companies own. */
export const thingRules: Rule = (said) => {
  const { verb, subject, words } = said;
  if (subject.kind === "none" || (subject.kind === "thing" && verb.lemma !== "acquire")) return false;
  if (["adopt", "get", "buy", "rescue"].includes(verb.lemma)) datePet(said);
  switch (verb.lemma) {
    case "own":
      return owned(said);
    case "drive":
    case "ride":
      return drives(said);
    case "buy":
    case "purchase":
    case "acquire":
    case "get":
      return verb.passive ? false : buys(said);
    case "sell":
      return sells(said);
    case "have":
      return has(said);
    case "die":
    case "pass":
      return dies(said, verb.lemma === "die" ? 0 : words.after(0, "away"));
    case "be":
      return words.lower(words.skip(0)) === "dead" ? dies(said, words.skip(0) + 1) : isAnimal(said);
    default:
      return false;
  }
};

/** "adopted a greyhound called Biscuit in February" */
function datePet({ reading, times, verb }: Said): void {
  const latest = latestState(reading.claims, "has_pet");
  if (latest && verb.tense === "past") latest.from ??= times.at;
}

/** "Miso is a Siamese", of an animal that the message knows. */
function isAnimal(said: Said): boolean {
  const { words, reading } = said;
  const kind = words.noun(0);
  if (!kind || !isOngoing(said) || !kind.tokens.some(({ lower }) => species.has(lower))) return false;
  if (!["a", "an"].includes(words.lower(words.skip(0)))) return false;
  for (const subject of said.subjects) if (reading.isAnimal(subject)) reading.state(subject, "is_a", kind.text);
  return true;
}

const deathCauses = wordSet("of from in at on after when while because with , and");

/** "Rex died", "passed away", "is dead": nobody has or is married to them any more. Not "Ana died laughing". */
function dies(said: Said, at: number | undefined): boolean {
  const { words, verb, subject, subjects, times, reading } = said;
  const happened = verb.lemma === "be" ? verb.tense === "present" : hasHappened(said);
  if (at === undefined || subject.kind === "user" || !happened) return false;
  const next = words.lower(words.skip(at));
  if (next !== "" && !deathCauses.has(next)) return false;
  const ended = subject.kind === "animal" ? pets : bonds;
  for (const who of subjects)
    for (const predicate of ended) reading.end(who, predicate, undefined, times.at ?? reading.today);
  return true;
}

const pets = ["has_pet"] as const;
const bonds = ["has_pet", "married_to", "partner_of"] as const;

const joins = ["in", "with"];
const numbers = /^(?:\d+|two|three|four|five|six|seven)$/u;

function owned(said: Said): boolean {
  const found = said.words
    .nouns(0, "in")
    .filter(({ tokens, head }) => !tokens.some(({ lower }) => ["many", "much"].includes(lower)) && !abstract.has(head));
  return state(said, "owns", texts(found).map(withoutNumber));
}

const abstract = new Set(["mistake", "problem", "process", "risk", "roadmap", "decision", "outcome", "fault", "up"]);
const withoutNumber = (text: string) => text.replace(/^(?:two|three|four|five|six|\d) /iu, "");

const notDriven = wordSet("home work crazy mad nuts miles hours kids bus train trams tram taxi wave");

function drives(said: Said): boolean {
  const phrase = said.words.noun(0);
  if (!phrase || !isOngoing(said) || phrase.tokens.some(({ lower }) => notDriven.has(lower))) return true;
  const clear = isNamed(said, phrase) || vehicles.has(phrase.head);
  return clear ? state(said, "owns", [phrase.text]) : true;
}

const consumed = wordSet(
  `milk bread groceries tickets ticket coffee lunch dinner flowers
   present gift food flights beer wine cake eggs books it flight one`,
);

/** "bought a Fairphone 5", "got a new bike", "Tessel acquired Brightpath". */
function buys(said: Said): boolean {
  const { words, verb } = said;
  if (!hasHappened(said)) return true;
  if (verb.lemma === "get" && words.lower(0) !== "a" && words.lower(0) !== "an") return false;
  const phrase = words.noun(0);
  if (!phrase || consumed.has(phrase.head) || species.has(phrase.head)) return false;
  if (words.after(phrase.end, "for") !== undefined || pet(phrase)) return true;
  const clear = possessions.has(phrase.head) || (verb.lemma !== "get" && phrase.tokens.length <= 4);
  if (!clear) return verb.lemma !== "get";
  const text = phrase.text.replace(/^(?:new|used|second-hand|secondhand|old) /iu, "");
  return begin(said, "owns", [place(said, phrase, text)]);
}

/** "a house in Lyon" keeps its place. */
function place(said: Said, phrase: Phrase, text: string): string {
  const longer = said.words.noun(phrase.start, ...joins);
  return longer && said.words.lower(phrase.end) === "in" && isCapital(longer.tokens.at(-1)!)
    ? said.words.source.slice(phrase.tokens[0]!.start, longer.tokens.at(-1)!.end)
    : text;
}

const pet = ({ tokens }: Phrase) => tokens.some(({ lower }) => lower === "called" || lower === "named");

function sells(said: Said): boolean {
  const { verb, words } = said;
  if (!hasHappened(said) || verb.passive) return true;
  const phrase = words.noun(0);
  const held = ["the", "my", "our", "his", "her"].includes(words.lower(0));
  if (!phrase || !held || consumed.has(phrase.head)) return true;
  return end(said, "owns", [phrase.text]);
}

/** "We have a cat named Miso" is an animal's name; "I have a Tesla", "we have a house in Brno" is property. */
function has(said: Said): boolean {
  const { words, reading } = said;
  if (!isOngoing(said) && !said.verb.ended) return false;
  const found = words.nouns(0, "in");
  const owning = found.filter(
    ({ tokens, head }) =>
      possessions.has(head) ||
      tokens.some(({ lower }, at) => possessions.has(lower) && ["in", undefined].includes(tokens[at + 1]?.lower)),
  );
  const objects = texts(owning.filter(({ tokens }) => !numbers.test(tokens[0]!.lower) && tokens.length <= 5));
  if (said.verb.ended) end(said, "owns", objects, reading.today);
  else stateAt(said, "owns", objects);
  return objects.length > 0;
}
