import { describe, expect, test } from "vitest";
import { Timeline, type Teller, type TimedFact } from "../../src/memory/graph/timeline.ts";

const many = 20_000;
const dayMs = 86_400_000;
const dayOf = (at: number) => new Date(Date.UTC(1900, 0, 1) + at * dayMs).toISOString().slice(0, 10);
const by = (at: number): Teller => ({ id: `m${at}`, saidAtMs: Date.UTC(2090, 0, 1) + at, leansOn: [] });

/** Tells many claims; answers how many facts there are, and how often these were looked at for when they hold. */
function looks(tell: (timeline: Timeline, at: number) => void): { facts: number; looks: number } {
  const timeline = new Timeline();
  let count = 0;
  const watch = (fact: TimedFact, member: "validFrom" | "validTo") => {
    let value = fact[member];
    Object.defineProperty(fact, member, {
      get: () => (count++, value),
      set(next: typeof value) {
        value = next;
      },
    });
  };
  for (let at = 0, watched = 0; at < many; at++) {
    tell(timeline, at);
    for (; watched < timeline.facts.length; watched++) {
      watch(timeline.facts[watched]!, "validFrom");
      watch(timeline.facts[watched]!, "validTo");
    }
  }
  return { facts: timeline.facts.length, looks: count };
}

describe("each claim costs a few looks at facts, however many there are", () => {
  const user = "user:";

  test("of visits to one place", () => {
    const told = looks((timeline, at) => {
      const time = { from: dayOf(at), to: dayOf(at) };
      timeline.state({ subject: user, predicate: "visits", object: "Paris" }, by(at), time);
    });
    expect(told.facts).toBe(many);
    expect(told.looks).toBeLessThan(6 * many);
  });

  test("of what begins and ends again and again", () => {
    const told = looks((timeline, at) => {
      timeline.state({ subject: user, predicate: "likes", object: "tea" }, by(at), { from: dayOf(at), to: null });
      timeline.end(user, "likes", "tea", by(at), dayOf(at));
    });
    expect(told.facts).toBe(many);
    expect(told.looks).toBeLessThan(6 * many);
  });

  test("of homes, each told after one that begins later", () => {
    const told = looks((timeline, at) => {
      const time = { from: dayOf(many - at), to: null };
      timeline.state({ subject: user, predicate: "lives_in", object: `Town ${at}` }, by(at), time);
    });
    expect(told.facts).toBe(many);
    expect(told.looks).toBeLessThan(6 * many);
  });

  test("of many things that hold, of which one after the other ends", () => {
    const told = looks((timeline, at) => {
      const object = `tea ${at % (many / 2)}`;
      if (at < many / 2)
        timeline.state({ subject: user, predicate: "likes", object }, by(at), { from: null, to: null });
      else timeline.end(user, "likes", object, by(at), dayOf(at));
    });
    expect(told.facts).toBe(many / 2);
    expect(told.looks).toBeLessThan(6 * many);
  });
});

describe("a home that somebody tells of later, but that began before", () => {
  const tell = (...homes: [string, string | null][]) => {
    const timeline = new Timeline();
    homes.forEach(([object, from], at) =>
      timeline.state({ subject: "user:", predicate: "lives_in", object }, by(at), { from, to: null }),
    );
    return timeline.facts.filter(({ validTo }) => validTo === null).map(({ object }) => object);
  };

  test("leaves the later ones; one in between ends what began before it", () => {
    expect(tell(["Oslo", "2030"], ["Bern", "2026"], ["Rome", "2020"])).toEqual(["Oslo", "Bern", "Rome"]);
    expect(tell(["Oslo", "2030"], ["Bern", "2026"], ["Rome", "2020"], ["Turku", "2028"])).toEqual(["Oslo", "Turku"]);
  });

  test("told again stays what it was", () => {
    expect(tell(["Oslo", "2030"], ["Bern", "2026"], ["Oslo", "2028"])).toEqual(["Oslo"]);
    expect(tell(["Oslo", "2030"], ["Bern", "2026"], ["Oslo", "2020"])).toEqual(["Oslo", "Bern"]);
    expect(tell(["Oslo", "2030"], ["Bern", "2026"], ["Bern", null])).toEqual(["Bern"]);
  });
});
