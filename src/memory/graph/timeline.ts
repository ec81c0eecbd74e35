import type { DateText } from "./fact.ts";
import { Line } from "./line.ts";
import { isFunctional, isSymmetric, type PredicateName } from "./predicates.ts";
import {
  beginsAfter,
  beginsWith,
  endsWith,
  sameObject,
  shorten,
  support,
  type Teller,
  type TimedFact,
  type Triple,
} from "./timed-fact.ts";
import { dayOf, dayText, spanOf } from "./time/calendar.ts";

type Time = { from: DateText; to: DateText; yields?: true; beside?: true };

/** What was told of one triple. */
type Told = {
  facts: Set<TimedFact>;
  /** The first one of each beginning. */
  byFrom: Map<DateText, TimedFact>;
  /** The last one of each end that was said. */
  byTo: Map<string, TimedFact>;
  /** Where its facts stand: with all of a functional predicate and an entity, else for themselves. */
  lines: Line[];
};

/**
 * Facts as they come, change and end, told in the order in which they were said. What is told with its end is for a while:
 * it ends nothing, and nothing ends it. All else stands in lines.
 */
export class Timeline {
  readonly facts: TimedFact[] = [];
  readonly #told = new Map<string, Told>();
  /** By functional predicate and entity. */
  readonly #lines = new Map<string, Line>();
  /** By owner and by pet, since one of them died. */
  readonly #pets = new Map<string, TimedFact[]>();

  state(triple: Triple, by: Teller, { from, to, yields, beside }: Time): void {
    if (triple.subject === triple.object) return;
    const told = this.#toldOf(triple);
    // It stands for itself from now on: nothing else of its predicate ends it, and it ends nothing.
    if (beside && isTaken(told, by)) told.lines = [new Line()];
    if (to !== null || triple.predicate === "visits") this.#stateStint(triple, told, by, { from, to });
    else if (!yields || !isTaken(told, by)) this.#stateOpen(triple, told, by, from);
  }

  /**
   * What holds ends; what nobody said before has been, then, unless only what is known to hold is meant. Without a time it is taken
   * back, if it is known to begin later.
   */
  end(triple: Triple, by: Teller, at: DateText, onlyHeld = false): void {
    if (at === null) this.#takeBack(triple, by);
    else if (!onlyHeld || heldAt(this.#toldOf(triple), by, at)) this.#endOne(triple, by, at);
  }

  /** All that holds of a subject and predicate ends, but for what begins later; without a time what begins later is taken back. */
  endAll(subject: string, predicate: PredicateName, by: Teller, to: DateText): void {
    if (to === null) {
      const plan = this.#lineOf(predicate, subject).after(dayOfSaying(by));
      if (plan) this.#takeBack(plan, by);
      return;
    }
    if (isFunctional(predicate)) this.#lineOf(predicate, subject).cut(to, by);
    if (predicate !== "has_pet") return;
    for (const fact of this.#pets.get(subject) ?? []) if (!beginsAfter(fact, to)) shorten(fact, to, by);
    this.#pets.delete(subject);
  }

  #endOne(triple: Triple, by: Teller, to: string): void {
    const told = this.#toldOf(triple);
    const held = heldAt(told, by, to);
    const known = held ?? endedThen(told, to);
    if (!known) this.#add(newFact(triple, by, { from: null, to }), told);
    else support(known, by);
    if (!held) return;
    shorten(held, to, by);
    told.byTo.set(to, held);
  }

  /** What was planned never was; what it would have ended goes on. With a job goes what it was to be as. */
  #takeBack(triple: Triple, by: Teller): void {
    const told = this.#toldOf(triple);
    const today = dayOfSaying(by);
    const stint = [...told.facts].find((fact) => fact.predicate === "visits" && beginsAfter(fact, today));
    const plan = stint ?? told.lines[0]!.firstAfter(today, (fact) => told.facts.has(fact)); // it stands in each of its lines
    if (!plan) return;
    this.#withdraw(plan, told, by);
    if (plan.predicate !== "works_at") return;
    const post = this.#lineOf("works_as", plan.subject).firstAfter(today, (fact) => beginsWith(fact, plan));
    if (post) this.#withdraw(post, this.#toldOf(post), by);
  }

  #withdraw(plan: TimedFact, told: Told, by: Teller): void {
    this.facts.splice(this.facts.lastIndexOf(plan), 1);
    told.facts.delete(plan);
    for (const line of told.lines) {
      const before = line.delete(plan);
      if (!before || !endsWith(before, plan)) continue;
      before.validTo = null;
      support(before, by);
      endAtNext(before, this.#toldOf(before), before.since);
    }
  }

  /** What has an end, and every visit. */
  #stateStint(triple: Triple, told: Told, by: Teller, time: { from: DateText; to: DateText }): void {
    const { from, to } = time;
    if (from !== null && to !== null && spanOf(from).first > spanOf(to).last) return;
    const same = triple.predicate === "visits" || to === null ? begunThen(told, from) : sameStint(told, by, from, to);
    if (!same) {
      this.#add(newFact(triple, by, time), told);
      return;
    }
    support(same, by);
    for (const line of told.lines) line.delete(same);
    if (same.validFrom === null && from !== null) begin(told, same, from);
    if (to === null) return;
    same.validTo = to;
    told.byTo.set(to, same);
  }

