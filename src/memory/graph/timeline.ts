import type { DateText, MessageClaims } from "./fact.ts";
import { isFunctional, isSymmetric, type PredicateName } from "./predicates.ts";
import { dayOf, dayText, spanOf } from "./time/calendar.ts";

/** By keys of entities; an object that is none is its text. */
export type Triple = { subject: string; predicate: PredicateName; object: string };
export type TimedFact = Triple & { validFrom: DateText; validTo: DateText; evidence: Set<string>; saidAtMs: number };

const fold = (text: string) => text.normalize("NFKC").toLowerCase();

/** Facts as they come, change and end, told in the order in which they were said. */
export class Timeline {
  readonly facts: TimedFact[] = [];
  readonly #byTriple = new Map<string, TimedFact[]>();
  /** What holds, by predicate and each of its entities. */
  readonly #open = new Map<string, Set<TimedFact>>();

  state(triple: Triple, { id, saidAtMs }: MessageClaims, { from, to }: { from: DateText; to: DateText }): void {
    if (triple.subject === triple.object) return;
    const same = this.#find(triple, from);
    if (same) {
      same.validFrom ??= from;
      if (to !== null) this.#shut(same, to);
      same.evidence.add(id);
    } else this.#add({ ...triple, validFrom: from, validTo: to, evidence: new Set([id]), saidAtMs });
    if (isFunctional(triple.predicate) && to === null) {
      this.#closeOthers(triple, { id, to: from ?? dayText(dayOf(saidAtMs)), from });
    }
  }

  /** What holds of a subject and predicate ends; without an object, all of it. What nobody said before has been, then. */
  end(subject: string, predicate: PredicateName, object: string | undefined, by: MessageClaims, to: DateText): void {
    const open = [...this.#openOf(predicate, subject)].filter(
      (fact) => object === undefined || keyOf(fact) === keyOf({ subject, predicate, object }),
    );
    for (const fact of open) {
      this.#shut(fact, to);
      fact.evidence.add(by.id);
    }
    if (open.length > 0 || object === undefined) return;
    this.#add({
      subject,
      predicate,
      object,
      validFrom: null,
      validTo: to,
      evidence: new Set([by.id]),
      saidAtMs: by.saidAtMs,
    });
  }

  /** Ends the others that hold; not one that begins later than the new one, if both say when. */
  #closeOthers(triple: Triple, { id, to, from }: { id: string; to: string; from: DateText }): void {
    const ends = isSymmetric(triple.predicate) ? [triple.subject, triple.object] : [triple.subject];
    for (const fact of ends.flatMap((entity) => [...this.#openOf(triple.predicate, entity)])) {
      if (keyOf(fact) === keyOf(triple)) continue;
      const later = from !== null && fact.validFrom !== null && spanOf(fact.validFrom).first > spanOf(from).last;
      if (later) continue;
      this.#shut(fact, to);
      fact.evidence.add(id);
    }
  }

  /** What says the same and holds; of visits, the same one. What has ended may begin again as another fact. */
  #find(triple: Triple, from: DateText): TimedFact | undefined {
    return this.#byTriple.get(keyOf(triple))?.find((fact) => {
      if (triple.predicate === "visits") return fact.validFrom === from;
      return fact.validTo === null || (from !== null && fact.validFrom === from);
    });
  }

  #add(fact: TimedFact): void {
    this.facts.push(fact);
    const key = keyOf(fact);
    const same = this.#byTriple.get(key);
    if (same) same.push(fact);
    else this.#byTriple.set(key, [fact]);
    if (fact.validTo !== null) return;
    for (const entity of entitiesOf(fact)) {
      const open = this.#openOf(fact.predicate, entity);
      this.#open.set(`${fact.predicate} ${entity}`, open.add(fact));
    }
  }

  #shut(fact: TimedFact, to: DateText): void {
    fact.validTo = to;
    if (to !== null) for (const entity of entitiesOf(fact)) this.#openOf(fact.predicate, entity).delete(fact);
  }

  #openOf(predicate: PredicateName, entity: string): Set<TimedFact> {
    return this.#open.get(`${predicate} ${entity}`) ?? new Set();
  }
}

const entitiesOf = ({ subject, predicate, object }: Triple) => (isSymmetric(predicate) ? [subject, object] : [subject]);

/** The same for the same fact: whatever the case of its object, and for a symmetric one in either direction. */
function keyOf({ subject, predicate, object }: Triple): string {
  const ends = [subject, fold(object)];
  return JSON.stringify([predicate, ...(isSymmetric(predicate) ? ends.toSorted() : ends)]);
}
