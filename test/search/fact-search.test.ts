import { describe, expect, test } from "vitest";
import { extractClaims } from "../../src/memory/graph/extract.ts";
import { FactSearch } from "../../src/memory/search/fact-search.ts";
import { Graph } from "../../src/memory/graph/graph.ts";
import type { Scope } from "../../src/memory/scope.ts";

/** Which facts a query finds, and in which order. */

const saidAt = Date.UTC(2026, 2, 1, 10);

/** Of what each user said, in order. */
function searchOf(said: Record<string, string[]>): (user: string, query: string) => Promise<string[]> {
  const list = async ({ user }: Scope) =>
    (said[user] ?? []).map((text, at) => {
      const saidAtMs = saidAt + at;
      return { id: `${user}-${at}`, saidAtMs, claims: extractClaims(text, saidAtMs) };
    });
  const search = new FactSearch(new Graph({ version: async () => "1", list }));
  return async (user, query) => {
    const found = await search.find({ account: "acc", user }, query, saidAt + 1_000);
    return found.map(({ fact }) => fact.sentence);
  };
}

describe("who asks of themselves", () => {
  const find = searchOf({
    vera: [
      "I lived in Oslo until 2020. I live in Santa Cruz de Tenerife.",
      "My sister Ana lived in Porto until 2020. Ana lives in Lisbon. Ana works at Globex.",
    ],
  });

  test.each(["Where do I live?", "where is my home", "Which town do we live in?", "A town of mine?"])(
    "%s The user's come first",
    async (query) => {
      const [first, second] = await find("vera", query);
      expect([first, second].toSorted()).toEqual([
        "the user lives in Oslo (until 2020)",
        "the user lives in Santa Cruz de Tenerife",
      ]);
    },
  );

  test.each(["Where does Ana live?", "Can you tell me where Ana lives?", "Where does my sister live?"])(
    "%s Whoever is named still does",
    async (query) => {
      expect((await find("vera", query))[0]).toBe("Ana lives in Lisbon");
    },
  );

  test("finds nothing by that alone", async () => {
    expect(await find("vera", "Tell me of my chromodynamics")).toEqual([]);
    expect(await find("vera", "Is Globex mine?")).toEqual(["Ana works at Globex"]);
  });
});

describe("what holds today comes before what is over or planned", () => {
  const find = searchOf({
    vera: ["I live in Rome.", "I am moving to Berlin in May.", "I lived in Oslo until 2020."],
    omar: ["I'm starting at Bosch on 1 April.", "I work at Acme.", "I worked at Initech until 2020."],
  });

  test.each([
    ["vera", "Where do I live?", "the user lives in Rome (until 2026-05)"],
    ["vera", "Where do people live?", "the user lives in Rome (until 2026-05)"],
    ["omar", "Who is my employer?", "the user works at Acme (until 2026-04-01)"],
  ])("%s: %s", async (user, query, fact) => {
    const found = await find(user, query);
    expect(found[0]).toBe(fact);
    expect(found).toHaveLength(3);
  });
});

describe("what system was told", () => {
  const find = searchOf({
    system: [
      "I live in Bergen and I am allergic to peanuts.",
      "My friend Tom lives in Rome. My sister lives in Rome. My sister's husband lives in Rome.",
      "Kestrel runs on Postgres.",
    ],
    ana: ["I live in Rome."],
  });

  test("is of others and of things to a named user, who is not the user that it speaks of", async () => {
    expect(await find("ana", "Where do people live?")).toEqual(["Tom lives in Rome", "the user lives in Rome"]);
    expect(await find("bob", "What am I allergic to?")).toEqual([]);
    expect(await find("bob", "Is Tom a friend?")).toEqual(["Tom lives in Rome"]);
    expect(await find("bob", "What does Kestrel run on?")).toEqual(["Kestrel runs on Postgres"]);
  });

  test("is all there where nobody is named", async () => {
    expect(await find("system", "What am I allergic to?")).toEqual(["the user is allergic to peanuts"]);
    expect(await find("system", "Where do people live?")).toHaveLength(4);
  });
});

describe("whom only their speaker calls so", () => {
  const find = searchOf({
    system: [
      "My boss is Bob. Bob lives in Oslo.",
      "My sister Ana lives in Porto. My sister's husband lives in Kiel.",
      "My brother's wife is Kim. Kim works at Globex.",
      "Robert Smith works at Hooli. Robert lives in Bonn.",
    ],
    vera: ["I live in Rome."],
  });

  test.each([
    ["Who is my boss?", []],
    ["What is my sister doing?", []],
    ["What does my brother's wife do?", []],
    ["Who is in Kiel?", []],
    ["Who is in Porto?", ["Ana lives in Porto"]],
    ["What does Robert do?", ["Robert Smith lives in Bonn", "Robert Smith works at Hooli"]],
  ])("a named user who asks %j is told %j", async (query, facts) => {
    expect((await find("vera", query)).toSorted()).toEqual(facts);
  });

  test("a named user's own fact is first", async () => {
    expect((await find("vera", "Where does my boss live?"))[0]).toBe("the user lives in Rome");
  });

  test.each([
    ["Who is my boss?", "Bob lives in Oslo"],
    ["What is my sister doing?", "Ana lives in Porto"],
    ["Who is in Kiel?", "my sister's husband lives in Kiel"],
    ["What does my brother's wife do?", "Kim works at Globex"],
  ])("where nobody is named, %j finds %j", async (query, fact) => {
    expect(await find("system", query)).toContain(fact);
  });
});
