import type { Claim, Fact, Mention, MessageClaims } from "./fact.ts";
import { Names } from "./names.ts";
import { isAboutEntity, isBetweenEntities, type PredicateName } from "./predicates.ts";
import { Timeline, type TimedFact } from "./timeline.ts";

export type Derived = { facts: TimedFact[]; names: Names };

/**
 * The facts that some messages support together: read in the order in which they were said, whatever the order given,
 * so that taking one away leaves what the others say. A newer object of a functional predicate ends the older one.
 */
export function derive(messages: MessageClaims[]): Derived {
  const ordered = messages.toSorted((one, other) => one.saidAtMs - other.saidAtMs || (one.id < other.id ? -1 : 1));
  const names = new Names(ordered);
  const timeline = new Timeline();
  for (const message of ordered) for (const claim of message.claims) tell(timeline, names, message, claim);
  return { facts: timeline.facts, names };
}

function tell(timeline: Timeline, names: Names, message: MessageClaims, claim: Claim): void {
  if (claim.kind !== "state" && claim.kind !== "end") return;
  const { predicate } = claim;
  const subject = names.key(claim.subject);
  const object = claim.object === undefined ? undefined : objectOf(names, predicate, claim.object);
  if (claim.kind === "end") timeline.end(subject, predicate, object, message, claim.to);
  else if (object !== undefined) timeline.state({ subject, predicate, object }, message, claim);
}

/** Somebody by their key, anything else by its text. */
function objectOf(names: Names, predicate: PredicateName, object: Mention | string): string {
  if (typeof object !== "string") return names.key(object);
  return isBetweenEntities(predicate) ? names.key({ kind: "name", text: object }) : object;
}

/** The key of a fact's object where it is an entity. */
export function objectKey(names: Names, { predicate, object }: TimedFact): string | undefined {
  if (!isAboutEntity(predicate)) return undefined;
  return isBetweenEntities(predicate) ? object : names.key({ kind: "name", text: object });
}

/** A fact by names instead of keys. */
export function shownFact(names: Names, fact: TimedFact): Fact {
  const { subject, predicate, object, validFrom, validTo, evidence } = fact;
  const shown = isBetweenEntities(predicate) ? names.shown(object) : object;
  return { subject: names.shown(subject), predicate, object: shown, validFrom, validTo, evidence: [...evidence] };
}
