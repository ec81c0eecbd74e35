import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Claim, Mention, MessageClaims } from "../../src/memory/graph/fact.ts";
import type { TimedFact } from "../../src/memory/graph/timed-fact.ts";
import { spanOf } from "../../src/memory/graph/time/calendar.ts";
import { derive, factsOf } from "../support/facts-of.ts";

/** Whatever is told of homes and marriages, in whatever order: nobody has two at a time. */

const dayMs = 86_400_000;
const firstMs = Date.UTC(2024, 0, 1);
const dayAt = (at: number) => new Date(firstMs + at * dayMs).toISOString().slice(0, 10);
const name = (text: string): Mention => ({ kind: "name", text });

const people = fc.constantFrom("Ana", "Karl", "Eva", "Uma").map(name);
/** A day of four years, or the month or year that it is in. */
const date = fc.tuple(fc.nat(1_400), fc.constantFrom(10, 7, 4)).map(([at, length]) => dayAt(at).slice(0, length));
const object = {
  lives_in: fc.constantFrom("Rome", "Oslo", "Bern", "Turku"),
  married_to: people,
};

const stated = fc.constantFrom("lives_in" as const, "married_to" as const).chain((predicate) =>
  fc.record({
    kind: fc.constant("state" as const),
    subject: people,
    predicate: fc.constant(predicate),
    object: object[predicate],
    from: fc.option(date),
    to: fc.constant(null),
  }),
);
const ended = fc.constantFrom("lives_in" as const, "married_to" as const).chain((predicate) =>
  fc.record(
    {
      kind: fc.constant("end" as const),
      subject: people,
      predicate: fc.constant(predicate),
      object: object[predicate],
      to: fc.option(date),
    },
    { requiredKeys: ["kind", "subject", "predicate", "to"] },
  ),
);
const claim: fc.Arbitrary<Claim> = fc.oneof({ weight: 4, arbitrary: stated }, { weight: 1, arbitrary: ended });
const stint = fc.tuple(stated, date).map(([state, to]) => ({ ...state, to }));

/** What is said to end later than it is said is left out: of what nobody knows, that is for a while. */
const messagesOf = (claims: fc.Arbitrary<Claim>) =>
  fc
    .array(fc.tuple(fc.integer({ min: 400, max: 1_000 }), claims), {
      maxLength: 12,
    })
    .map((said) =>
      said.flatMap(([at, one], place): MessageClaims[] => {
        if (one.kind === "end" && one.to !== null && spanOf(one.to).last > dayAt(at)) return [];
        return [
          {
            id: `m${place}`,
            saidAtMs: firstMs + at * dayMs + place,
            claims: [one],
          },
        ];
      }),
    );

const messages = messagesOf(claim);
const withStints = messagesOf(fc.oneof({ weight: 2, arbitrary: claim }, { weight: 1, arbitrary: stint }));

const partiesOf = ({ predicate, subject, object: other }: TimedFact) =>
  predicate === "married_to" ? [subject, other] : [subject];

function overlap(one: TimedFact, other: TimedFact): boolean {
  const ends = [one, other].map(({ validTo }) => (validTo === null ? "9" : spanOf(validTo).first)).toSorted();
  const [latest] = [one.since, other.since].toSorted().toReversed();
  return latest! < ends[0]!;
}

const clash = (one: TimedFact, other: TimedFact) =>
  one.predicate === other.predicate &&
  partiesOf(one).some((who) => partiesOf(other).includes(who)) &&
  overlap(one, other);

