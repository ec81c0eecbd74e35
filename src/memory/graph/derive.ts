import type { Claim, Fact, Mention, MessageClaims } from "./fact.ts";
import { Names } from "./names.ts";
import { isAboutEntity, isBetweenEntities, type PredicateName } from "./predicates.ts";
import type { TimedFact, Triple } from "./timed-fact.ts";
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
  const leansOn = names.leansOn(claim.subject, id);
  if (claim.object === undefined) {
    timeline.endAll(subject, predicate, { id, saidAtMs, leansOn }, claim.to);
    return;
  }
  const object = objectOf(names, predicate, claim.object, id);
  const triple = { subject, predicate, ...object.keys };
  const by = { id, saidAtMs, leansOn: [...leansOn, ...object.leansOn] };
  if (claim.kind === "end") timeline.end(triple, by, claim.to, claim.held);
  else timeline.state(triple, by, claim);
}

/** Somebody by their key, a thing by its text with its key, all else by its text. */
function objectOf(
  names: Names,
  predicate: PredicateName,
  object: Mention | string,
  by: string,
): { keys: Pick<Triple, "object" | "objectKey">; leansOn: string[] } {
  const isText = typeof object === "string";
  if (isText && !isAboutEntity(predicate)) return { keys: { object }, leansOn: [] };
  const mention: Mention = isText ? { kind: "name", text: object } : object;
  const objectKey = names.key(mention, by);
  const isThing = isText && !isBetweenEntities(predicate);
  return { keys: { object: isThing ? object : objectKey, objectKey }, leansOn: names.leansOn(mention, by) };
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
