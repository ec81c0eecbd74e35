import type { DateText, Evidence } from "./fact.ts";
import { isFunctional, isSymmetric, type PredicateName } from "./predicates.ts";
import { dayOf, dayText, spanOf } from "./time/calendar.ts";

/** By keys of entities; an object that is none is its text. */
export type Triple = { subject: string; predicate: PredicateName; object: string };
export type TimedFact = Triple & {
  validFrom: DateText;
  validTo: DateText;
  evidence: Set<string>;
  /** The messages that say whom its evidence means. */
  leansOn: Set<string>;
  saidAtMs: number;
};

/** The message that tells something, and those that say whom it means. */
export type Teller = Pick<Evidence, "id" | "saidAtMs"> & { leansOn: readonly string[] };

type Time = { from: DateText; to: DateText; yields?: true };

const fold = (text: string) => text.normalize("NFKC").toLowerCase();

/** The facts of one triple. */
type Told = {
  /** The first one of each beginning. */
  byFrom: Map<DateText, TimedFact>;
  /** What holds: of visits any number, else one at most. */
  open: Set<TimedFact>;
};

/** Facts as they come, change and end, told in the order in which they were said. What it takes grows with their number. */
export class Timeline {
  readonly facts: TimedFact[] = [];
  readonly #told = new Map<string, Told>();
  /**
   * By predicate and each of its entities what began to hold, the latest told last; some of it has ended. Of a functional
   * predicate each that holds begins before those that were told earlier: else it would have ended them.
   */
  readonly #begun = new Map<string, TimedFact[]>();

  state(triple: Triple, by: Teller, { from, to, yields }: Time): void {
    if (triple.subject === triple.object) return;
    const told = this.#toldOf(triple);
    const functional = isFunctional(triple.predicate);
    if (functional && yields && told.open.size === 0 && this.#holds(triple)) return;
    const same = find(triple, told, from);
    if (same) {
      if (same.validFrom === null && from !== null) {
        same.validFrom = from;
        told.byFrom.set(from, same);
      }
      if (to !== null) this.#shut(same, to);
      support(same, by);
    } else this.#add({ ...triple, validFrom: from, validTo: to, ...supportOf(by) });
    if (functional && to === null && !yields) {
      const end = { by, to: from ?? dayText(dayOf(by.saidAtMs)), from };
      for (const entity of entitiesOf(triple)) this.#closeOthers(this.#begunOf(triple.predicate, entity), told, end);
    }
  }

  /**
   * What holds of a subject and predicate ends; without an object, all of it that does not begin later. What nobody said
   * before has been, then.
   */
  end(subject: string, predicate: PredicateName, object: string | undefined, by: Teller, to: DateText): void {
    if (object === undefined) {
      if (to !== null) this.#endAll(this.#begunOf(predicate, subject), by, to);
      return;
    }
    const { open } = this.#toldOf({ subject, predicate, object });
    const known = open.size > 0;
    for (const fact of open) {
      this.#shut(fact, to);
      support(fact, by);
    }
    if (known) return;
    this.#add({ subject, predicate, object, validFrom: null, validTo: to, ...supportOf(by) });
  }

  #endAll(begun: TimedFact[], by: Teller, to: string): void {
    for (let fact = begun.at(-1); fact !== undefined; fact = begun.at(-1)) {
      if (fact.validTo === null) {
        if (beginsAfter(fact, to)) return;
        this.#shut(fact, to);
        support(fact, by);
      }
      begun.pop();
    }
  }

  /** Whether something of its predicate holds of one of its entities. */
  #holds(triple: Triple): boolean {
    return entitiesOf(triple).some((entity) => {
      const begun = this.#begunOf(triple.predicate, entity);
      while (begun.length > 0 && begun.at(-1)!.validTo !== null) begun.pop();
      return begun.length > 0;
    });
  }

  /** Ends the others that hold; not one that begins later than the new one, if both say when, nor those below that one. */
  #closeOthers(begun: TimedFact[], own: Told, { by, to, from }: { by: Teller; to: string; from: DateText }): void {
    const kept: TimedFact[] = [];
    for (let fact = begun.at(-1); fact !== undefined; fact = begun.at(-1)) {
      if (own.open.has(fact)) kept.push(fact);
      else if (fact.validTo === null) {
        if (beginsAfter(fact, from)) break;
        this.#shut(fact, to);
        support(fact, by);
      }
      begun.pop();
    }
    begun.push(...kept);
  }

  #add(fact: TimedFact): void {
    this.facts.push(fact);
    const told = this.#toldOf(fact);
    if (!told.byFrom.has(fact.validFrom)) told.byFrom.set(fact.validFrom, fact);
    if (fact.validTo !== null) return;
    told.open.add(fact);
    for (const entity of entitiesOf(fact)) this.#begunOf(fact.predicate, entity).push(fact);
  }

  #shut(fact: TimedFact, to: DateText): void {
    fact.validTo = to;
    if (to !== null) this.#toldOf(fact).open.delete(fact);
  }

  #toldOf(triple: Triple): Told {
    const key = keyOf(triple);
    let told = this.#told.get(key);
    if (!told) this.#told.set(key, (told = { byFrom: new Map(), open: new Set() }));
    return told;
  }

  #begunOf(predicate: PredicateName, entity: string): TimedFact[] {
    const place = placeOf(predicate, entity);
    let begun = this.#begun.get(place);
    if (!begun) this.#begun.set(place, (begun = []));
    return begun;
  }
}

function supportOf({ id, leansOn, saidAtMs }: Teller): Pick<TimedFact, "evidence" | "leansOn" | "saidAtMs"> {
  return { evidence: new Set([id]), leansOn: new Set(leansOn), saidAtMs };
}

function support(fact: TimedFact, { id, leansOn }: Teller): void {
  fact.evidence.add(id);
  for (const each of leansOn) fact.leansOn.add(each);
}

/**
 * What says the same and holds; of visits, the same one. What has ended may begin again as another fact. What has ended
 * was told before what holds, so it is the one meant where it began then.
 */
function find({ predicate }: Triple, { byFrom, open }: Told, from: DateText): TimedFact | undefined {
  if (predicate === "visits") return byFrom.get(from);
  const [holding] = open;
  return (from === null ? undefined : byFrom.get(from)) ?? holding;
}

const beginsAfter = ({ validFrom }: TimedFact, from: DateText) =>
  from !== null && validFrom !== null && spanOf(validFrom).first > spanOf(from).last;

const placeOf = (predicate: PredicateName, entity: string) => `${predicate} ${entity}`;

/** Whose fact it is: what ends it may be told of any of them. A pet's death ends whose pet it is. */
const entitiesOf = ({ subject, predicate, object }: Triple) =>
  isSymmetric(predicate) || predicate === "has_pet" ? [subject, object] : [subject];

/** The same for the same fact: whatever the case of its object, and for a symmetric one in either direction. */
function keyOf({ subject, predicate, object }: Triple): string {
  const ends = [subject, fold(object)];
  return JSON.stringify([predicate, ...(isSymmetric(predicate) ? ends.toSorted() : ends)]);
}
