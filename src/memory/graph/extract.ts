import { isOfSpeaker, type Claim, type Mention } from "./fact.ts";
import { frameOf } from "./frames.ts";
import { clausesOf, type Clause } from "./parse/clauses.ts";
import { Words } from "./parse/phrases.ts";
import { subjectAt } from "./parse/subjects.ts";
import { anyMoreAt } from "./parse/verb-group.ts";
import { Reading } from "./reading.ts";
import { cancelRules } from "./rules/cancelling.ts";
import { eventRules } from "./rules/events.ts";
import { homeRules } from "./rules/home.ts";
import { identityRules, readContact } from "./rules/identity.ts";
import { lastDayRules } from "./rules/last-day.ts";
import { marriageRules } from "./rules/marriage.ts";
import { readNames } from "./rules/naming.ts";
import { hasHappened, isPlanned, type Rule, type Said } from "./rules/said.ts";
import { studyRules } from "./rules/study.ts";
import { systemRules } from "./rules/systems.ts";
import { tasteRules } from "./rules/tastes.ts";
import { thingRules } from "./rules/things.ts";
import { workRules } from "./rules/work/work.ts";
import { ownWords } from "./parse/own-words.ts";
import { sentencesOf, type Sentence } from "./parse/sentences.ts";
import { isForeign, isSpelledForeign, spokenOf } from "../language/english.ts";
import { inFirstPerson } from "../language/note/in-first-person.ts";
import { repaired } from "../language/repair.ts";
import { wordSet } from "../language/word-set.ts";
import type { Token } from "../language/tokens.ts";
import { dayOf } from "./time/calendar.ts";
import { takeTimes } from "./time/times.ts";
import { lookup } from "./words/lookup.ts";
import { conjunctions, hedges, viewVerbs } from "./words/common.ts";

/** Rises with every change of what a message claims: what was read by older rules is read again. */
export const claimRulesVersion = 13;

/** In this order: the first that knows a clause is the last that sees it. */
const rules: Rule[] = [
  cancelRules,
  lastDayRules,
  marriageRules,
  identityRules,
  eventRules,
  homeRules,
  studyRules,
  tasteRules,
  workRules,
  thingRules,
  systemRules,
];

/** What is longer is a document that somebody pasted: its end is not read. It keeps the time of one message under 0.1 s. */
const charactersMax = 32 * 1024;

/**
 * What a message claims. A pure function of the text and its time; what it takes grows with the length of the text, and
 * no faster.
 */
export function extractClaims(text: string, saidAtMs: number): Claim[] {
  const reading = new Reading(dayOf(saidAtMs));
  for (const sentence of sentencesOf(inFirstPerson(repaired(ownWords(text.slice(0, charactersMax)))).text)) {
    if (isOfOtherLanguage(sentence)) continue;
    const frame = frameOf(sentence);
    if (frame === "rest") break;
    if (frame === "nothing") continue;
    readNames(sentence, reading, frame === "plain");
    if (frame === "plain") readClauses(sentence, reading);
  }
  return reading.claims;
}

/** "Im Büro" names nobody. */
function isOfOtherLanguage({ tokens }: Sentence): boolean {
  const words = spokenOf(tokens);
  return isSpelledForeign(words) || (isForeign(words) && !opening.has(words[0]?.word ?? ""));
}
/** "I work at le monde" is English, whatever is named in it. */
const opening = wordSet("i we my our");

/** Whether a claim is of people and things by their names: who speaks in a pattern or for an agent ("I", "my") is not the user. */
export function isNotOfSpeaker(claim: Claim): boolean {
  return !mentionsOf(claim).some(isOfSpeaker);
}

function mentionsOf(claim: Claim): Mention[] {
  switch (claim.kind) {
    case "state":
    case "end":
      return [claim.subject, ...(typeof claim.object === "object" ? [claim.object] : [])];
    case "alias":
    case "correct":
      return [claim.mention];
  }
}

