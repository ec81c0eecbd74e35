import type { Claim, DateText, Fact, Mention, MessageClaims } from "./fact.ts";

import { Names } from "./names.ts";
import { isBetweenEntities, isFunctional, isSymmetric, type PredicateName } from "./predicates.ts";
import { dayOf, dayText, spanOf } from "./time/calendar.ts";

/**
 * The facts that some messages support together: read in the order in which they were said, whatever the order given,
 * so that taking one away leaves what the others say. A newer object of a functional predicate ends the older one.
 * `speaker`: a name by which messages call who speaks.
 */
export function deriveFacts(messages: MessageClaims[], speaker?: string): Fact[] {
  const ordered = messages.toSorted((one, other) => one.saidAtMs - other.saidAtMs || (one.id < other.id ? -1 : 1));
  const names = new Names(ordered, speaker);
  const facts = new Timeline();
  for (const message of ordered) {
    for (const claim of message.claims) {
      if (claim.kind === "state") facts.state(resolved(names, claim), message, claim);
      else if (claim.kind === "end") facts.end(names.key(claim.subject), objectKey(names, claim), message, claim);
    }
  }
  return facts.list((key) => names.shown(key));
}

type Triple = { subject: string; predicate: PredicateName; object: string };
type Kept = Triple & { validFrom: DateText; validTo: DateText; evidence: Set<string> };

function resolved(names: Names, claim: Extract<Claim, { kind: "state" }>): Triple {
  return { subject: names.key(claim.subject), predicate: claim.predicate, object: objectKey(names, claim)! };
}

/** An entity by its key, anything else by its text. */
function objectKey(
  names: Names,
  { predicate, object }: { predicate: PredicateName; object?: Mention | string },
): string | undefined {
  if (object === undefined) return undefined;
  if (typeof object !== "string") return names.key(object);
  return isBetweenEntities(predicate) ? names.key({ kind: "name", text: object }) : object;
}

const fold = (text: string) => text.normalize("NFKC").toLowerCase();
const sameText = (one: string, other: string) => fold(one) === fold(other);

/** Facts as they come and end. */
class Timeline {
  readonly #facts: Kept[] = [];
  readonly #bySubject = new Map<string, Kept[]>();

  state(triple: Triple, { id, saidAtMs }: MessageClaims, { from, to }: { from: DateText; to: DateText }): void {
    const { subject, predicate, object } = triple;
    if (subject === object) return;
    const same = this.#find(triple, from);
    if (same) {
      same.validFrom ??= from;
      if (to !== null) same.validTo = to;
      same.evidence.add(id);
    } else {
      const fact = { ...triple, validFrom: from, validTo: to, evidence: new Set([id]) };
      this.#facts.push(fact);
      for (const key of new Set([subject, object]))
        this.#bySubject.set(`${predicate} ${key}`, [...(this.#bySubject.get(`${predicate} ${key}`) ?? []), fact]);
    }
    if (isFunctional(predicate) && to === null) this.#close(triple, id, from ?? dayText(dayOf(saidAtMs)), from);
  }

  /** What holds of this subject and predicate ends; without an object, all of it. */
  end(
    subject: string,
    object: string | undefined,
    { id }: MessageClaims,
    { predicate, to }: { predicate: PredicateName; to: DateText },
  ): void {
    const open = this.#of(subject, predicate).filter(
      (fact) => fact.validTo === null && (object === undefined || this.#isSame(fact, { subject, predicate, object })),
    );
    for (const fact of open) {
      fact.validTo = to;
      fact.evidence.add(id);
    }
    if (open.length > 0 || object === undefined) return;
    const fact = { subject, predicate, object, validFrom: null, validTo: to, evidence: new Set([id]) };
    this.#facts.push(fact);
    this.#bySubject.set(`${predicate} ${subject}`, [...this.#of(subject, predicate), fact]);
  }

  /** Ends the others that hold: `from` where they began before it, if both say when. */
  #close({ subject, predicate, object }: Triple, id: string, to: string, from: DateText): void {
    for (const fact of this.#of(subject, predicate)) {
      const isOther =
        fact.subject === subject
          ? !sameText(fact.object, object)
          : isSymmetric(predicate) && !sameText(fact.subject, object);
      const isLater = from !== null && fact.validFrom !== null && spanOf(fact.validFrom).first > spanOf(from).last;
      if (fact.validTo !== null || !isOther || (fact.subject !== subject && !isSymmetric(predicate))) continue;
      if (isLater) continue;
      fact.validTo = to;
      fact.evidence.add(id);
    }
  }

  /** The open fact that says the same, or one that ended when this began is another one. */
  #find(triple: Triple, from: DateText): Kept | undefined {
    return this.#of(triple.subject, triple.predicate).find((fact) => {
      if (!this.#isSame(fact, triple)) return false;
      if (triple.predicate === "visits") return fact.validFrom === from;
      return fact.validTo === null || (from !== null && fact.validFrom === from);
    });
  }

  #isSame(fact: Triple, { subject, predicate, object }: Triple): boolean {
    if (fact.subject === subject && sameText(fact.object, object)) return true;
    return isSymmetric(predicate) && fact.subject === object && fact.object === subject;
  }

  #of(subject: string, predicate: PredicateName): Kept[] {
    return this.#bySubject.get(`${predicate} ${subject}`) ?? [];
  }

  list(shown: (key: string) => string): Fact[] {
    return this.#facts.map(({ subject, predicate, object, validFrom, validTo, evidence }) => ({
      subject: shown(subject),
      predicate,
      object: isBetweenEntities(predicate) ? shown(object) : object,
      validFrom,
      validTo,
      evidence: [...evidence],
    }));
  }
}
