import { expect, test } from "vitest";
import { isProbe } from "../../src/memory/search/probe.ts";
import { ResidentSet } from "../../src/memory/search/resident/resident-set.ts";
import type { SearchRequest } from "../../src/memory/search/request.ts";
import { Search } from "../../src/memory/search/search.ts";
import { termsOf } from "../../src/memory/words/tokenize.ts";
import { halves, memory } from "../fixture/indexed.ts";
import { wordSpace, wordVector } from "../fixture/stores.ts";
import { World } from "./world.ts";

const nowMs = 1_800_000_000_000;
const scope = { account: "account", user: "system" };
const failing = { successes: 0, failures: 8, asOfMs: nowMs, quarantined: true };

class WordWorld extends World {
  override readonly fingerprint: string = wordSpace.fingerprint;
}

/** Two patterns that say the same, one of which has failed. */
function searchOf(standing = failing, now = nowMs) {
  const world = new WordWorld();
  for (const id of ["good", "bad"]) {
    const { seq: _seq, ...facts } = memory(id, 0, { layer: "patterns", createdAtMs: nowMs });
    const text = { vector: halves(wordVector("green tea")), terms: termsOf("green tea") };
    world.put({ ...facts, ...text, standing: id === "bad" ? standing : undefined });
  }
  const search = new Search({
    embedder: wordSpace,
    store: world,
    base: world,
    residents: new ResidentSet(world),
    receipts: { add: () => undefined },
    now: () => now,
  });
  const found = async (more: Partial<SearchRequest> = {}) => {
    const { retrievalId, results } = await search.search(scope, { query: "green tea", limit: 2, ...more });
    return { retrievalId, ids: results.map(({ memory }) => memory.id), results };
  };
  return { world, found };
}

test("a quarantined pattern is found only where it is asked for, and then last", async () => {
  const { world, found } = searchOf();
  expect((await found()).ids).toEqual(["good"]);
  expect((await found({ quarantined: "include" })).ids).toEqual(["good", "bad"]);
  world.flush();
  expect((await found()).ids).toEqual(["good"]);
  expect((await found({ quarantined: "include" })).ids).toEqual(["good", "bad"]);
});

test("what its record does to its score is explained", async () => {
  const { results } = await searchOf().found({ quarantined: "include", explain: true });
  expect(results.map(({ explanation }) => explanation?.outcome)).toEqual([1, expect.closeTo(0.92)]);
});

test("with time it is found again", async () => {
  const later = nowMs + 365 * 86_400_000;
  expect((await searchOf(failing, later).found()).ids).toHaveLength(2);
});

test("one retrieval in twenty shows it all the same, as both ids say", async () => {
  const { found } = searchOf();
  let shown = 0;
  for (let at = 0; at < 400; at++) {
    const { retrievalId, ids } = await found({ quarantined: "probe" });
    expect(ids.includes("bad")).toBe(isProbe(retrievalId, "bad"));
    if (ids.includes("bad")) shown++;
  }
  // 20 are to be expected; less than 4 or more than 45 come once in a million runs.
  expect(shown).toBeGreaterThan(3);
  expect(shown).toBeLessThan(46);
});
