import type { Fact } from "./fact.ts";
import { userSubject } from "./fact.ts";
import { phraseOf } from "./predicates.ts";

/** A fact as one sentence with its dates: "Ana lives in Lisbon (from 2019 until 2026-05)". */
export function sentenceOf({ subject, predicate, object, validFrom, validTo }: Fact): string {
  const dates = [validFrom === null ? "" : `from ${validFrom}`, validTo === null ? "" : `until ${validTo}`].filter(
    (text) => text !== "",
  );
  const named = (name: string) => (name === userSubject ? "the user" : name);
  return `${named(subject)} ${phraseOf(predicate)} ${named(object)}${dates.length === 0 ? "" : ` (${dates.join(" ")})`}`;
}
