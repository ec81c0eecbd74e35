import { beginsAfter, endBy, endsWith, shorten, type Teller, type TimedFact } from "./timed-fact.ts";
import { spanOf } from "./time/calendar.ts";

/**
 * Facts of which one holds at a time, by the days from which they are known to hold: each ends at the latest when the
 * next one begins. A look costs the logarithm of their number.
 */
export class Line {
  readonly #facts: TimedFact[] = [];

  /** The one that holds at a time. */
  at(date: string): TimedFact | undefined {
    const { first, last } = spanOf(date);
    const fact = this.#facts[this.#upTo(last) - 1];
    return fact && (fact.validTo === null || spanOf(fact.validTo).first > first) ? fact : undefined;
  }

  /** The first one of which is said that it begins later. */
  after(date: string): TimedFact | undefined {
    return this.#facts[this.#later(date)];
  }

  /** The first one that is meant, of those of which is said that they begin later. */
  firstAfter(date: string, isMeant: (fact: TimedFact) => boolean): TimedFact | undefined {
    for (let place = this.#later(date); place < this.#facts.length; place++)
      if (isMeant(this.#facts[place]!)) return this.#facts[place];
    return undefined;
  }

  /**
   * Ends what holds at a time, and what is not said to begin later: that one never held, and stands here no more. Answers
   * till when something held that had begun before.
   */
  cut(date: string, by: Teller): string | undefined {
    const { first } = spanOf(date);
    let start = this.#upTo(first);
    if (this.#facts[start - 1]?.since === first) start--;
    const gone = this.#facts.splice(start, this.#later(date) - start);
    for (const fact of gone) shorten(fact, date, by);
    const before = this.#facts[start - 1];
    if (before && gone.some((fact) => endsWith(before, fact))) endBy(before, by);
    if (before) shorten(before, date, by);
    return gone.length > 0 ? first : before && spanOf(before.validTo!).first; // it has an end by now
  }

  add(fact: TimedFact): void {
    this.#facts.splice(this.#upTo(fact.since), 0, fact);
  }

  /** Answers the one before it. */
  delete(fact: TimedFact): TimedFact | undefined {
    const place = this.#upTo(fact.since) - 1;
    if (this.#facts[place] !== fact) return undefined;
    this.#facts.splice(place, 1);
    return this.#facts[place - 1];
  }

  /** How many are known to hold by a day. */
  #upTo(day: string): number {
    let [low, high] = [0, this.#facts.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#facts[middle]!.since <= day) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #later(date: string): number {
    let place = this.#upTo(spanOf(date).last);
    while (place < this.#facts.length && !beginsAfter(this.#facts[place]!, date)) place++;
    return place;
  }
}
