import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { AppError } from "../../src/error.ts";
import type { Embedder } from "../../src/memory/embedder.ts";
import type { FactSearch, FoundFact } from "../../src/memory/search/fact-search.ts";
import { layers } from "../../src/memory/entity/layer.ts";
import type { Retrieval } from "../../src/memory/entity/retrieval.ts";
import type { IndexedMemory } from "../../src/memory/search/index-store.ts";
import { ResidentSet } from "../../src/memory/search/resident/resident-set.ts";
import type { SearchRequest } from "../../src/memory/search/request.ts";
import { Search } from "../../src/memory/search/search.ts";
import { termsOf } from "../../src/memory/words/tokenize.ts";
import { halves, memory } from "../fixture/indexed.ts";
import { wordSpace, wordVector } from "../fixture/stores.ts";
import { World } from "./world.ts";

const nowMs = 1_800_000_000_000;
const scope = { account: "account", user: "system" };

class WordWorld extends World {
  override readonly fingerprint: string = wordSpace.fingerprint;

  say(id: string, text: string, more: Partial<IndexedMemory> = {}): void {
    const { seq: _seq, ...facts } = memory(id, 0, { createdAtMs: nowMs, ...more });
    this.put({ ...facts, vector: halves(wordVector(text)), terms: termsOf(text), ...more });
  }
}

function searchOf(world: World, embedder: Partial<typeof wordSpace> = {}, facts?: Pick<FactSearch, "find">) {
  const receipts: Retrieval[] = [];
  const search = new Search({
    embedder: { ...wordSpace, ...embedder },
    store: world,
    base: world,
    residents: new ResidentSet(world),
    receipts: { add: (receipt) => void receipts.push(receipt) },
    ...(facts && { facts }),
    now: () => nowMs,
  });
  const found = async (query: string, more: Partial<SearchRequest> = {}, as = scope) =>
    (await search.search(as, { query, limit: 10, ...more })).results;
  const ids = async (...given: Parameters<typeof found>) => (await found(...given)).map(({ memory }) => memory.id);
  return { search, receipts, found, ids };
}

function kitchen(): WordWorld {
  const world = new WordWorld();
  world.say("tea", "green tea from the mountains");
  world.say("bread", "sourdough bread baked on sunday", { tags: ["food"], layer: "patterns" });
  world.say("boat", "a wooden boat on the river", { createdAtMs: nowMs - 1_000 });
  world.say("ann", "ann keeps her tea in a tin", { user: "ann" });
  return world;
}

