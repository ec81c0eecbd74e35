import { expect, test, vi } from "vitest";
import { Flusher } from "../../src/memory/background/flushing/flusher.ts";
import type { Embedder } from "../../src/memory/embedder.ts";
import { ResidentSet } from "../../src/memory/search/resident/resident-set.ts";
import type { SearchAnswer } from "../../src/memory/search/request.ts";
import { cosine } from "../../src/embed/cosine.ts";
import { Search } from "../../src/memory/search/search.ts";
import { termsOf } from "../../src/memory/words/tokenize.ts";
import type { Standing } from "../../src/memory/entity/track-record.ts";
import { SimilarPatterns } from "../../src/memory/search/similar-patterns.ts";
import { halves, memory } from "../fixture/indexed.ts";
import { pattern } from "../contract/fixture/account-data.ts";
import { SqlPatternStore } from "../../src/store/pattern/patterns.ts";
import { embedAll, makeFolder, wordSpace, wordVector } from "../fixture/stores.ts";
import { World } from "./world.ts";

const scope = { account: "account", user: "system" };
const text = "retry with jitter";

class Patterns extends World {
  override fingerprint: string = wordSpace.fingerprint;

  write(id: string, hasVector: boolean, standing?: Standing): void {
    const { seq: _seq, ...facts } = memory(id, 0, { layer: "patterns", standing });
    const vector = hasVector ? halves(wordVector(text)) : undefined;
    this.put({ ...facts, terms: termsOf(text), vector, awaitsVector: !hasVector });
  }
}

/** Patterns that say the same: "own" is the one asked about, "new" was written just before it, "old" long ago. */
function worldOf(more: Partial<World> = {}, embedder: Partial<typeof wordSpace> = {}) {
  const world = Object.assign(new Patterns(), more);
  world.write("old", true);
  world.write("new", false);
  world.write("own", false);
  const searching = { embedder: { ...wordSpace, ...embedder }, store: world };
  const search = new Search({
    ...searching,
    base: world,
    residents: new ResidentSet(world),
    receipts: { add: () => undefined },
  });
  const searches = vi.spyOn(search, "search");
  const similar = new SimilarPatterns({ ...searching, search });
  const own = { id: "own", problem: "", solution: "", tags: [], worksWhen: [], antiPatterns: [] };
  const find = (title: string) => similar.find(scope, { ...own, title });
  const ids = async () => (await find(text)).map(({ id }) => id).toSorted();
  return { world, searches, find, ids };
}

test("of a long text the beginning is asked for, in whole characters", async () => {
  const { searches, find } = worldOf();
  await find(`a${"😀".repeat(2_500)}`);
  expect(searches.mock.lastCall?.[1].query).toBe(`a${"😀".repeat(1_999)}`);
});

test("what was just written is waited for, longer than a search would", async () => {
  const { world, searches, ids } = worldOf({ pending: 2 });
  setTimeout(() => {
    world.write("new", true);
    world.pending = 0;
  }, 400);
  expect(await ids()).toEqual(["new", "old"]);
  expect(searches).toHaveBeenCalledTimes(2);
});

test.each<[string, Partial<World>, Partial<typeof wordSpace>, string[]]>([
  ["what nobody embeds", { pending: 0 }, {}, ["old"]],
  ["replies of models", { pending: 1, pendingReplies: 1 }, {}, ["old"]],
  ["too much", { pending: 33 }, {}, ["old"]],
  ["an embedder that is down", { pending: 1 }, { healthy: () => false }, []],
  ["a question that has no vector", { pending: 1 }, { embed: async () => [], known: () => undefined }, []],
  ["vectors of another embedder", { pending: 1, fingerprint: "other" }, {}, []],
  ["what does not come within a second", { pending: 1 }, {}, ["old"]],
])("nothing is searched again and again for: %s", async (_, world, embedder, expected) => {
  const { searches, ids } = worldOf(world, embedder);
  expect(await ids()).toEqual(expected);
  expect(searches.mock.calls.length).toBeLessThanOrEqual(2);
});

test("the vector of the pattern itself is not waited for", async () => {
  const { world, searches, ids } = worldOf({ pending: 1 });
  world.write("new", true);
  expect(await ids()).toEqual(["new", "old"]);
  expect(searches).toHaveBeenCalledTimes(1);
});

test("one that is held back, for it failed too often, is told of", async () => {
  const { world, ids } = worldOf();
  world.write("failed", true, { successes: 0, failures: 8, asOfMs: Date.now(), quarantined: true });
  expect(await ids()).toEqual(["failed", "old"]);
});

test.each([false, true])("one that the embedder cannot read is not waited for; in the base: %s", async (isFlushed) => {
  const folder = makeFolder();
  try {
    const stores = await folder.open();
    const { index: store, base } = stores;
    const { id: account } = await stores.accounts.ensure("main", "unlimited");
    const embedder: Embedder = {
      ...wordSpace,
      embed: async (texts) => texts.map((each) => (each.includes("茶") ? undefined : wordVector(each))),
    };
    const patterns = new SqlPatternStore(stores.db);
    const put = async (title: string) =>
      (await patterns.put({ account, user: "system" }, pattern(title), { origin: "operator" })).pattern;
    await put("retry with jitter, 茶");
    const { id } = await put("retry with jitter");
    await embedAll(stores, embedder);
    const flusher = new Flusher({ store: stores.flush, base, dimensions: () => wordSpace.dimensions });
    if (isFlushed) await flusher.flushAccount(account);
    const own = await put("retry with jitter always");
    const receipts = { add: () => undefined };
    const search = new Search({ embedder, store, base, residents: new ResidentSet(store), receipts });
    const searches = vi.spyOn(search, "search");
    const similar = new SimilarPatterns({ search, store, embedder });
    expect((await similar.find({ account, user: "system" }, own)).map((each) => each.id)).toEqual([id]);
    expect(searches).toHaveBeenCalledTimes(1);
    expect(((await searches.mock.results[0]!.value) as SearchAnswer).results).toHaveLength(3);
  } finally {
    await folder.remove();
  }
});

test("patterns are compared as what is stored, whatever a query would be sent as", async () => {
  const embed = vi.fn<Embedder["embed"]>(async (texts) => texts.map(wordVector));
  const asked = { embed, unrelated: async () => ({ query: 0.9, document: 0.5 }) };
  const { world, find } = worldOf({}, asked);
  world.write("new", true);
  const found = await find(text);
  expect(embed.mock.calls.map(([texts, options]) => [texts[0], options?.role, options?.urgent])).toEqual([
    [expect.stringContaining(text), "document", true],
  ]);
  const measured = cosine(wordVector(text), wordVector(embed.mock.calls[0]![0][0]!));
  expect(found[0]!.similarity).toBeCloseTo((measured - 0.5) / 0.5, 2);
});
