import { wordSet } from "../../language/word-set.ts";
import type { Mention } from "../fact.ts";
import { nameAt } from "../parse/names.ts";
import { Words } from "../parse/phrases.ts";
import { latestState, type Reading } from "../reading.ts";
import type { Sentence } from "../parse/sentences.ts";
import { lowerAt, textOf, type Token } from "../../language/tokens.ts";
import { spanOf } from "../time/calendar.ts";
import { numberOf } from "../time/numbers.ts";
import { isOccupation } from "../words/occupations.ts";
import { diets, languages, nationalities } from "../words/things.ts";
import { nameRole } from "./naming.ts";
import { hasHappened, isPerson, stateAt, type Rule, type Said } from "./said.ts";

/** Names, ages, birthdays, addresses: what tells somebody apart. */
export const identityRules: Rule = (said) => {
  const { verb, subject } = said;
  if (verb.negated) return false;
  if (subject.kind === "thing") return ofSomebody(said);
  if (subject.kind === "none") return false;
  if (verb.lemma === "turn") return age(said, 0, hasHappened(said));
  if (verb.lemma === "bear" && verb.passive) return born(said);
  if (verb.lemma === "go" && said.words.lower(0) === "by") return named(said, 1);
  if (verb.lemma === "call" && verb.passive) return named(said, 0);
  if (verb.lemma === "be" && since(said)) return true;
  return verb.lemma === "be" && isWho(said);
};

function isWho(said: Said): boolean {
  const { words, subject } = said;
  const first = words.skip(0);
  if (words.lower(first) === "born") return born(said);
  const text = words.tokens[first]?.text ?? "";
  if (text.startsWith("@") && text.length > 1) return stateAt(said, "handle", [text]);
  if (age(said, first, said.verb.tense === "present")) return true;
  return subject.kind === "user" && calledSo(said, first);
}

/**
 * "I'm Vera", alone or with an occupation behind it, of which other rules tell; of who has said theirs it may be a mood
 * ("I'm Hungry") and yields.
 */
function calledSo(said: Said, at: number): boolean {
  const { words, lowercase } = said;
  const comma = words.find(at, ",");
  const name = words.tokens.slice(at, comma === undefined ? undefined : comma - 1);
  if (lowercase || name.length === 0 || name.length > 2 || said.times.at !== null || said.verb.tense !== "present")
    return false;
  if (!name.every(({ text }) => /^\p{Lu}\p{Ll}+$/u.test(text))) return false;
  if (tellsNation(name[0]!.lower)) return false;
  if (comma !== undefined && !isOccupation(words.noun(comma)?.tokens.map((token) => token.lower) ?? [])) return false;
  return named(said, at, { yields: true }) && comma === undefined;
}

const tellsNation = (word: string): boolean =>
  languages.has(word) ||
  nationalities.has(word) ||
  (/(?:ish|ese|ian|ean|an|ic|ist|i)$/u.test(word) && !givenNames.has(word));

/** Names that end like an adjective of a nation. */
const givenNames = wordSet(
  `alan ian ryan dan jan joan megan susan logan ethan nathan jonathan brian julian adrian
   christian sebastian damian fabian florian vivian lilian gillian eric dominic cedric`,
);

function named(said: Said, at: number, time: { yields?: boolean } = {}): boolean {
  const found = said.words.noun(at);
  if (!found || said.subject.kind !== "user" || (!said.lowercase && !/^\p{Lu}/u.test(found.text))) return false;
  said.reading.state({ kind: "user" }, "named", found.text, time);
  return true;
}

/** "is 7", "is 22 years old", "turned twelve", "are 9 and 6"; not "is 5 minutes late". "I am 34 and 180 cm tall" has one age. */
function age(said: Said, at: number, holds: boolean): boolean {
  const { words, subject } = said;
  const isOfMany = said.subjects.length > 1 || subject.plural === true;
  const { ages, end } = agesAt(words, words.skip(at), isOfMany ? Infinity : 1);
  if (!holds || ages.length === 0 || ages.some((years) => years > 120)) return false;
  if (!(isPerson(said) || subject.kind === "animal")) return false;
  const next = words.lower(end);
  const clear =
    ["", ",", "and", "now", ".", "today", "already", "lol", "respectively"].includes(next) ||
    words.tokens[end]?.gap === true;
  if (!clear && !(/^years?$/u.test(next) && ["old", "", ",", "of", "and"].includes(words.lower(end + 1)))) return false;
  // "My kids are 9 and 6": whose is which is not said.
  if (ages.length > 1 && ages.length !== said.subjects.length) return true;
  said.subjects.forEach((who, i) => said.reading.state(who, "age", String(ages[i] ?? ages[0])));
  return true;
}

/** The first numbers joined by commas and "and". */
function agesAt(words: Words, start: number, most: number): { ages: number[]; end: number } {
  const ages: number[] = [];
  let end = start;
  for (let at: number | undefined = start; at !== undefined && ages.length < most; at = words.joined(end)) {
    const years = numberOf(words.lower(at)) ?? ageWord(words.lower(at));
    if (years === undefined) break;
    ages.push(years);
    end = at + 1;
  }
  return { ages, end };
}

