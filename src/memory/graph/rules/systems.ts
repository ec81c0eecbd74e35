import { wordSet } from "../../language/word-set.ts";
import type { Phrase } from "../parse/phrases.ts";
import { isCapital } from "../../language/tokens.ts";
import { languages, platforms } from "../words/things.ts";
import {
  hasHappened,
  isNamed,
  isOngoing,
  isThing,
  placeAt,
  state,
  stateAt,
  texts,
  type Rule,
  type Said,
} from "./said.ts";
import { isOnVersion, upgrades, versionAt } from "./versions.ts";

/** What software uses, where it runs, which version it has; where things are. */
export const systemRules: Rule = (said) => {
  const { verb, words } = said;
  switch (verb.lemma) {
    case "use":
      return !verb.passive && uses(said, 0);
    case "write":
    case "build":
      return isMade(said);
    case "rely":
      return uses(said, words.after(0, "on"));
    case "power":
      return verb.passive && uses(said, words.after(0, "by"));
    case "switch":
    case "migrate":
    case "change":
      return switches(said);
    case "move":
    case "transfer":
      return relocated(said);
    case "run":
      return runs(said);
    case "host":
    case "deploy":
    case "serve":
    case "store":
      return hosted(said);
    case "live":
    case "sit":
      return isThing(said) && said.subject.kind === "thing" && standsOn(said);
    case "upgrade":
    case "update":
    case "bump":
      return upgrades(said);
    case "locate":
    case "situate":
    case "base":
      return isThing(said) && isIn(said, words.after(0, "in", "at"));
    case "be":
      return isThing(said) ? isSet(said) : isOnVersion(said);
    default:
      return false;
  }
};

const notTools = wordSet("it words word time example term same help way phone emoji car bus");

function uses(said: Said, at: number | undefined): boolean {
  if (at === undefined || said.subject.kind === "none") return false;
  if (said.words.lower(at) === "to") return false;
  if (said.verb.tense === "past" && !said.verb.ended && said.times.to === null) return true;
  const found = said.words.nouns(at, "for").filter(({ head }) => !notTools.has(head));
  return state(
    said,
    "uses",
    found.map((phrase) => withoutPurpose(said, phrase)),
  );
}

/** "Neovim for everything" is Neovim; "Terraform 1.9" stays. */
function withoutPurpose({ words }: Said, { tokens }: Phrase): string {
  const at = tokens.findIndex(({ lower }) => lower === "for");
  const kept = at < 0 ? tokens : tokens.slice(0, at);
  return words.source.slice(kept[0]!.start, kept.at(-1)!.end);
}

/** "is written in Go", "built with Vue", "built on Postgres". */
function isMade(said: Said): boolean {
  const { verb, words, lowercase } = said;
  const at = words.after(0, "in", "with", "on", "using");
  if (!verb.passive) {
    if (said.subject.kind !== "user" || verb.tense === "past" || lowercase) return false;
    const language = words.noun(words.find(0, "in"));
    if (!language || !isNamed(said, language) || languages.has(language.tokens[0]!.lower)) return false;
    return state(said, "uses", [language.text]);
  }
  if (at === undefined || !isThing(said)) return false;
  const found = words
    .nouns(at)
    .filter(
      (phrase) => isNamed(said, phrase) && !languages.has(phrase.text.toLowerCase()) && !/^\d+$/u.test(phrase.text),
    );
  return stateAt(said, "uses", texts(found));
}

/** "switched from Jenkins to Actions", "migrated the docs to Pages". */
function switches(said: Said): boolean {
  const { words, verb, times, reading, subject } = said;
  if (verb.passive || !hasHappened(said)) return relocated(said);
  const first = words.lower(words.skip(0));
  if (first !== "from" && first !== "to" && first !== "over") return relocated(said);
  const from = words.noun(words.find(0, "from"));
  const to = words.noun(words.find(0, "to"));
  if (!to || subject.kind === "none" || /^(?:plan|option) /iu.test(to.text)) return true;
  for (const who of said.subjects) {
    if (isThing(said) && onPlatform(to)) {
      if (from) reading.end(who, "runs_on", from.text, times.at ?? reading.today);
      reading.state(who, "runs_on", to.text, { from: times.at });
      continue;
    }
    if (from) reading.end(who, "uses", from.text, times.at ?? reading.today);
    reading.state(who, "uses", to.text, { from: times.at });
  }
  return true;
}

const onPlatform = ({ tokens }: Phrase) => tokens.some(({ lower }) => platforms.has(lower));

