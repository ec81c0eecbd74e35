import { create, toBinary } from "@bufbuild/protobuf";
import { beforeEach, describe, expect, test } from "vitest";
import { EntityDetailSchema } from "../../gen/cairn/graph/v1/graph_pb.ts";
import { extractClaims } from "../../src/memory/graph/extract.ts";
import type { Claim } from "../../src/memory/graph/fact.ts";
import { Graph } from "../../src/memory/graph/graph.ts";
import { formatFact } from "../../src/rpc/convert/graph.ts";
import { Turns } from "../support/turns.ts";

const scope = { account: "acc", user: "ana" };
const page = { limit: 50, offset: 0 };
const saidAt = Date.parse("2026-03-01T10:00:00Z");
const dayMs = 86_400_000;

/** Of messages said on a day each. */
function graphOf(...texts: string[]): Graph {
  const claims = texts.map((text, at) => {
    const saidAtMs = saidAt + at * dayMs;
    return { id: `m${at}`, saidAtMs, claims: extractClaims(text, saidAtMs) };
  });
  return new Graph({ version: async () => "1", list: async () => claims });
}

describe("a part of a name", () => {
  const graph = graphOf("My sister Ana lives in Porto.", "I work at Acme Corp.", "My manager is Priya Raman.");

  test.each([
    ["acme corp", ["Acme Corp"]],
    ["AN", ["Ana"]],
    ["ana", ["Ana"]], // of whom "my manager" is not
    ["ramen", []],
    ["raman", ["Priya Raman"]],
    ["iya", []],
    ["?", []],
    ["🙂", []],
    ["'", []],
  ])("%s", async (q, names) => {
    const { items, total } = await graph.entities(scope, { q }, page);
    expect(items.map(({ name }) => name)).toEqual(names);
    expect(total).toBe(names.length);
  });
});

test.each([
  ["I live in İstanbul.", "istanbul"],
  ["I live in Köln.", "koln"],
  ["I live in Koln.", "KÖLN"],
  ["I live in Αθήνα.", "ΑΘΗΝΑ"],
  ["I work at Łódź Ltd.", "lodz"],
])("%s An entity is found by its name without accents: %s", async (text, q) => {
  expect((await graphOf(text).entities(scope, { q }, page)).total).toBe(1);
});

describe("what somebody's pet or child is called by", () => {
  const called = async (texts: string[], name: string) => {
    const { items } = await graphOf(...texts).entities(scope, { q: name }, page);
    return items.map(({ aliases }) => aliases);
  };

  test.each([
    [["I have a dog named Rex."], "Rex", ["my dog"]],
    [["I have a dog named Rex.", "My dog Rex is ill."], "Rex", ["my dog"]],
    [["Ana has a dog named Rex."], "Rex", ["Ana's dog"]],
    [["Ana has a dog named Rex.", "Ana's dog Rex is ill."], "Rex", ["Ana's dog"]],
    [["Ana has a dog named Rex.", "Ana Ruiz is a vet.", "Ana's dog Rex is ill."], "Rex", ["Ana's dog"]],
    [["My friend Tom has a cat called Misty."], "Misty", ["Tom's cat"]],
    [["My sister has a cat called Misty."], "Misty", ["my sister's cat"]],
    [["My sister Ana is a vet. She has a cat called Misty."], "Misty", ["Ana's cat"]],
    [["She has a cat called Misty."], "Misty", []],
    [["I have a kid named Theo.", "My kid Theo plays golf."], "Theo", ["my kid"]],
  ])("%j %s is %j", async (texts, name, aliases) => {
    expect(await called(texts, name)).toEqual([aliases]);
  });

  test("is not found by what another one's is called", async () => {
    expect(await called(["Ana has a dog named Rex."], "my dog")).toEqual([]);
    expect(await called(["My sister has a cat called Misty."], "my cat")).toEqual([]);
    expect(await called(["My sister has a cat called Misty."], "my sister's cat")).toEqual([["my sister's cat"]]);
    expect(await called(["Ana has a dog named Rex."], "dog")).toEqual([["Ana's dog"]]);
    expect(await called(["Ana has a dog named Rex. I have a dog named Bo."], "My dog")).toEqual([["my dog"]]);
  });
});

describe("a day", () => {
  test("has one home: one of which nobody said when it began has none before what it ended", async () => {
    const graph = graphOf("I have lived in Porto since 2024.", "I live in Rome.", "I'm moving to Oslo in May 2026.");
    const { items } = await graph.entities(scope, { q: "user" }, page);
    const on = async (day: string) =>
      (await graph.entity(scope, items[0]!.id, day))?.facts.map(({ object, validFrom, validTo }) => [
        object,
        validFrom,
        validTo,
      ]);
    expect(await on("2023-01-01")).toEqual([]);
    expect(await on("2026-03-01")).toEqual([["Porto", "2024", "2026-03-02"]]);
    expect(await on("2026-03-02")).toEqual([["Rome", null, "2026-05"]]);
    expect(await on("2026-06-01")).toEqual([["Oslo", "2026-05", null]]);
  });

  test("long ago had the first home that is known", async () => {
    const graph = graphOf("I live in Rome.");
    const { items } = await graph.entities(scope, { q: "user" }, page);
    expect((await graph.entity(scope, items[0]!.id, "1999-01-01"))?.facts).toHaveLength(1);
  });
});