describe("what is found", () => {
  test("best first, each with its similarity, its receipt behind it", async () => {
    const { search, receipts } = searchOf(kitchen());
    const { retrievalId, results } = await search.search(scope, { query: "sourdough bread", limit: 2 });
    expect(results.map(({ memory }) => memory.id)[0]).toBe("bread");
    expect(results).toHaveLength(2);
    expect(results[0]!.similarity).toBeGreaterThan(results[1]!.similarity);
    expect(retrievalId).toMatch(/^ret_/);
    expect(receipts).toEqual([
      {
        id: retrievalId,
        ...scope,
        query: "sourdough bread",
        queryHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        results: results.map(({ memory: { id, layer }, similarity }) => ({ id, layer, similarity })),
        createdAtMs: nowMs,
      },
    ]);
  });

  test.each([
    ["x", 2 ** 20, 3],
    ["x", 1.5 * 2 ** 20, 2],
    ["ж", 2 ** 19, 3],
    ["ж", 0.75 * 2 ** 20, 2],
    ["x", 9 * 2 ** 20, 1],
  ])("of texts of %s, %d times, %d", async (character, times, count) => {
    const world = kitchen();
    const hydrate = world.hydrate.bind(world);
    const content = character.repeat(times);
    world.hydrate = async (...asked) => (await hydrate(...asked)).map((each) => ({ ...each, content }));
    const { found, receipts } = searchOf(world);
    expect(await found("tea, bread and a boat")).toHaveLength(count);
    expect(receipts[0]!.results).toHaveLength(count);
  });

  test("by a vector that is made of another text", async () => {
    const embed = vi.fn<typeof wordSpace.embed>(wordSpace.embed);
    const { ids } = searchOf(kitchen(), { embed });
    expect((await ids("tea", { meaning: "sourdough bread baked on sunday" }))[0]).toBe("bread");
    expect(embed.mock.calls.map(([texts]) => texts)).toEqual([["sourdough bread baked on sunday"]]);
    expect((await ids("tea"))[0]).toBe("tea");
  });

  test("of a text that is said again and again the first that SQL shows and the caller keeps", async () => {
    const world = new WordWorld();
    for (const id of ["one", "two", "three"]) world.say(id, "green tea", { textHash: 7 });
    world.say("pattern", "green tea", { layer: "patterns" });
    world.say("ann", "green tea", { textHash: 7, user: "ann" });
    const { ids } = searchOf(world);
    const found = async (more: Partial<SearchRequest> = {}) =>
      (await ids("green tea", more, { ...scope, user: "ann" })).toSorted();
    expect(await found()).toEqual(["ann", "pattern", "three"]);
    expect(await found({ keep: async (all) => all.filter(({ id }) => id !== "three") })).toEqual([
      "ann",
      "pattern",
      "two",
    ]);
    world.onRead = (read) => {
      if (read === "hydrate") world.remove("three");
    };
    expect(await found()).toEqual(["ann", "pattern", "two"]);
  });

  test("a user's own and system's, of nobody else", async () => {
    const { ids } = searchOf(kitchen());
    expect(await ids("tea")).not.toContain("ann");
    expect(await ids("tea", {}, { account: "account", user: "ann" })).toEqual(expect.arrayContaining(["ann", "tea"]));
    expect(await ids("tea", {}, { account: "account", user: "bob" })).not.toContain("ann");
  });

  test.each<[string, Partial<SearchRequest>, string[]]>([
    ["layers", { layers: ["patterns"] }, ["bread"]],
    ["tags, folded", { tags: [" FOOD "] }, ["bread"]],
    ["no tags", { tags: [] }, ["bread", "boat", "tea"]],
    ["since", { sinceMs: nowMs }, ["bread", "tea"]],
    ["until", { untilMs: nowMs }, ["boat"]],
    ["session", { sessionId: "none" }, []],
    ["least similarity", { minSimilarity: 1 }, []],
  ])("only what passes: %s", async (_name, filter, expected) => {
    const { ids } = searchOf(kitchen());
    expect((await ids("sourdough", filter)).sort()).toEqual(expected.sort());
  });

  test("facts too where they are asked for, in their places among the memories, within the limit", async () => {
    const explanation = { cosine: undefined, bm25: 0, context: 0, outcome: 1, recency: 1 };
    const factOf = (id: string, similarity: number, saidAtMs: number) =>
      ({ fact: { id, sentence: id, saidAtMs }, similarity, explanation }) as FoundFact; // as much of it as search looks at
    const found = [factOf("sure", 1, nowMs), factOf("old", 0.9, nowMs - 1_000), factOf("weak", 0.0001, nowMs)];
    const { ids } = searchOf(kitchen(), {}, { find: async () => found });
    const all = { layers: [...layers] };
    expect(await ids("sourdough bread")).not.toContain("sure");
    const every = await ids("sourdough bread", all);
    expect(every.filter((id) => ["sure", "old", "weak"].includes(id))).toEqual(["sure", "old", "weak"]);
    for (const limit of [1, 2, 3])
      expect(await ids("sourdough bread", { ...all, limit })).toEqual(every.slice(0, limit));
    const asked = (more: Partial<SearchRequest>) => ids("sourdough bread", { layers: ["graph"], ...more });
    expect(await asked({ limit: 1 })).toEqual(["sure"]);
    expect(await asked({ sinceMs: nowMs })).toEqual(["sure", "weak"]);
    expect(await asked({ untilMs: nowMs })).toEqual(["old"]);
    expect(await asked({ minSimilarity: 0.9 })).toEqual(["sure", "old"]);
    for (const none of [{ sessionId: "s" }, { tags: ["food"] }]) expect(await asked(none)).toEqual([]);
  });

  test("nothing of an account that never wrote, with a receipt", async () => {
    const { search, receipts } = searchOf(new WordWorld());
    expect((await search.search(scope, { query: "tea", limit: 3 })).results).toEqual([]);
    expect(receipts).toHaveLength(1);
  });

  test("explained where asked for", async () => {
    const { found } = searchOf(kitchen());
    expect((await found("tea"))[0]).not.toHaveProperty("explanation");
    const [first] = await found("tea", { explain: true });
    const { cosine, bm25, context, outcome, recency } = first!.explanation!;
    expect([context, outcome, recency]).toEqual([0, 1, 1]);
    expect(first!.similarity).toBeCloseTo(0.5 * cosine! + bm25);
  });

  test("what was deleted meanwhile makes room for the next", async () => {
    const world = kitchen();
    const { ids } = searchOf(world);
    world.onRead = (read) => {
      if (read === "hydrate") world.memories.delete("bread");
    };
    expect(await ids("sourdough bread", { limit: 1 })).not.toContain("bread");
    expect(await ids("sourdough bread", { limit: 1 })).toHaveLength(1);
  });
});

