import { describe, expect, test } from "vitest";
import { extractClaims } from "../../src/memory/graph/extract.ts";
import { Graph } from "../../src/memory/graph/graph.ts";
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
  const version = { count: texts.length, lastSeq: texts.length, branches: 0, rules: 1, readUpTo: texts.length };
  return new Graph({ version: async () => version, list: async () => claims });
}

describe("a part of a name", () => {
  const graph = graphOf("My sister Ana lives in Porto.", "I work at Acme Corp.");

  test.each([
    ["acme corp", ["Acme Corp"]],
    ["AN", ["Ana"]],
    ["?", []],
    ["🙂", []],
    ["'", []],
  ])("%s", async (q, names) => {
    const { items, total } = await graph.entities(scope, { q }, page);
    expect(items.map(({ name }) => name)).toEqual(names);
    expect(total).toBe(names.length);
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
    const version = { count: 3, lastSeq: 3, branches: 0, rules: 1, readUpTo: 3 };
    const list = async ({ user }: typeof scope) => (listed.push(user), claims);
    const graph = new Graph({ version: async () => version, list }, { factsMax });
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
    const graph = new Graph({
      version: async () => ({ count: 3, lastSeq: 3, branches: 0, rules: 1, readUpTo: 3 }),
      list,
    });
    await expect(graph.entities(scope, {}, page)).rejects.toThrow("no disk");
    fails = false;
    expect((await graph.entities(scope, {}, page)).total).toBeGreaterThan(0);
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
