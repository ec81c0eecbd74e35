import { describe, expect, test } from "vitest";
import type { IndexedMemory } from "../../src/memory/search/index-store.ts";
import { ResidentSet } from "../../src/memory/search/resident/resident-set.ts";
import type { SearchRequest } from "../../src/memory/search/request.ts";
import { Search } from "../../src/memory/search/search.ts";
import { termsOf } from "../../src/memory/words/tokenize.ts";
import { halves, memory, textHashOf, unit } from "../fixture/indexed.ts";
import { wordSpace } from "../fixture/stores.ts";
import { World } from "./world.ts";

const nowMs = 1_800_000_000_000;
const query = "When is the review?";

/** A vector so far from what is asked: its cosine is that of the angle. */
const at = (degrees: number) => {
  const vector = new Float32Array(wordSpace.dimensions);
  vector[0] = Math.cos((degrees * Math.PI) / 180);
  vector[1] = Math.sin((degrees * Math.PI) / 180);
  return unit(vector);
};

/** Somebody says something some days after the first; what is far from the question by its angle alone ranks low. */
class Talk extends World {
  override readonly fingerprint: string = wordSpace.fingerprint;

  say(id: string, text: string, day: number, degrees: number, more: Partial<IndexedMemory> = {}): this {
    const { seq: _seq, ...said } = memory(id, 0, { createdAtMs: nowMs + (day - 100) * 86_400_000 });
    const stored = { vector: halves(at(degrees)), terms: termsOf(text), textHash: textHashOf(text) };
    this.put({ ...said, ...stored, ...more });
    return this;
  }
}

const review = () => new Talk().say("wednesday", "The review is on Wednesday", 1, 0);

async function found(
  world: World,
  more: Partial<SearchRequest> = {},
  user = "system",
  unrelated = { query: 0, document: 0 },
) {
  const search = new Search({
    embedder: { ...wordSpace, embed: async (texts) => texts.map(() => at(0)), unrelated: async () => unrelated },
    store: world,
    base: world,
    residents: new ResidentSet(world),
    receipts: { add: () => {} },
    now: () => nowMs,
  });
  const request = { query, limit: 10, minSimilarity: 0.3, corrections: true, ...more };
  return (await search.search({ account: "account", user }, request)).results.map(({ memory }) => memory.id);
}

describe("what may correct a result is right behind it", () => {
  const moved = (world = review()) => world.say("thursday", "it moved to Thursday", 2, 60);

  test("though by itself it scores too little", async () => {
    expect(await found(moved(), { corrections: false })).toEqual(["wednesday"]);
    expect(await found(moved())).toEqual(["wednesday", "thursday"]);
  });

  test.each([0, 0.5, 1])("wherever it is stored (%d)", async (share) => {
    const world = moved();
    world.flush(Math.ceil(world.seq * share));
    expect(await found(world)).toEqual(["wednesday", "thursday"]);
  });

  test("before others, which it would follow", async () => {
    const world = moved(review().say("notes", "the review needs notes", 1, 10));
    expect(await found(world, { minSimilarity: 0 })).toEqual(["wednesday", "thursday", "notes"]);
    expect(await found(world, { minSimilarity: 0, limit: 2 })).toEqual(["wednesday", "thursday"]);
  });

  test("the best that may be a result", async () => {
    const world = moved().say("friday", "it moved to Friday", 3, 61);
    expect(await found(world)).toEqual(["wednesday", "thursday"]);
    const keep: SearchRequest["keep"] = async (all) => all.filter(({ id }) => id !== "thursday");
    expect(await found(world, { keep })).toEqual(["wednesday", "friday"]);
  });

  test("once, and of what was read with the results beyond their limit, too", async () => {
    const world = moved(review());
    for (let at = 0; at < 4; at++) world.say(`own${at}`, "the review of our own", 1, 1);
    const keep: SearchRequest["keep"] = async (all) => all.filter(({ id }) => !id.startsWith("own"));
    expect(await found(world, { keep, limit: 2, minSimilarity: 0 })).toEqual(["wednesday", "thursday"]);
  });

  test("what says that something changed before what is more alike", async () => {
    const world = moved().say("friday", "it takes place on Friday", 3, 55);
    expect(await found(world)).toEqual(["wednesday", "thursday"]);
    world.remove("thursday");
    expect(await found(world)).toEqual(["wednesday", "friday"]);
  });

  test("of the first three messages", async () => {
    const world = new Talk();
    for (let at = 0; at < 4; at++) world.say(`review${at}`, `review number ${at}`, 1, 10 * at);
    const moves = ["one", "two", "three", "four"];
    moves.forEach((id, at) => world.say(id, `moved to ${id}`, 10 + at, 62 + at));
    expect(await found(world)).toEqual(["review0", "one", "review1", "two", "review2", "three", "review3"]);
  });
});

describe("nothing corrects a result", () => {
  test.each<[string, Talk]>([
    ["that was said earlier", review().say("other", "it moved to Thursday", 0, 60)],
    ["that tells no change and is not so much alike", review().say("other", "it takes place on Thursday", 2, 62)],
    ["that is about something else", review().say("other", "it moved to Thursday", 2, 80)],
    ["that is quite another thing", review().say("other", "Thursday is quite far", 2, 62)],
    ["that has no vector", review().say("other", "the day moved", 2, 60, { vector: undefined })],
    ["that a pattern says", review().say("other", "it moved to Thursday", 2, 60, { layer: "patterns" })],
    ["that somebody else said", review().say("other", "it moved to Thursday", 2, 60, { user: "ann" })],
  ])("%s", async (_, world) => {
    expect(await found(world, {}, "ann")).toEqual(["wednesday"]);
  });

  test("that resembles it no more than unrelated texts of this embedder do", async () => {
    const world = review().say("thursday", "it moved to Thursday, the review", 2, 60);
    expect(await found(world)).toEqual(["wednesday", "thursday"]);
    expect(await found(world, {}, "system", { query: 0, document: 0.3 })).toEqual(["wednesday"]);
  });

  test("that 400 others, later than it, score more than", async () => {
    const among = (count: number) => {
      const world = review().say("thursday", "it moved to Thursday", 2, 60);
      for (let at = 0; at < count; at++) world.say(`other${at}`, `the review ${at}`, 2, 59);
      return found(world, { limit: 2, minSimilarity: 0, moreCandidates: 400 });
    };
    expect(await among(399)).toEqual(["wednesday", "thursday"]);
    expect(await among(400)).toEqual(["wednesday", "other399"]);
  });
});