  /**
   * What holds with no end said: it ends what else holds, and ends at the latest when something begins later. What was
   * planned, and is told of without a date, has begun by today.
   */
  #stateOpen(triple: Triple, told: Told, by: Teller, from: DateText): void {
    const begun = from === null ? undefined : begunThen(told, from);
    const same = begun ?? goingOn(told, by, from);
    if (!same) {
      const fact = newFact(triple, by, { from, to: null });
      this.#add(fact, told);
      place(told, fact, from ?? fact.since);
      return;
    }
    support(same, by);
    const today = dayOfSaying(by);
    const start = from ?? (beginsAfter(same, today) ? today : null);
    if (begun || start === null || !tellsBegin(same, start, by)) return;
    for (const line of told.lines) line.delete(same);
    begin(told, same, start);
    same.begunBy = by;
    place(told, same, start);
  }

  #add(fact: TimedFact, told: Told): void {
    this.facts.push(fact);
    told.facts.add(fact);
    if (!begunThen(told, fact.validFrom)) told.byFrom.set(fact.validFrom, fact);
    if (fact.validTo !== null) told.byTo.set(fact.validTo, fact);
    if (fact.predicate !== "has_pet") return;
    for (const entity of [fact.subject, fact.object]) {
      const pets = this.#pets.get(entity);
      if (pets) pets.push(fact);
      else this.#pets.set(entity, [fact]);
    }
  }

  #toldOf(triple: Triple): Told {
    const key = keyOf(triple);
    let told = this.#told.get(key);
    if (told) return told;
    const { subject, predicate, object } = triple;
    const entities = isSymmetric(predicate) ? [subject, object] : [subject];
    const lines = isFunctional(predicate) ? entities.map((entity) => this.#lineOf(predicate, entity)) : [new Line()];
    told = { facts: new Set(), byFrom: new Map(), byTo: new Map(), lines };
    this.#told.set(key, told);
    return told;
  }

  #lineOf(predicate: PredicateName, entity: string): Line {
    const key = `${predicate} ${entity}`;
    let line = this.#lines.get(key);
    if (!line) this.#lines.set(key, (line = new Line()));
    return line;
  }
}

/** The same for the same fact: whatever the wording of its object, and for a symmetric one in either direction. */
function keyOf(triple: Triple): string {
  const { subject, predicate } = triple;
  const ends = [subject, sameObject(triple)];
  return JSON.stringify([predicate, ...(isSymmetric(predicate) ? ends.toSorted() : ends)]);
}

const dayOfSaying = ({ saidAtMs }: Teller) => dayText(dayOf(saidAtMs));

