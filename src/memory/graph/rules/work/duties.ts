import { wordSet } from "../../../language/word-set.ts";
import { isCapital } from "../../../language/tokens.ts";
import { groups } from "../../words/things.ts";
import { isNamed, state, texts, type Said } from "../said.ts";

export function groupAt(said: Said, at: number): boolean {
  const phrase = said.words.noun(at);
  if (!phrase) return false;
  if (said.words.lower(at) === "charge") return responsible(said, said.words.after(at + 1, "of"));
  if (!groups.has(phrase.head) || phrase.tokens.length < 2) return false;
  return state(said, "member_of", [phrase.text]);
}

/** A club by its kind; behind "member of" and "plays for", whatever is named. */
export function member(said: Said, at: number | undefined, any = true): boolean {
  const phrase = said.words.noun(at, "&");
  if (!phrase || (!any && !groups.has(phrase.head))) return false;
  if (!groups.has(phrase.head) && !isNamed(said, phrase)) return true;
  return state(said, "member_of", [phrase.text]);
}

const noDuties = wordSet(
  "late out errands marathon marathons risk life way lead fever bath business day miles laps half-marathon lot",
);

export function responsible(said: Said, at: number | undefined): boolean {
  if (at === undefined || said.verb.passive) return false;
  // "runs the shop" as against "runs Kubernetes".
  if (
    said.verb.lemma === "run" &&
    !["the", "a", "an", "my", "our", "his", "her", "their"].includes(said.words.lower(at))
  )
    return false;
  if (said.verb.tense === "past" && said.verb.lemma !== "be") return true;
  const phrases = said.words.nouns(at, "for").filter(({ head, text }) => !noDuties.has(head) && !/^\d/u.test(text));
  if (phrases.length === 0 || said.words.lower(at) === "in" || said.words.lower(at) === "on") return false;
  return state(said, "responsible_for", texts(phrases));
}

/** "I report to Kim", "Wei reports to me", "Three people report to me: Wei, Marta and Olu" (by the names that follow). */
export function reports(said: Said): boolean {
  const at = said.words.after(0, "to", "directly");
  const to = at === undefined ? undefined : said.words.lower(at) === "to" ? at + 1 : at;
  if (to === undefined) return false;
  if (said.words.lower(to) === "me" || said.words.lower(to) === "us")
    return state(said, "reports_to", [{ kind: "user" }]);
  const boss = said.words.noun(to);
  if (!boss || (!isCapital(boss.tokens[0]!) && !said.lowercase)) return true;
  return state(said, "reports_to", [{ kind: "name", text: boss.text }]);
}
