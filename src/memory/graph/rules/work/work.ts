import type { Phrase, Words } from "../../parse/phrases.ts";
import { isCapital, lowerAt } from "../../../language/tokens.ts";
import { isOccupation } from "../../words/occupations.ts";
import { groups, schools } from "../../words/things.ts";
import { roleOf } from "../../words/roles.ts";
import { begin, hasHappened, isNamed, isPerson, state, type Rule, type Said } from "../said.ts";
import { employer, jobWords } from "./employer.ts";
import { groupAt, member, reports, responsible } from "./duties.ts";
import { founded, founding } from "./founding.ts";
import { leavingRules } from "./leaving.ts";

/** What people do, and where. */
export const workRules: Rule = (said) => {
  if (!isPerson(said)) return founding(said);
  const { verb, words } = said;
  if (leavingRules(said)) return true;
  switch (verb.lemma) {
    case "work":
      return works(said);
    case "teach":
      return employed(said, words.find(0, "at"), state);
    case "employ":
    case "hire":
      return verb.passive ? employed(said, words.after(0, "by", "at"), verb.lemma === "hire" ? begin : state) : false;
    case "join":
      return joins(said);
    case "start":
    case "begin":
      return starts(said);
    case "become":
    case "promote":
    case "appoint":
      return becomes(said, words.after(0, "to") ?? words.after(0, "as") ?? 0);
    case "be":
      return isWhat(said);
    case "found":
    case "co-found":
      return founded(said, 0);
    case "set":
    case "launch":
      return verb.lemma === "launch" || words.lower(0) === "up" ? founded(said, verb.lemma === "set" ? 1 : 0) : false;
    case "lead":
    case "maintain":
    case "manage":
    case "oversee":
    case "head":
    case "run":
    case "supervise":
    case "chair":
      return responsible(said, 0);
    case "look":
    case "take":
      return verb.lemma === "look"
        ? responsible(said, words.after(0, "after"))
        : responsible(said, words.lower(0) === "care" ? words.after(1, "of") : undefined);
    case "report":
      return reports(said);
    case "belong":
      return member(said, words.after(0, "to"));
    case "sit":
    case "serve":
      return member(said, words.after(0, "on"));
    case "sing":
    case "play":
      return words.lower(0) === "in" || words.lower(0) === "for" ? member(said, 1, words.lower(0) === "for") : false;
    default:
      return false;
  }
};

type Put = typeof state;

function employed(said: Said, at: number | undefined, put: Put): boolean {
  const place = employer(said, at);
  return place ? put(said, "works_at", [place.text]) : false;
}

/** The occupation that begins at a place, and whether it is one that the words know. */
function occupation(said: Said, at: number): Phrase | undefined {
  const phrase = said.words.noun(at);
  return phrase && isOccupation(phrase.tokens.map(({ lower }) => lower)) ? phrase : undefined;
}

function works(said: Said): boolean {
  const { words, verb } = said;
  if (said.subject.kind === "name" && verb.tense === "future") return false;
  const job = words.noun(words.find(0, "as"));
  if (job && !isBy(said, job.start)) state(said, "works_as", [job.text]);
  const place = employer(said, workplaceAt(said));
  if (place) state(said, "works_at", [place.text]);
  return true;
}

function isBy({ words }: Said, at: number): boolean {
  return ["usual", "expected", "well", "before"].includes(words.lower(at));
}

function workplaceAt({ words }: Said): number | undefined {
  const at = words.find(0, "at", "for", "with");
  return at !== undefined && words.lower(at - 1) === "with" ? undefined : at;
}

/** What has begun, begins at a date, or does not begin any more: "I'm joining Kestrel" alone is a plan without a date. */
const isDated = (said: Said) => hasHappened(said) || said.times.at !== null || said.verb.ended;

/** "joined Kestrel as their head of design", "joined the rowing club". */
function joins(said: Said): boolean {
  const phrase = said.words.noun(0, "&");
  if (!phrase || !isDated(said)) return true;
  const last = phrase.head;
  if (groups.has(last)) return begin(said, "member_of", [phrase.text]);
  if (!isNamed(said, phrase)) return true;
  begin(said, "works_at", [phrase.text]);
  return withPost(said, phrase.end);
}

function withPost(said: Said, at: number): true {
  const job = said.words.noun(said.words.find(at, "as"));
  if (job) begin(said, "works_as", [job.text]);
  return true;
}