function newFact(triple: Triple, by: Teller, { from, to }: { from: DateText; to: DateText }): TimedFact {
  return {
    ...triple,
    validFrom: from,
    validTo: to,
    evidence: new Set([by.id]),
    leansOn: new Set(by.leansOn),
    saidAtMs: by.saidAtMs,
    since: from === null ? dayOfSaying(by) : spanOf(from).first,
    begunBy: by,
  };
}

function ownAt({ facts, lines }: Told, date: string): TimedFact | undefined {
  const fact = lines[0]!.at(date); // there is one at least
  return fact && facts.has(fact) ? fact : undefined;
}

/** Whether something else holds. */
function isTaken(told: Told, by: Teller): boolean {
  const today = dayOfSaying(by);
  return !ownAt(told, today) && told.lines.some((line) => line.at(today) !== undefined);
}

/** What a word of a time is about: what holds now, unless it began later; else what held then. */
function heldAt(told: Told, by: Teller, date: string): TimedFact | undefined {
  const held = ownAt(told, dayOfSaying(by));
  return held && !beginsAfter(held, date) ? held : ownAt(told, date);
}

/** Not what was taken back. */
function begunThen({ byFrom, facts }: Told, from: DateText): TimedFact | undefined {
  const fact = byFrom.get(from);
  return fact && facts.has(fact) ? fact : undefined;
}

function endedThen({ byTo }: Told, to: string): TimedFact | undefined {
  const fact = byTo.get(to);
  return fact?.validTo === to ? fact : undefined;
}

/**
 * What began then; or ended then, where no two beginnings are said; or held. Who says a beginning does not mean what is only
 * known to hold since that end.
 */
function sameStint(told: Told, by: Teller, from: DateText, to: string): TimedFact | undefined {
  const begun = from === null ? undefined : begunThen(told, from);
  if (begun) return begun;
  const ended = endedThen(told, to);
  if (ended && (from === null || ended.validFrom === null)) return ended;
  const held = heldAt(told, by, to);
  return from === null || (held && held.since <= spanOf(to).last) ? held : undefined;
}

/** What holds already, or is known to begin later than is said; not if something else begins in between. */
function goingOn(told: Told, by: Teller, from: DateText): TimedFact | undefined {
  const today = dayOfSaying(by);
  const held = ownAt(told, from === null || spanOf(from).first < today ? today : from);
  if (held && (from === null || (held.validFrom !== null && held.since <= spanOf(from).first))) return held;
  const same = held ?? planOf(told, from ?? today);
  const isNext = same && nextOf(told, from ?? today).every((fact) => fact === same || same.since < fact.since);
  return isNext ? same : undefined;
}

const nextOf = ({ lines }: Told, date: string) => lines.flatMap((line) => line.after(date) ?? []);

/** What is known to begin later, if nothing else in a line of it begins before. */
const planOf = (told: Told, date: string) => nextOf(told, date).find((fact) => told.facts.has(fact));

/** Whether it says when a fact began of which nobody did, or that it was earlier. */
function tellsBegin({ validFrom, since }: TimedFact, from: string, by: Teller): boolean {
  const { first } = spanOf(from);
  return validFrom === null ? first <= dayOfSaying(by) : first < since;
}

function begin(told: Told, fact: TimedFact, from: string): void {
  fact.validFrom = from;
  fact.since = spanOf(from).first;
  if (!begunThen(told, from)) told.byFrom.set(from, fact);
}

/** Puts a fact into its lines at a time. */
function place(told: Told, fact: TimedFact, date: string): void {
  const before = told.lines.flatMap((line) => line.cut(date, fact.begunBy) ?? []);
  // What was told of before is not known to have come back earlier.
  if (told.facts.size > 1) before.push(fact.since);
  if (fact.validFrom === null && before.length > 0) fact.notBefore = before.toSorted().at(-1)!; // not empty
  endAtNext(fact, told, date);
  for (const line of told.lines) line.add(fact);
}

function endAtNext(fact: TimedFact, { lines }: Told, date: string): void {
  for (const line of lines) {
    const next = line.after(date);
    if (next) shorten(fact, next.validFrom!, next.begunBy); // it is said to begin later
  }
}
