import type { Mention } from "../fact.ts";
import { schools } from "../words/things.ts";
import type { Rule, Said } from "./said.ts";

const ending =
  /(?:^|'s )(?<what>(?:last|final) day|job|contract|position|internship|placement)(?: (?:at|with|for|of) (?<where>.+))?$/iu;

/** "My last day at Acme is Friday", "Nadia's contract with Acme ends in May". */
export const lastDayRules: Rule = (said) => {
  const { subject, verb, times } = said;
  const [first] = subject.mentions;
  if (subject.kind !== "thing" || first?.mention.kind !== "name" || verb.negated) return false;
  const { what = "", where } = ending.exec(first.mention.text)?.groups ?? {};
  const isEnd = /day$/iu.test(what) ? verb.lemma === "be" : ["end", "expire", "finish"].includes(verb.lemma);
  if (what === "" || !isEnd) return false;
  // A date that is not told is no date of an event either.
  const at = times.at ?? times.from;
  if (at !== null) endsAt(said, subject.owner ?? { kind: "user" }, where, at);
  return true;
};

/** "My last day at the beach" ends no work, as none is known there. */
function endsAt({ reading }: Said, who: Mention, where: string | undefined, at: string): void {
  const isSchool = where?.split(" ").some((word) => schools.has(word.toLowerCase()));
  if (where === undefined) reading.end(who, "works_at", undefined, at);
  else reading.endHeld(who, isSchool ? "studies_at" : "works_at", where, at);
}