test("of very many facts an entity has the last, as many as a client can read", async () => {
  const many = 12_000;
  const claims = Array.from({ length: many }, (_, at) => {
    const [claim] = extractClaims("I like tea.", saidAt);
    const said = { ...claim!, object: `tea number ${at}` } as Claim;
    return { id: `msg_${at}`, saidAtMs: saidAt + at, claims: [said] };
  });
  const graph = new Graph({ version: async () => "1", list: async () => claims });
  const { items } = await graph.entities(scope, { q: "user" }, page);
  const { factCount, facts, timeline, hasMore } = (await graph.entity(scope, items[0]!.id))!;
  expect([factCount, hasMore]).toEqual([many, true]);
  for (const shown of [facts, timeline]) {
    expect(shown.at(-1)!.object).toBe(`tea number ${many - 1}`);
    const answer = create(EntityDetailSchema, { facts: shown.map(formatFact) });
    const { length } = toBinary(EntityDetailSchema, answer);
    expect(length).toBeLessThan(2 * 2 ** 20);
    expect(length).toBeGreaterThan(2 ** 20);
  }
});

test("a fact has one id whichever wording of its object came first", async () => {
  const idOf = async (...texts: string[]) => {
    const [fact, ...more] = await graphOf(...texts).searchable(scope);
    expect(more).toEqual([]);
    return fact!.fact.id;
  };
  expect(await idOf("I work at Globex.", "I work at Globex Ltd.")).toBe(await idOf("I work at Globex Ltd."));
});

describe("what is kept of graphs", () => {
  const claims = ["I live in Rome.", "I like tea.", "My sister Ana plays golf."].map((text, at) => ({
    id: `m${at}`,
    saidAtMs: saidAt,
    claims: extractClaims(text, saidAt),
  }));

  /** Of whom a graph was derived when these users asked in turn. */
  async function derivedFor(users: string[], factsMax: number): Promise<string[]> {
    const listed: string[] = [];
    const list = async ({ user }: typeof scope) => (listed.push(user), claims);
    const graph = new Graph({ version: async () => "1", list }, { factsMax });
    for (const user of users) expect((await graph.entities({ ...scope, user }, {}, page)).total).toBeGreaterThan(0);
    return listed;
  }

  test("is bounded by its facts in all, least recently used first", async () => {
    expect(await derivedFor(["a", "b", "a", "b"], 100)).toEqual(["a", "b"]);
    expect(await derivedFor(["a", "b", "a", "c", "a", "b"], 8)).toEqual(["a", "b", "c", "b"]);
    expect(await derivedFor(["a", "a"], 1)).toEqual(["a", "a"]);
  });

  test("is not what failed", async () => {
    let fails = true;
    const list = async () => {
      if (fails) throw new Error("no disk");
      return claims;
    };
    const graph = new Graph({ version: async () => "1", list });
    await expect(graph.entities(scope, {}, page)).rejects.toThrow("no disk");
    fails = false;
    expect((await graph.entities(scope, {}, page)).total).toBeGreaterThan(0);
  });
});

describe("a graph that is derived before anybody asks", () => {
  let count: number;
  let listed: number;
  let graph: Graph;

  beforeEach(() => {
    [count, listed] = [1, 0];
    const claims = Array.from({ length: 9 }, (_, at) => {
      const saidAtMs = saidAt + at * dayMs;
      return { id: `m${at}`, saidAtMs, claims: extractClaims(`I visited Town${at} in 2020.`, saidAtMs) };
    });
    graph = new Graph({
      version: async () => String(count),
      list: async () => (listed++, claims.slice(0, count)),
    });
  });

  test("is ready, and tells what a fresh one does", async () => {
    await graph.searchable(scope);
    count = 2;
    await graph.refresh(scope);
    expect(listed).toBe(2);
    expect((await graph.searchable(scope)).map(({ fact }) => fact.object)).toEqual(["Town0", "Town1"]);
    expect(listed).toBe(2);
  });

  test("is so once, till somebody asks again", async () => {
    await graph.searchable(scope);
    for (count = 2; count < 9; count++) await graph.refresh(scope);
    expect(listed).toBe(2);
    await graph.entities(scope, {}, page);
    expect(listed).toBe(3);
    count--;
    await graph.refresh(scope);
    expect(listed).toBe(4);
  });

  test("is nobody's who did not ask, nor one of whom nothing changed", async () => {
    await graph.refresh(scope);
    expect(listed).toBe(0);
    await graph.searchable(scope);
    await graph.refresh(scope);
    expect(listed).toBe(1);
  });
});

test("a large graph is made, and made searchable, while others have their turn", async () => {
  const towns = Array.from({ length: 4_000 }, (_, at) => `I visited Town${at} in 2020.`);
  const graph = graphOf(...towns);
  const turns = new Turns();
  await graph.entities(scope, {}, page);
  const whileMade = turns.count;
  expect(whileMade).toBeGreaterThan(5);
  expect(await graph.searchable(scope)).toHaveLength(4_000);
  turns.stop();
  expect(turns.count - whileMade).toBeGreaterThan(2);
});

test("what ended and is told of again holds from the day on which it is, not in between", async () => {
  const graph = graphOf("I work at Acme.", "I quit Acme.", "Hello.", "I work at Acme again.");
  const counts = ["2026-03-01", "2026-03-03", "2026-03-04"].map(
    async (asOf) => (await graph.entities(scope, { q: "acme", asOf }, page)).items[0]!.factCount,
  );
  expect(await Promise.all(counts)).toEqual([1, 0, 1]);
});
