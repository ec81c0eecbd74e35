import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Evidence } from "../../src/memory/graph/fact.ts";
import { readFactItems } from "../fixture/facts/item.ts";
import { factsOf } from "../support/facts-of.ts";

/** Facts are a function of the messages that there are: nothing else has a say. */

const said = (id: string, day: string, text: string): Evidence => ({
  id,
  saidAtMs: Date.parse(`${day}T10:00:00Z`),
  text,
});

const utrecht = said("1", "2026-01-05", "I live in Utrecht.");
const oslo = said("2", "2026-05-20", "I moved to Oslo last week.");

describe("a newer fact on a functional predicate", () => {
  test("ends the older one, which stays", () => {
    expect(factsOf([utrecht, oslo])).toEqual([
      {
        subject: "user",
        predicate: "lives_in",
        object: "Utrecht",
        validFrom: null,
        validTo: "2026-W20",
        evidence: ["1", "2"],
      },
      { subject: "user", predicate: "lives_in", object: "Oslo", validFrom: "2026-W20", validTo: null, evidence: ["2"] },
    ]);
  });

  test("gone, reopens it", () => {
    expect(factsOf([utrecht])).toEqual([
      { subject: "user", predicate: "lives_in", object: "Utrecht", validFrom: null, validTo: null, evidence: ["1"] },
    ]);
  });
});

describe("names", () => {
  test("a sister and Ana are one, whichever came first, and case does not count", () => {
    const messages = [
      said("1", "2026-01-01", "My sister is a vet."),
      said("2", "2026-02-01", "My sister Ana lives in Lisbon."),
      said("3", "2026-03-01", "fyi ana moved to Porto in February. ANA has a dog named Rex."),
    ];
    const subjects = new Set(factsOf(messages).map(({ subject }) => subject));
    expect([...subjects].toSorted()).toEqual(["Ana", "Rex"]);
  });

  test("two sisters are two", () => {
    const facts = factsOf([said("1", "2026-01-01", "My sister Ana lives in Lisbon and my sister Eva lives in Rome.")]);
    expect(
      facts.filter(({ predicate }) => predicate === "lives_in").map(({ subject, object }) => [subject, object]),
    ).toEqual([
      ["Ana", "Lisbon"],
      ["Eva", "Rome"],
    ]);
  });

  test('of several friends "my friend" is none, of wives it is the last', () => {
    const facts = factsOf([
      said("1", "2026-01-01", "My friend Lucía is a vet. My friend Tom is a baker. My wife Eva is a nurse."),
      said("2", "2026-01-02", "My friend plays golf. My wife plays tennis."),
    ]);
    const playing = facts.filter(({ predicate }) => predicate === "plays").map(({ subject }) => subject);
    expect(playing).toEqual(["my friend", "Eva"]);
  });

  test("somebody's role is known by their name, too, whenever it was said", () => {
    const facts = factsOf([
      said("1", "2026-01-01", "My sister's husband Karl is a cook."),
      said("2", "2026-01-02", "My sister Ana is a vet."),
      said("3", "2026-01-03", "Ana's husband plays golf."),
    ]);
    expect(facts.find(({ predicate }) => predicate === "plays")?.subject).toBe("Karl");
  });

  test("a name without anybody before it is nobody's", () => {
    expect(
      factsOf([said("1", "2026-01-01", "I live in Oslo. Her name is Ruth.")]).map(({ subject }) => subject),
    ).toEqual(["user"]);
  });

  test("who speaks has a name as soon as it is said", () => {
    const facts = factsOf([
      said("1", "2026-01-01", "My name is Vera."),
      said("2", "2026-01-02", "Vera lives in Turku."),
    ]);
    expect(facts.map(({ subject, predicate }) => `${subject} ${predicate}`)).toEqual(["user named", "user lives_in"]);
  });
});

/** Messages of the set for tuning, as if one person had said them all. */
const pool = readFactItems("tune").flatMap(({ messages }, item) =>
  messages.flatMap(({ role, content, said_at }, at) =>
    role === "user" ? [{ id: `${item}-${at}`, saidAtMs: Date.parse(said_at), text: content }] : [],
  ),
);
const some = fc.subarray(pool, { minLength: 2, maxLength: 30 });

test("the order in which messages arrive does not matter", () => {
  fc.assert(
    fc.property(
      some.chain((messages) =>
        fc.tuple(fc.constant(messages), fc.shuffledSubarray(messages, { minLength: messages.length })),
      ),
      ([messages, shuffled]) => {
        expect(factsOf(shuffled)).toEqual(factsOf(messages));
      },
    ),
    { numRuns: 100 },
  );
});

test("a message deleted leaves no fact that only it supports; added again, all is as before", () => {
  fc.assert(
    fc.property(some, fc.nat(), (messages, at) => {
      const gone = messages[at % messages.length]!;
      const left = messages.filter((message) => message !== gone);
      const without = factsOf(left);
      expect(without.flatMap(({ evidence }) => evidence)).not.toContain(gone.id);
      expect(factsOf([...left, gone])).toEqual(factsOf(messages));
      for (const { evidence } of without) expect(evidence.length).toBeGreaterThan(0);
    }),
    { numRuns: 100 },
  );
});
