import type { Claim, Fact, Mention, MessageClaims } from "./fact.ts";
import { Names } from "./names.ts";
import { isAboutEntity, isBetweenEntities, type PredicateName } from "./predicates.ts";
import type { TimedFact } from "./timed-fact.ts";
import { Timeline } from "./timeline.ts";

export type Derived = { facts: TimedFact[]; names: Names };

/**
 * The facts that some messages support together: read in the order in which they were said, whatever the order given,
 * so that taking one away leaves what the others say. A newer object of a functional predicate ends the older one. It
 * yields where others may have their turn.
 */
export function* derive(messages: MessageClaims[]): Generator<undefined, Derived> {
  const ordered = messages.toSorted((one, other) => one.saidAtMs - other.saidAtMs || (one.id < other.id ? -1 : 1));
  const names = yield* Names.of(ordered);
  const timeline = new Timeline();
  for (const message of ordered) {
    for (const claim of message.claims) tell(timeline, names, message, claim);
    yield;
  }
  return { facts: timeline.facts, names };
}

function tell(timeline: Timeline, names: Names, message: MessageClaims, claim: Claim): void {
  if (claim.kind !== "state" && claim.kind !== "end") return;
  const { id, saidAtMs } = message;
  const { predicate } = claim;
  const subject = names.key(claim.subject, id);
  const other = claim.object === undefined ? undefined : mentionOf(predicate, claim.object);
  const object = typeof other === "object" ? names.key(other, id) : other;
  const leansOn = [claim.subject, other].flatMap((each) => (typeof each === "object" ? names.leansOn(each, id) : []));
  const by = { id, saidAtMs, leansOn };
  if (claim.kind === "end") timeline.end(subject, predicate, object, by, claim.to);
  else if (object !== undefined) timeline.state({ subject, predicate, object }, by, claim);
}

/** An object that is somebody; anything else is its text. */
function mentionOf(predicate: PredicateName, object: Mention | string): Mention | string {
  return typeof object === "string" && isBetweenEntities(predicate) ? { kind: "name", text: object } : object;
}

/** The key of a fact's object where it is an entity. */
export function objectKey(names: Names, { predicate, object, evidence }: TimedFact): string | undefined {
  if (!isAboutEntity(predicate)) return undefined;
  const [first] = evidence;
  return isBetweenEntities(predicate) ? object : names.key({ kind: "name", text: object }, first!); // a fact has some
}

/** A fact by names instead of keys. */
export function shownFact(names: Names, fact: TimedFact): Fact {
  const { subject, predicate, object, validFrom, validTo, evidence } = fact;
  const shown = isBetweenEntities(predicate) ? names.shown(object) : object;
  return { subject: names.shown(subject), predicate, object: shown, validFrom, validTo, evidence: [...evidence] };
}

/** The messages that the names in a shown fact follow from, beside its evidence. */
export function leaningOf(names: Names, { subject, predicate, object, evidence, leansOn }: TimedFact): string[] {
  const keys = isBetweenEntities(predicate) ? [subject, object] : [subject];
  const shownBy = keys.flatMap((key) => names.shownBy(key) ?? []);
  return [...new Set([...leansOn, ...shownBy])].filter((id) => !evidence.has(id));
}