function readClauses(sentence: Sentence, reading: Reading): void {
  let before: Said | undefined;
  readContact(sentence, reading);
  for (const clause of clausesOf(sentence)) {
    reading.beginClause();
    // What is somebody's view, or a wish, goes to the end of the sentence.
    if (isView(clause)) return;
    if (clause.conditional || clause.verb.hedged || clause.lead.some(({ lower }) => hedges.has(lower))) continue;
    if (clause.rest.some(({ lower }) => doubts.has(lower))) continue;
    const said = saidOf(clause, reading);
    // "left Figwood two weeks ago and joined Kestrel": one time for both.
    if (clause.elided && before?.verb.tense === "past" && said.verb.tense === "past" && said.times.from === null) {
      said.times.at ??= before.times.at;
    }
    before = said;
    for (const mention of said.subjects)
      reading.remember(mention, clause.subject.mentions.length === 1 ? clause.subject.mentions[0]!.gender : undefined);
    const { negated, ended } = said.verb;
    const claimed = reading.claims.length;
    // Only tastes say something by a negation.
    for (const rule of negated && !ended ? [tasteRules] : rules) if (rule(said)) break;
    if (ended) reading.withdrawStates(claimed);
  }
}

const doubts = new Set(["maybe", "probably", "perhaps", "possibly", "apparently", "supposedly", "presumably"]);

function isView({ verb, subject }: Clause): boolean {
  if (verb.lemma === "mention" || !viewVerbs.has(verb.lemma)) return false;
  return !(subject.kind === "user" && verb.lemma === "tell");
}

function saidOf(clause: Clause, reading: Reading): Said {
  const { sentence, lead, subject, verb, rest } = clause;
  const anyMore = rest.findIndex((_, at) => anyMoreAt(rest, at) > 0);
  const kept = withoutAfterAll(anyMore < 0 ? rest : rest.toSpliced(anyMore, anyMoreAt(rest, anyMore)));
  const ended = verb.ended || (verb.negated && (anyMore >= 0 || isOfPlan(clause)));
  const past = hasHappened(clause);
  const isPlan = subject.kind === "thing" && (verb.lemma === "schedule" || verb.lemma === "set");
  const isBorn = rest[0]?.lower === "born";
  const context = {
    said: reading.said,
    direction: (past && !isPlan) || isBorn || (ended && verb.tense !== "future") ? "past" : "future",
    lasting: lookup({ perfect: "since", present: "since", progressive: "ahead" } as const, verb.tense),
  } as const;
  const times = takeTimes([...lead, ...kept], context);
  times.limited ||= isLimited(clause, times.rest);
  const words = new Words(
    sentence.source,
    times.rest.filter(({ start }) => kept.some((token) => token.start === start)),
  );
  const subjects = subject.mentions.map(({ mention }) => reading.resolve(mention));
  const who = subjects[0] ?? { kind: "pronoun", text: "it" };
  return {
    reading,
    subject,
    who,
    subjects,
    verb: { ...verb, ended },
    words,
    whole: new Words(sentence.source, kept),
    times,
    lowercase: sentence.lowercase,
    beside: isBeside(clause),
    elided: clause.elided === true,
  };
}

/** "I also work at Globex", "I work at Globex too", "... as well"; not "too far", "as well as". */
function isBeside({ sentence, verb, rest }: Clause): boolean {
  const words = sentence.tokens.slice(verb.start).map(({ lower }) => lower);
  return words.slice(0, verb.end - verb.start + rest.length).some((word, at) => {
    const next = words[at + 1] ?? "";
    if (word === "too") return !/^\p{L}/u.test(next) || conjunctions.has(next);
    return word === "also" || (word === "as" && next === "well" && words[at + 2] !== "as");
  });
}

/** "I'm not moving to Berlin", "we won't be joining Globex": what was planned will not be. */
const isOfPlan = (clause: Clause): boolean => isPlanned(clause) && planVerbs.has(clause.verb.lemma);
const planVerbs = new Set(["move", "relocate", "join", "start", "fly", "travel", "go", "visit", "happen"]);

const withoutAfterAll = (tokens: Token[]): Token[] =>
  tokens.at(-1)?.lower === "all" && tokens.at(-2)?.lower === "after" ? tokens.slice(0, -2) : tokens;

/** "is temporarily living there", "is living there while the flat is renovated", "until it is ready". */
function isLimited({ sentence, verb, rest }: Clause, undated: Token[]): boolean {
  const { tokens } = sentence;
  if (tokens.slice(verb.start, verb.end).some(({ lower }) => lower === "temporarily")) return true;
  const end = verb.end + rest.length;
  const behind = tokens[end];
  // "I live in Oslo while Ana lives in Rome" only compares.
  if (behind?.lower === "while") return verb.tense === "progressive" || subjectAt(sentence, end + 1)?.kind === "thing";
  return [...undated, behind].some((token) => token?.lower === "until" || token?.lower === "till");
}
