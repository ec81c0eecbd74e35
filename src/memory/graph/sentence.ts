import type { Fact } from "./fact.ts";
import { userSubject } from "./fact.ts";
import type { PredicateName } from "./predicates.ts";

const phrases: Record<PredicateName, string> = {
  named: "is called",
  lives_in: "lives in",
  comes_from: "comes from",
  born_on: "was born on",
  has_birthday: "has a birthday on",
  age: "is of the age of",
  speaks: "speaks",
  works_at: "works at",
  works_as: "works as",
  reports_to: "reports to",
  responsible_for: "is responsible for",
  member_of: "is a member of",
  colleague_of: "is a colleague of",
  founded: "founded",
  studies: "studies",
  studies_at: "studies at",
  married_to: "is married to",
  partner_of: "is the partner of",
  parent_of: "is a parent of",
  sibling_of: "is a sibling of",
  relative_of: "is a relative of",
  friend_of: "is a friend of",
  has_pet: "has the pet",
  is_a: "is a",
  owns: "owns",
  likes: "likes",
  dislikes: "dislikes",
  prefers: "prefers",
  allergic_to: "is allergic to",
  diet: "keeps to the diet",
  has_condition: "has the condition",
  plays: "plays",
  uses: "uses",
  runs_on: "runs on",
  has_version: "has the version",
  located_in: "is located in",
  scheduled_on: "is scheduled on",
  recurs: "recurs",
  visits: "visits",
  email: "has the email address",
  phone: "has the phone number",
  handle: "has the handle",
};

/** A fact as one sentence with its dates: "Ana lives in Lisbon (from 2019 until 2026-05)". */
export function sentenceOf({ subject, predicate, object, validFrom, validTo }: Fact): string {
  const dates = [validFrom === null ? "" : `from ${validFrom}`, validTo === null ? "" : `until ${validTo}`].filter(
    (text) => text !== "",
  );
  const named = (name: string) => (name === userSubject ? "the user" : name);
  return `${named(subject)} ${phrases[predicate]} ${named(object)}${dates.length === 0 ? "" : ` (${dates.join(" ")})`}`;
}