describe("the embedder", () => {
  const down: [string, Partial<typeof wordSpace>][] = [
    ["is not healthy", { healthy: () => false }],
    ["fails", { embed: async () => Promise.reject(new AppError("unavailable", "down")) }],
    ["is not the one whose vectors are stored", { fingerprint: "another" }],
  ];
  test("cannot read a question: that is no fault of its own", async () => {
    const { search } = searchOf(kitchen(), { embed: async () => [undefined] });
    expect((await search.search(scope, { query: "tea", limit: 1 })).isByWordsOnly).toBe(false);
  });

  test.each(down)("%s: words alone", async (_name, embedder) => {
    const { found, search } = searchOf(kitchen(), embedder);
    expect((await search.search(scope, { query: "tea", limit: 1 })).isByWordsOnly).toBe(true);
    const results = await found("tea", { explain: true });
    expect(results.map(({ memory }) => memory.id)).toEqual(["tea"]);
    expect(results[0]!.explanation!.cosine).toBeUndefined();
  });

  test("has cosines of its own: they are counted from that of unrelated texts", async () => {
    const unrelated = 0.6;
    // The same directions, and one more that all texts share.
    const raised = (vector: Float32Array) =>
      Float32Array.of(...vector.map((value) => value * Math.sqrt(1 - unrelated)), Math.sqrt(unrelated));
    const world = kitchen();
    const plain = await searchOf(world).found("green tea", { explain: true });
    for (const [id, { vector, ...memory }] of world.memories) {
      const whole = Float32Array.from(new Float16Array(vector!.slice().buffer));
      world.memories.set(id, { ...memory, vector: halves(raised(whole)) });
    }
    const embed: Embedder["embed"] = async (texts) => texts.map((text) => raised(wordVector(text)));
    const found = await searchOf(world, { embed, unrelated: async () => ({ query: unrelated, document: 0.9 }) }).found(
      "green tea",
      {
        explain: true,
      },
    );
    expect(found.map(({ memory }) => memory.id)).toEqual(plain.map(({ memory }) => memory.id));
    found.forEach(({ similarity, explanation }, at) => {
      expect(similarity).toBeCloseTo(plain[at]!.similarity, 2);
      expect(explanation!.cosine).toBeCloseTo(plain[at]!.explanation!.cosine!, 2);
    });
  });

  test("takes too long: words alone", async () => {
    vi.useFakeTimers();
    try {
      let asked: AbortSignal | undefined;
      const embed: Embedder["embed"] = (_texts, options) => {
        asked = options?.signal;
        return new Promise(() => {});
      };
      const { found } = searchOf(kitchen(), { embed });
      const results = found("tea", { explain: true });
      await vi.advanceTimersByTimeAsync(1_999);
      expect(asked?.aborted).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect((await results).map(({ memory }) => memory.id)).toEqual(["tea"]);
      expect(asked?.aborted).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  test("a search that was given up ends with that", async () => {
    const gaveUp = new AbortController();
    const embed = async () => {
      gaveUp.abort();
      throw new AppError("cancelled", "the caller went away");
    };
    const { search } = searchOf(kitchen(), { embed });
    await expect(search.search(scope, { query: "tea", limit: 1 }, gaveUp.signal)).rejects.toThrow("went away");
  });

  test("waits a little for vectors of what was just written", async () => {
    const world = kitchen();
    world.say("new", "porcelain cups", { vector: undefined });
    world.pending = 1;
    setTimeout(() => {
      world.say("new", "porcelain cups");
      world.pending = 0;
    }, 30);
    const { found } = searchOf(world);
    const results = await found("porcelain", { explain: true });
    expect(results[0]!.memory.id).toBe("new");
    expect(results[0]!.explanation!.cosine).toBeDefined();
  });

  test("which takes as long as the query's own, and a little longer", async () => {
    const world = kitchen();
    world.say("new", "porcelain cups", { vector: undefined });
    world.pending = 1;
    const embed: Embedder["embed"] = async (texts) => {
      await sleep(200);
      return wordSpace.embed(texts);
    };
    setTimeout(() => {
      world.say("new", "porcelain cups");
      world.pending = 0;
    }, 240);
    const [found] = await searchOf(world, { embed }).found("porcelain", { explain: true });
    expect(found!.explanation!.cosine).toBeDefined();
  });

  test("but no longer than who asks has time for, whatever the query's own took", async () => {
    const world = kitchen();
    world.pending = 1;
    const embed: Embedder["embed"] = async (texts) => {
      await sleep(100);
      return wordSpace.embed(texts);
    };
    const { found } = searchOf(world, { embed });
    const startedAt = performance.now();
    expect(
      (await found("tea", { explain: true, awaitsUntilMs: startedAt + 130 }))[0]!.explanation!.cosine,
    ).toBeDefined();
    expect(performance.now() - startedAt).toBeLessThan(200);
  });

  const unawaited = { awaitsReplies: false };
  test.each<[string, number, number, Partial<SearchRequest>, Partial<typeof wordSpace>, number, number]>([
    ["but not for ever", 1, 0, {}, {}, 140, 500],
    ["nor for many", 33, 0, {}, {}, 0, 100],
    ["nor where none will come", 1, 0, {}, { healthy: () => false }, 0, 100],
    ["nor where the query has none", 1, 0, {}, { embed: async () => [] }, 0, 100],
    ["for replies too", 1, 1, {}, {}, 140, 500],
    ["unless these are not awaited", 1, 1, unawaited, {}, 0, 100],
    ["but what else was written is", 2, 1, unawaited, {}, 140, 500],
  ])("%s", async (_name, pending, pendingReplies, more, embedder, atLeastMs, atMostMs) => {
    const world = kitchen();
    Object.assign(world, { pending, pendingReplies });
    const { found } = searchOf(world, embedder);
    const startedAt = performance.now();
    expect(await found("tea", more)).not.toEqual([]);
    const elapsedMs = performance.now() - startedAt;
    expect(elapsedMs).toBeGreaterThanOrEqual(atLeastMs);
    expect(elapsedMs).toBeLessThan(atMostMs);
  });
});

test.each(["candidates", "lexicon", "byId", "byPlace", "sessions"])(
  "a flush while %s is read changes nothing",
  async (when) => {
    const world = new WordWorld();
    const said = (at: number) => `${["tea", "boat", "lamp"][at % 3]} number ${at}`;
    for (let at = 0; at < 12; at++) world.say(`m${at}`, said(at), { sessionId: "one", position: at });
    world.flush(6);
    world.say("m2", "lamp and boat", { sessionId: "one", position: 2 });
    world.remove("m4");
    const { found } = searchOf(world);
    const expected = await found("lamp boat");
    // Another reader, with nothing in memory yet, sees the flush in the middle of its search.
    const other = searchOf(world);
    world.onRead = (read) => {
      if (read !== when) return;
      world.onRead = () => {};
      world.flush();
    };
    expect(await other.found("lamp boat")).toEqual(expected);
    world.onRead = () => {};
    expect(await other.found("lamp boat")).toEqual(expected);
    expect(await found("lamp boat")).toEqual(expected);
  },
);

test("what changes while the base is asked, and another search has seen it, is found all the same", async () => {
  let between = async () => {};
  class SlowBase extends WordWorld {
    override async candidates(...asked: Parameters<World["candidates"]>) {
      const found = await super.candidates(...asked);
      const once = between;
      between = async () => {};
      await once();
      return found;
    }
  }
  const world = new SlowBase();
  world.say("tea", "green tea from the mountains");
  world.flush();
  const { ids } = searchOf(world);
  expect(await ids("tea")).toEqual(["tea"]);
  between = async () => {
    world.say("tea", "black tea from the valley");
    expect(await ids("tea")).toEqual(["tea"]);
  };
  expect(await ids("tea")).toEqual(["tea"]);
});