/** "I start at Bosch on April 1 as an engineer", "started as a baker", "started a new job at X", "started my own bakery". */
function starts(said: Said): boolean {
  const { words } = said;
  if (!isDated(said)) return true;
  if (words.lower(0) === "working") return startsAt(said, 1);
  if (["at", "with", "as"].includes(words.lower(words.skip(0)))) return startsAt(said, 0);
  const phrase = words.noun(0);
  if (phrase && jobWords.has(phrase.head)) return startsAt(said, phrase.end);
  return phrase && hasHappened(said) ? founded(said, 0) : true;
}

function startsAt(said: Said, at: number): true {
  const place = employer(said, said.words.find(at, "at", "with", "for"));
  if (place && isNamed(said, place)) begin(said, "works_at", [place.text]);
  return withPost(said, at);
}

function becomes(said: Said, at: number): boolean {
  if (!hasHappened(said)) return true;
  const phrase = said.words.noun(at);
  const job = phrase && (said.verb.lemma !== "become" || occupation(said, at)) ? phrase : undefined;
  if (!job) return false;
  const place = employer(said, said.words.after(job.end, "at", "for"));
  if (place && isNamed(said, place)) begin(said, "works_at", [place.text]);
  return begin(said, "works_as", [job.text]);
}

const noEmployerAt = new Set(["home", "work", "school", "uni", "university", "lunch", "risk", "peace", "least"]);

/** "I'm a nurse at St. Mary's", "she's at Volvo", "he is head of design", "I'm on the platform team". */
function isWhat(said: Said): boolean {
  const { words, subject } = said;
  const first = words.skip(0);
  const word = words.lower(first);
  if (word === "at" || word === "with") {
    const place = employer(said, first + 1);
    const named =
      place && isNamed(said, place) && !said.lowercase && isCapital(place.tokens[0]!) && said.times.hour === null;
    if (!named || noEmployerAt.has(place.text.toLowerCase())) return false;
    if (schools.has(place.head) || schools.has(place.tokens[0]!.lower)) return false;
    if (word === "with" && said.times.from === null) return false;
    if (roleOf(place.tokens[0]!.lower)) return false;
    state(said, "works_at", [place.text]);
    const post = words.tokens.findLastIndex(({ lower }) => lower === "as");
    const job = post < 0 ? undefined : words.noun(post + 1);
    if (job) state(said, "works_as", [job.text]);
    return true;
  }
  if (word === "in" || word === "on") return groupAt(said, first + 1);
  if (word === "responsible") return responsible(said, words.after(first + 1, "for"));
  if (word === "member" || words.lower(first + 1) === "member") return member(said, words.find(first, "of"));
  if (word === "part" && words.lower(first + 1) === "of") return groupAt(said, first + 2);
  return hasJob(said, subject.kind === "user" ? behindName(words, first) : first, subject.kind);
}

/** "I'm Vera, a nurse": what stands behind the name. */
function behindName(words: Words, first: number): number {
  const comma = words.find(first, ",");
  const isName = comma !== undefined && words.tokens.slice(first, comma - 1).every((token) => isCapital(token));
  return isName ? comma : first;
}

function hasJob(said: Said, first: number, kind: string): boolean {
  const job = occupation(said, first);
  if (!job || kind === "animal") return false;
  // "is my manager", "is the CEO's dog" say something else.
  if (
    ["my", "our", "his", "her", "your", "their"].includes(said.words.lower(first)) ||
    said.words.lower(job.end) === "'s"
  )
    return false;
  const ofA = job.tokens.findIndex(
    ({ lower }, place) => lower === "of" && ["a", "an"].includes(lowerAt(job.tokens, place + 1)),
  );
  if (ofA > 0) return ofCompany(said, job, ofA);
  const retired = /^(?:retired|former|ex-?) ?/iu.exec(job.text)?.[0] ?? "";
  const verb = { ...said.verb, ended: said.verb.ended || retired !== "" };
  state({ ...said, verb }, "works_as", [job.text.slice(retired.length)]);
  const at = said.words.after(job.end, "at", "for", "with");
  const place = employer(said, at);
  if (place && isNamed(said, place)) state(said, "works_at", [place.text]);
  return true;
}

/** "CTO of a small company called Nimbus". */
function ofCompany(said: Said, { tokens, start }: Phrase, of: number): boolean {
  const { words } = said;
  state(said, "works_as", [words.source.slice(tokens[0]!.start, tokens[of - 1]!.end)]);
  const place = words.noun(words.find(start, "called", "named"), "&");
  if (place && isNamed(said, place)) state(said, "works_at", [place.text]);
  return true;
}