function ageWord(word: string): number | undefined {
  const [, digits] = /^(\d{1,3})-?(?:yo|yrs|y\/o)$/u.exec(word) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Who writes is no infant. */
const writersAgeMin = 5;

/** A day or year that has been; with a place it is a rule about homes. Without a subject of its own it replaces none. */
function born(said: Said): boolean {
  const { times, words, reading, subject, elided } = said;
  if (times.at === null || times.at.includes("W")) return false;
  const latest = subject.kind === "user" ? reading.said.year - writersAgeMin : reading.said.year;
  if (spanOf(times.at).first > reading.today || Number(times.at.slice(0, 4)) > latest) return true;
  const date = times.at.length === 7 ? times.at.slice(0, 4) : times.at;
  stateAt(said, "born_on", [date], { yields: elided });
  return words.find(0, "in") === undefined;
}

/** "I've been with my boyfriend Samir since 2021", "we've been friends for ten years". */
function since({ words, times, reading, subject }: Said): boolean {
  const first = words.lower(words.skip(0));
  if (times.from === null || subject.kind !== "user" || !["with", "friends", "together"].includes(first)) return false;
  const wanted = first === "friends" ? (["friend_of"] as const) : (["partner_of", "married_to"] as const);
  const latest = latestState(reading.claims, ...wanted);
  if (!latest) return false;
  latest.from ??= times.from;
  return true;
}

const ownTexts = { email: ["email", "e-mail", "mail", "address"], phone: ["number", "phone", "mobile", "cell"] };

/** "my name is ...", "Greta's new email address is ...", "his birthday is ...". */
function ofSomebody(said: Said): boolean {
  const { subject, verb, words, reading, times } = said;
  if (verb.lemma !== "be" || subject.owner === undefined || said.who.kind !== "name" || verb.tense === "past")
    return false;
  const noun = said.who.text.toLowerCase().split(" ");
  const last = noun.at(-1)!;
  const owner = subject.owner;
  if (last === "birthday") {
    if (times.at?.length === 10) reading.state(owner, "has_birthday", times.at.slice(5));
    return true;
  }
  const at = words.skip(0);
  const value = words.tokens[at];
  const digits = number(said.whole);
  if (/^on-?call$/u.test(last)) return duty(said, noun, at);
  if (last === "name" && noun.length <= 3) return ownName(said, owner, at);
  if (ownTexts.email.includes(last) && value && isAddress(value.text)) return put(said, owner, "email", value.text);
  if (noun.some((word) => ownTexts.phone.includes(word)) && digits !== undefined)
    return put(said, owner, "phone", digits);
  if (
    ["handle", "username", "nickname", "nick", "account"].includes(last) ||
    noun.some((word) => word === "handle" || word === "username")
  ) {
    return (
      value !== undefined && /^[@\p{L}\p{N}_.-]{2,40}$/u.test(value.text) && put(said, owner, "handle", value.text)
    );
  }
  return false;
}

/** "Our on-call this week is Marek." */
function duty({ words, times, reading, lowercase }: Said, noun: string[], at: number): boolean {
  const found = words.noun(at);
  if (!found || lowercase || !/^\p{Lu}/u.test(found.text)) return false;
  const time = { from: times.at ?? times.from, to: times.at ?? times.to };
  reading.state({ kind: "name", text: found.text }, "responsible_for", noun.join(" "), time);
  return true;
}

function put({ reading }: Said, owner: Mention, predicate: "email" | "phone" | "handle", text: string): true {
  reading.state(owner, predicate, text);
  return true;
}

function ownName(said: Said, owner: Mention, at: number): boolean {
  const { reading, words, lowercase } = said;
  const found = words.noun(at);
  if (!found || (!lowercase && !/^\p{Lu}/u.test(found.text))) return false;
  const known = reading.resolve(owner);
  if (known.kind === "user") reading.state(known, "named", found.text);
  else if (known.kind === "role") nameRole(reading, known, found.text);
  else reading.correct(known, found.text);
  return true;
}

const isAddress = (text: string) => /^[^\s@]{1,64}@[^\s@]+\.[^\s@.]{2,24}$/u.test(text);

/** The digits that stand together. */
function number(words: Words): string | undefined {
  const start = words.tokens.findIndex(({ text }) => /^\+?\d/u.test(text));
  if (start < 0) return undefined;
  let end = start;
  while (end < words.tokens.length && /^[+\d(][\d().-]*$|^[()-]$/u.test(words.tokens[end]!.text)) end++;
  const text = textOf(words.source, words.tokens.slice(start, end));
  return text.replace(/\D/gu, "").length >= 5 ? text : undefined;
}

const reaching = new Set(["reach", "contact", "call", "mail", "email", "text", "ping", "write", "phone"]);

/** "You can reach me at ...": an address or a number of who speaks. */
export function readContact(sentence: Sentence, reading: Reading): void {
  const { source, tokens } = sentence;
  // "Call me Jo."
  const called = tokens[0]?.lower === "call" && tokens[1]?.lower === "me" ? nameAt(sentence, 2) : undefined;
  if (called && /^[.!,]?$/u.test(lowerAt(tokens, called.end))) reading.state({ kind: "user" }, "named", called.text);
  callsDiet(tokens, reading);
  const at = tokens.findIndex(({ lower }, place) => reaching.has(lower) && tokens[place + 1]?.lower === "me");
  if (at < 0) return;
  const words = new Words(source, tokens.slice(at + 2));
  const address = words.tokens.find(({ text }) => isAddress(text));
  const digits = number(words);
  if (address) reading.state({ kind: "user" }, "email", address.text);
  else if (digits !== undefined) reading.state({ kind: "user" }, "phone", digits);
}

/** "call me a pescatarian" */
function callsDiet(tokens: Token[], reading: Reading): void {
  const at = tokens.findIndex(({ lower }, place) => lower === "call" && tokens[place + 1]?.lower === "me");
  const diet = at < 0 ? undefined : tokens.slice(at + 2, at + 4).find(({ lower }) => diets.has(lower));
  if (diet) reading.state({ kind: "user" }, "diet", diet.text);
}
