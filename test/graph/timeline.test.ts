import { describe, expect, test } from "vitest";
import type { Teller, TimedFact } from "../../src/memory/graph/timed-fact.ts";
import { Timeline } from "../../src/memory/graph/timeline.ts";

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
      timeline.end({ subject: user, predicate: "likes", object: "tea" }, by(at), dayOf(at));
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
      else timeline.end({ subject: user, predicate: "likes", object }, by(at), dayOf(at));
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
    return timeline.facts.map(({ object, validFrom, validTo }) => `${object} ${validFrom ?? ""}..${validTo ?? ""}`);
  };

  test("ends when the next later one begins; one in between ends what began before it", () => {
    expect(tell(["Oslo", "2030"], ["Bern", "2026"], ["Rome", "2020"])).toEqual([
      "Oslo 2030..",
      "Bern 2026..2030",
      "Rome 2020..2026",
    ]);
    expect(tell(["Oslo", "2030"], ["Bern", "2026"], ["Rome", "2020"], ["Turku", "2028"])).toEqual([
      "Oslo 2030..",
      "Bern 2026..2028",
      "Rome 2020..2026",
      "Turku 2028..2030",
    ]);
  });

  test("told again begins when it is first said to, if it is the same", () => {
    expect(tell(["Oslo", "2030"], ["Bern", "2026"], ["Oslo", "2028"])).toEqual(["Oslo 2028..", "Bern 2026..2028"]);
    expect(tell(["Oslo", "2030"], ["Bern", "2026"], ["Oslo", "2020"])).toEqual([
      "Oslo 2030..",
      "Bern 2026..2030",
      "Oslo 2020..2026",
    ]);
    expect(tell(["Oslo", "2030"], ["Bern", "2026"], ["Bern", null])).toEqual([
      "Oslo 2030..2090-01-01",
      "Bern 2026..2030",
      "Bern ..",
    ]);
  });
});