/** "We moved the staging database (from A) to Frankfurt", "the site was migrated to Pages". */
function relocated(said: Said): boolean {
  const { words, verb, times, reading, subject } = said;
  const isSettled = verb.tense === "progressive" && times.at !== null && !verb.ended;
  if (!hasHappened(said) && !isSettled) return false;
  const moved = verb.passive || subject.kind === "thing" || subject.kind === "name" ? undefined : words.noun(0);
  const names = moved
    ? [moved.text]
    : said.subjects.flatMap((mention) => (mention.kind === "name" ? [mention.text] : []));
  const to = words.noun(words.find(moved?.end ?? 0, "to", "onto", "into"));
  if (!to || names.length === 0 || !["move", "migrate", "transfer", "switch"].includes(verb.lemma)) return false;
  if (moved && ["to", "from"].includes(words.lower(words.skip(0)))) return false;
  const predicate = onPlatform(to) ? "runs_on" : "located_in";
  if (predicate === "located_in" && (!isNamed(said, to) || said.lowercase || /^\d/u.test(to.text))) return false;
  const from = words.noun(words.find(moved?.end ?? 0, "from"));
  for (const text of names) {
    if (from) reading.end({ kind: "name", text }, predicate, from.text, times.at ?? reading.today);
    reading.state({ kind: "name", text }, predicate, to.text, { from: times.at });
  }
  return true;
}

/** "runs on Fly.io", "runs in eu-west-1", "runs version 3.2", "we run Postgres on Hetzner". */
function runs(said: Said): boolean {
  const { words, subject } = said;
  if (subject.kind === "thing" || subject.kind === "name") {
    const version = words.after(0, "version");
    return version === undefined ? standsOn(said) : versionAt(said, version);
  }
  const what = words.noun(0);
  const on =
    what && (words.lower(what.end) === "on" || words.lower(what.end) === "in") ? words.noun(what.end + 1) : undefined;
  if (!what || !on || !onPlatform(on) || !isOngoing(said)) return false;
  said.reading.state({ kind: "name", text: what.text }, "runs_on", on.text, { from: said.times.from });
  return true;
}

const unhosted = wordSet(
  "time schedule fridays weekends fumes coffee hold fire track top battery average production prod",
);

/** On a platform or machine; in a place or region. */
function standsOn(said: Said): boolean {
  const { words } = said;
  const at = words.skip(0);
  const prep = words.lower(at);
  if (prep !== "on" && prep !== "in" && prep !== "under" && prep !== "at") return false;
  const where = words.noun(at + 1);
  if (!where || unhosted.has(where.tokens[0]!.lower) || said.verb.hedged) return false;
  if (prep === "on" && !said.verb.negated) return state(said, "runs_on", [where.text]);
  if (onPlatform(where)) return state(said, "runs_on", [where.text]);
  return prep === "in" && isRegion(said, where) ? state(said, "located_in", [where.text]) : false;
}

const isRegion = (said: Said, { tokens, text }: Phrase) =>
  (!said.lowercase && isCapital(tokens[0]!)) || /^[a-z]{2,12}-[a-z]+-?\d[a-z]?$/u.test(text);

function hosted(said: Said): boolean {
  const { verb, words, reading, subject } = said;
  const at = words.find(0, "on", "to", "in", "at", "with", "by");
  if (at === undefined) return false;
  const where = words.noun(at);
  if (!where || unhosted.has(where.tokens[0]!.lower) || said.verb.tense === "future") return true;
  if (verb.passive && isThing(said)) {
    const place = words.lower(at - 1) === "in" && !onPlatform(where) && isRegion(said, where);
    return state(said, place ? "located_in" : "runs_on", [where.text]);
  }
  const what = words.noun(0);
  if (subject.kind !== "user" || !what || what.end !== at - 1 || verb.passive) return true;
  if (!onPlatform(where) && !isNamed(said, where)) return true;
  const from = hasHappened(said) ? said.times.at : said.times.from;
  reading.state({ kind: "name", text: what.text }, "runs_on", where.text, { from });
  return true;
}

/** "is in Lille", "is at 2.1", "is on version 5.3", "is on the old server". */
function isSet(said: Said): boolean {
  const { words } = said;
  const at = words.skip(0);
  const prep = words.lower(at);
  const on = prep === "on" || prep === "at" ? at + 1 : at;
  const versionPlace = words.lower(on) === "version" || words.lower(on) === "release" ? on + 1 : on;
  // "at 95%" is none.
  const clear = versionPlace > on || /^v?\d+\.\d|^v\d/u.test(words.lower(on));
  if (clear && versionAt(said, versionPlace)) return true;
  if (said.subject.kind === "name" && prep !== "based") return false;
  if (prep === "in" || prep === "at" || prep === "based" || prep === "located")
    return isIn(said, prep === "in" || prep === "at" ? at + 1 : words.after(at + 1, "in", "at", "near"));
  const where = prep === "on" ? words.noun(at + 1) : undefined;
  if (where && onPlatform(where) && !said.verb.hedged) return state(said, "runs_on", [where.text]);
  return false;
}

function isIn(said: Said, at: number | undefined): boolean {
  const where = said.words.noun(at);
  if (!where) return false;
  if (onPlatform(where) && said.subject.kind === "thing") return state(said, "runs_on", [where.text]);
  const place = isRegion(said, where) ? where : placeAt(said, at);
  if (!place || said.verb.tense === "future") return false;
  return state(said, "located_in", [place.text]);
}
