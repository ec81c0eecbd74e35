import { wordSet } from "../../../language/word-set.ts";
import type { Mention } from "../../fact.ts";
import { hasHappened, isNamed, stateAt, type Said } from "../said.ts";

const businesses = wordSet(
  `company business startup start-up bakery shop studio firm agency brewery restaurant cafe café practice
   consultancy label charity foundation school band club magazine newspaper podcast cooperative`,
);

/** "founded Acme in 2010", "started my own bakery, crumb & co, in 2022". */
export function founded(said: Said, at: number): boolean {
  const { words, verb, times } = said;
  if (verb.passive) return founding(said);
  if (!hasHappened(said)) return true;
  const kind = words.noun(at, "&");
  if (!kind) return true;
  const comma = [",", "called", "named"].includes(words.lower(kind.end)) ? words.noun(kind.end + 1, "&") : undefined;
  const company = comma ?? kind;
  const clear = verb.lemma === "found" || verb.lemma === "co-found" || businesses.has(kind.head);
  const determined = ["a", "an", "my", "our", "the"].includes(words.lower(at));
  if (company === kind && !determined && !isNamed(said, kind)) return true;
  if (!clear || (company === kind && !isNamed(said, kind) && !businesses.has(kind.head))) return true;
  return stateAt(said, "founded", [company.text], { from: times.at });
}

/** "Acme was founded by Aiko Tan in 2017." */
export function founding(said: Said): boolean {
  const { words, verb, times, reading, subject } = said;
  if (!["found", "co-found", "start", "set", "establish"].includes(verb.lemma) || !verb.passive) return false;
  const by = words.find(0, "by");
  if (by === undefined || said.who.kind !== "name") return true;
  const company = said.who.text;
  for (const { text } of words.nouns(by)) {
    const founder: Mention = text === "me" ? { kind: "user" } : { kind: "name", text };
    reading.state(founder, "founded", company, { from: times.at });
  }
  return subject.kind !== "none";
}
