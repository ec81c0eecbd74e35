import { latestState } from "../reading.ts";
import { bounds, end, endsLately, hasHappened, isPlanned, stateAt, type Rule, type Said } from "./said.ts";

/** Who marries, and who parts. */
export const marriageRules: Rule = (said) => {
  const { verb, subject, words } = said;
  if (subject.kind === "thing" || subject.kind === "none") return false;
  const state = verb.lemma === "be" || verb.lemma === "get" ? words.lower(words.skip(0)) : "";
  if (verb.lemma === "divorce" || state === "divorced") return verb.ended || divorces(said);
  if (verb.lemma !== "marry" && state !== "married" && state !== "engaged") return false;
  if (!verb.ended) return marries(said, state === "engaged");
  // "We're no longer getting married" ends no marriage.
  return verb.lemma === "be" ? part(said, words.find(0, "to"), state === "engaged") : true;
};

/**
 * "my wife Nadia and me got married in 2014", "is married to Kim", "was married to Kim" once; "Tunde and I are getting
 * married in June": engaged until then.
 */
function marries(said: Said, engaged: boolean): true {
  const { words, verb, times, reading, subject } = said;
  if (isPlanned(said)) {
    const other = verb.lemma === "marry" ? words.noun(0) : words.find(0, "to");
    if (!subject.beside || other !== undefined) return true;
    reading.state({ kind: "user" }, "partner_of", subject.beside);
    if (times.at !== null) reading.state({ kind: "user" }, "married_to", subject.beside, { from: times.at });
    return true;
  }
  const since =
    times.from ?? (verb.tense === "past" || verb.lemma === "marry" || verb.lemma === "get" ? times.at : null);
  const named = partnerAt(said, verb.lemma === "marry" && !verb.passive ? 0 : words.find(0, "to"));
  const partner = named === undefined ? subject.beside : ({ kind: "name", text: named } as const);
  if (partner !== undefined) {
    const time = verb.lemma === "be" ? bounds(said) : { from: since, to: times.to };
    return stateAt(said, engaged ? "partner_of" : "married_to", [partner], time);
  }
  const latest = latestState(reading.claims, "married_to", "partner_of");
  if (latest && since !== null) latest.from ??= since;
  return true;
}

/** "We got divorced", "I divorced Tom", "I'm divorced (from Tom)"; not "we're getting divorced". */
function divorces(said: Said): true {
  const { words, verb, times } = said;
  // "I was divorced then" tells of a time, and of no change.
  const told = verb.lemma === "be" ? verb.tense !== "past" || times.at !== null : hasHappened(said);
  if (isPlanned(said) || !told) return true;
  return part(said, verb.lemma === "divorce" ? 0 : words.find(0, "from"), false);
}

/** From whoever is named there, or whoever it is. */
function part(said: Said, at: number | undefined, engaged: boolean): true {
  const { times, reading } = said;
  const to = times.to ?? times.at ?? times.from ?? reading.today;
  const partner = partnerAt(said, at);
  if (partner === undefined && !endsLately(said, to)) return true;
  const objects = partner === undefined ? undefined : [{ kind: "name", text: partner } as const];
  return end(said, engaged ? "partner_of" : "married_to", objects, to);
}

function partnerAt({ words, lowercase }: Said, at: number | undefined): string | undefined {
  if (at === undefined || lowercase || ["my", "our"].includes(words.lower(at))) return undefined;
  const partner = words.noun(at);
  return partner && /^\p{Lu}/u.test(partner.text) ? partner.text : undefined;
}