test("of a functional predicate no two hold at a time", () => {
  fc.assert(
    fc.property(messages, (said) => {
      const { facts } = derive(said);
      const twice = facts.flatMap((one, at) =>
        facts.slice(at + 1).flatMap((other) => (clash(one, other) ? [one, other] : [])),
      );
      expect(twice).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});

test("no fact ends before it begins", () => {
  fc.assert(
    fc.property(withStints, (said) => {
      for (const { validFrom, validTo } of derive(said).facts) {
        if (validFrom === null || validTo === null) continue;
        expect(spanOf(validTo).last >= spanOf(validFrom).first, `${validFrom}..${validTo}`).toBe(true);
      }
    }),
    { numRuns: 2_000 },
  );
});

test("the order in which messages arrive does not matter", () => {
  const shuffled = withStints.chain((said) =>
    fc.tuple(fc.constant(said), fc.shuffledSubarray(said, { minLength: said.length })),
  );
  fc.assert(
    fc.property(shuffled, ([said, other]) => {
      expect(derive(other).facts).toEqual(derive(said).facts);
    }),
  );
});

/** Of homes told in turn, each on its day: "object from..to". */
function homes(...told: [day: string, home: string, from: string | null][]): string[] {
  const said = told.map(([day, home, from], at): MessageClaims => {
    const state: Claim = {
      kind: "state",
      subject: { kind: "user" },
      predicate: "lives_in",
      object: home,
      from,
      to: null,
    };
    return { id: `m${at}`, saidAtMs: Date.parse(day), claims: [state] };
  });
  return derive(said).facts.map(
    ({ object: home, validFrom, validTo }) => `${home} ${validFrom ?? ""}..${validTo ?? ""}`,
  );
}

describe("a beginning of the same home", () => {
  test("that is told to be earlier counts", () => {
    expect(homes(["2026-01-05", "Rome", "2022"], ["2026-01-06", "Rome", "2020"])).toEqual(["Rome 2020.."]);
    expect(homes(["2026-01-05", "Rome", "2020"], ["2026-01-06", "Rome", "2022"])).toEqual(["Rome 2020.."]);
  });

  test("is another one's if there was a home in between", () => {
    expect(
      homes(["2026-01-05", "Oslo", "2022"], ["2026-01-06", "Rome", "2024"], ["2026-01-07", "Rome", "2020"]),
    ).toEqual(["Oslo 2022..2024", "Rome 2024..", "Rome 2020..2022"]);
  });

  test("ends the home before it then", () => {
    expect(homes(["2026-01-05", "Oslo", null], ["2026-01-06", "Rome", null], ["2026-01-07", "Rome", "2020"])).toEqual([
      "Oslo ..2020",
      "Rome 2020..",
    ]);
  });
});

/** A home or marriage that ended before any of these messages. */
const pastStint = fc.constantFrom("lives_in" as const, "married_to" as const).chain((predicate) =>
  fc.record({
    kind: fc.constant("state" as const),
    subject: people,
    predicate: fc.constant(predicate),
    object: object[predicate],
    from: fc.nat(199).map(dayAt),
    to: fc
      .tuple(fc.integer({ min: 200, max: 365 }), fc.constantFrom(10, 7, 4))
      .map(([at, length]) => dayAt(at).slice(0, length)),
  }),
);

test("what was for a while, and is over, ends nothing that holds with no beginning told", () => {
  const open = (facts: TimedFact[]) =>
    facts.flatMap(({ subject, predicate, object: what, validFrom, validTo, since, notBefore }) =>
      validFrom === null && validTo === null ? [{ subject, predicate, what, since, notBefore }] : [],
    );
  fc.assert(
    fc.property(messages, pastStint, (said, stint) => {
      const later: MessageClaims = { id: "later", saidAtMs: firstMs + 1_001 * dayMs, claims: [stint] };
      const { facts } = derive([...said, later]);
      expect(open(facts)).toEqual(open(derive(said).facts));
    }),
    { numRuns: 2_000 },
  );
});

describe("what was told with its end", () => {
  test("is another stint than the one of today, unless that may have begun before", () => {
    expect(told("I work at Acme.", "I worked at Acme from 2010 to 2016.")).toEqual([
      "Acme .. m0",
      "Acme 2010..2016 m1",
    ]);
    expect(told("I live in Rome.", "I lived in Rome in 2010.")).toEqual(["Rome .. m0", "Rome 2010..2010 m1"]);
    expect(told("I've worked at Acme since 2015.", "I worked at Acme from 2015 to 2016.")).toEqual([
      "Acme 2015..2016 m0,m1",
    ]);
    expect(told("I work at Acme.", "I worked at Acme until 2016.")).toEqual(["Acme ..2016 m0,m1"]);
  });
});

const told = (...texts: string[]) =>
  factsOf(texts.map((text, at) => ({ id: `m${at}`, saidAtMs: Date.UTC(2026, 2, 1 + at), text }))).map(
    ({ object: what, validFrom, validTo, evidence }) =>
      `${what} ${validFrom ?? ""}..${validTo ?? ""} ${evidence.join()}`,
  );

describe("what is planned and taken back", () => {
  const rome = "I live in Rome.";
  const lisbon = "I'm moving to Lisbon in May 2026.";
  const taken = "I'm no longer moving to Lisbon.";

  test("never was, nor ended anything", () => {
    expect(told(rome, lisbon, taken)).toEqual(["Rome .. m0,m1,m2"]);
    expect(told(rome, lisbon, taken, taken)).toEqual(["Rome .. m0,m1,m2"]);
    expect(told(rome, lisbon, taken, lisbon)).toEqual(["Rome ..2026-05 m0,m1,m2,m3", "Lisbon 2026-05.. m3"]);
    expect(told("I will join the chess club in June 2026.", "I'm not joining the chess club any more.")).toEqual([]);
  });

  test("leaves the ends that others set", () => {
    expect(told(rome, lisbon, "I'm moving to Porto in July 2026.", taken)).toEqual([
      "Rome ..2026-07 m0,m1,m3,m2",
      "Porto 2026-07.. m2",
    ]);
    const globex = ["I will join Globex in June 2026.", "I won't join Globex any more."];
    expect(told("I work at Acme.", "I left Acme in June 2026.", ...globex)).toEqual(["Acme ..2026-06 m0,m1"]);
  });

  test("is not what holds, nor what was never planned", () => {
    expect(told("I live in Lisbon.", taken)).toEqual(["Lisbon .. m0"]);
    expect(told(taken)).toEqual([]);
    expect(told(lisbon, "I no longer live in Lisbon.")).toEqual(["Lisbon 2026-05.. m0", "Lisbon ..2026-03-02 m1"]);
  });
});

describe("a home that is planned", () => {
  test("is the one that is told of without a date, since that day, and ends the home of before", () => {
    expect(
      homes(["2026-03-01", "Rome", null], ["2026-03-02", "Oslo", "2026-05"], ["2026-03-03", "Oslo", null]),
    ).toEqual(["Rome ..2026-03-03", "Oslo 2026-03-03.."]);
    expect(homes(["2026-03-01", "Oslo", "2026-05"], ["2026-03-02", "Oslo", null])).toEqual(["Oslo 2026-03-02.."]);
  });

  test("is not, if something else begins before", () => {
    expect(
      homes(["2026-03-01", "Oslo", "2026-05"], ["2026-03-02", "Rome", "2026-04"], ["2026-03-03", "Oslo", null]),
    ).toEqual(["Oslo 2026-05..", "Rome 2026-04..2026-05", "Oslo ..2026-04"]);
  });
});
