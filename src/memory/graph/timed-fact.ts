import type { DateText, Evidence } from "./fact.ts";
import type { PredicateName } from "./predicates.ts";
import { spanOf } from "./time/calendar.ts";

/**
 * By keys of entities. An object that is nobody is its text; `objectKey`: the key of the entity that it is, if it is one.
 */
export type Triple = {
  subject: string;
  predicate: PredicateName;
  object: string;
  objectKey?: string;
};

/** What all wordings of an object have in common: the entity that it is, or else the text without case. */
export const sameObject = ({ object, objectKey = object.normalize("NFKC").toLowerCase() }: Triple) => objectKey;

/** The message that tells something, and those that say whom it means. */
export type Teller = Pick<Evidence, "id" | "saidAtMs"> & {
  leansOn: readonly string[];
};

export type TimedFact = Triple & {
  validFrom: DateText;
  validTo: DateText;
  evidence: Set<string>;
  /** The messages that say whom its evidence means. */
  leansOn: Set<string>;
  saidAtMs: number;
  /** The day from which it is known to hold: the first of `validFrom`, or the one on which it was said. */
  since: string;
  /** Who told when it begins. */
  begunBy: Teller;
  /** Who told when it ends, or what begins then. */
  endedBy?: Teller;
  /** Without `validFrom`: the day till which something else held. */
  notBefore?: string;
};

/** Notes a message, and what it leans on, among what the fact is known by. */
export function support(fact: TimedFact, { id, leansOn }: Teller): void {
  fact.evidence.add(id);
  for (const each of leansOn) fact.leansOn.add(each);
}

/** Ends a fact, unless it ends earlier. */
export function shorten(fact: TimedFact, to: string, by: Teller): void {
  if (fact.validTo !== null && spanOf(fact.validTo).first <= spanOf(to).first) return;
  fact.validTo = to;
  endBy(fact, by);
}

/** Notes who told the end, which is set already. */
export function endBy(fact: TimedFact, by: Teller): void {
  fact.endedBy = by;
  support(fact, by);
}

/** Whether it begins when the other one does, and by the same message. */
export const beginsWith = (one: TimedFact, other: TimedFact) =>
  one.since === other.since && one.begunBy.id === other.begunBy.id;

/** Whether it ends when the other one begins, and by the same message. */
export const endsWith = ({ validTo, endedBy }: TimedFact, { since, begunBy }: TimedFact) =>
  validTo !== null && spanOf(validTo).first === since && endedBy?.id === begunBy.id;

/** Whether it is said to begin after the last day of a date. */
export const beginsAfter = ({ validFrom }: TimedFact, date: string) =>
  validFrom !== null && spanOf(validFrom).first > spanOf(date).last;
