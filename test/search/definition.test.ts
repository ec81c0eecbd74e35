import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Base, SearchFilter } from "../../src/memory/search/base/base.ts";
import type { Unrelated } from "../../src/memory/embedder.ts";
import type { IndexedMemory } from "../../src/memory/search/index-store.ts";
import { rank, type Question } from "../../src/memory/search/ranking/rank.ts";
import type { Ranking } from "../../src/memory/search/ranking/ranking.ts";
import { ResidentSet, type View } from "../../src/memory/search/resident/resident-set.ts";
import { termsOf } from "../../src/memory/words/tokenize.ts";
import { halves, memory as memoryOf, random, textHashOf, unit } from "../fixture/indexed.ts";
import { reference, referenceCorrections } from "./reference.ts";
import { World } from "./world.ts";

/** Small enough that memories share words, sessions and places in every way. */
const words = ["tea", "boat", "lamp", "river", "the", "stone", "bread", "cloud", "moved"];
const users = ["system", "ann", "bob"];
const nowMs = 1_800_000_000_000;

const text = fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((list) => list.join(" "));
const vector = fc.integer({ min: 0, max: 1_000_000 }).map(randomVector);
const standing = fc.option(
  fc.record({
    successes: fc.constantFrom(0, 0.25, 9),
    failures: fc.constantFrom(0, 1, 12.5),
    asOfMs: fc.constantFrom(nowMs + 1, nowMs, nowMs - 3e9, nowMs - 3e10),
    quarantined: fc.boolean(),
  }),
  { nil: undefined, freq: 2 },
);
const memory = fc.record({
  user: fc.constantFrom(...users),
  sessionId: fc.constantFrom("", "one", "two"),
  layer: fc.constantFrom("signals" as const, "patterns" as const),
  tags: fc.subarray(["red", "blue"]),
  createdAtMs: fc.integer({ min: nowMs - 1e10, max: nowMs }),
  standing,
  text,
  vector: fc.option(vector, { nil: undefined, freq: 4 }),
  awaitsVector: fc.constant(false),
});
const filter: fc.Arbitrary<SearchFilter> = fc.record({
  users: fc.constantFrom(["system"], ["system", "ann"], ["system", "bob"]),
  layers: fc.option(fc.constant(["signals" as const]), { nil: undefined, freq: 3 }),
  sessionId: fc.option(fc.constantFrom("one", "two"), { nil: undefined, freq: 3 }),
  tags: fc.option(fc.constant(["red"]), { nil: undefined, freq: 3 }),
  sinceMs: fc.option(fc.constant(nowMs - 5e9), { nil: undefined, freq: 3 }),
  untilMs: fc.option(fc.constant(nowMs - 2e9), { nil: undefined, freq: 3 }),
});
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("add" as const), memory }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("edit" as const), at: fc.nat(), memory }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("outcome" as const), at: fc.nat(), standing }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("remove" as const), at: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("flush" as const), share: fc.constantFrom(0.5, 1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("reset" as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("search" as const),
      text,
      filter,
      vector: fc.option(vector, { nil: undefined }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

function randomVector(seed: number): Float32Array {
  const next = random(seed);
  return unit(Float32Array.from({ length: 8 }, () => next() - 0.5));
}

/** What is written, with places as a store gives them: the next of the session. */
class Writer {
  readonly world: World;
  readonly #places = new Map<string, number>();
  #count = 0;

  constructor(world: World) {
    this.world = world;
  }

  write(step: Exclude<Step, { kind: "search" }>): void {
    const ids = [...this.world.memories.keys()];
    if (step.kind === "add") this.#add(step.memory);
    else if (step.kind === "flush") this.world.flush(Math.ceil(this.world.seq * step.share));
    else if (step.kind === "reset") this.world.reset();
    else if (ids.length > 0) {
      const id = ids[step.at % ids.length]!;
      if (step.kind === "remove") this.world.remove(id);
      else if (step.kind === "outcome") this.world.put({ ...this.world.memories.get(id)!, standing: step.standing });
      else {
        const before = this.world.memories.get(id)!;
        const { text, vector, standing } = step.memory;
        const textHash = before.layer === "signals" ? textHashOf(text) : undefined;
        this.world.put({ ...before, terms: termsOf(text), textHash, vector: vector && halves(vector), standing });
      }
    }
  }

  #add({
    text,
    vector,
    ...facts
  }: { text: string; vector?: Float32Array } & Omit<
    IndexedMemory,
    "id" | "seq" | "position" | "terms" | "textHash" | "vector"
  >) {
    const key = `${facts.user} ${facts.sessionId}`;
    const inPlace = facts.sessionId !== "" && facts.layer === "signals";
    const position = inPlace ? (this.#places.get(key) ?? 0) : -1;
    if (inPlace) this.#places.set(key, position + 1);
    this.world.put({
      ...facts,
      id: `m${this.#count++}`,
      position,
      vector: vector && halves(vector),
      terms: termsOf(text),
      textHash: facts.layer === "signals" ? textHashOf(text) : undefined,
    });
  }
}

type Asked = { text: string; vector: Float32Array | undefined; unrelated?: Unrelated; filter: SearchFilter };

async function searched(world: World, residents: ResidentSet, question: Asked) {
  const view = await residents.view("account");
  if (!view) return [];
  return [...(await ranked(world, view, question))].map(({ id, similarity, explanation }) => ({
    id,
    similarity,
    explanation,
  }));
}

function ranked(
  world: World,
  view: View,
  { text, vector: values, unrelated = { query: 0, document: 0 }, filter }: Asked,
): Promise<Ranking> {
  const asked = { vector: values && { values, unrelated }, terms: termsOf(text), filter, nowMs };
  return rank("account", view, asked, { store: world, base: world });
}

/** What may correct each of the first three messages. */
async function corrections(world: World, residents: ResidentSet, question: Asked) {
  const view = await residents.view("account");
  if (!view) return [];
  const found = await ranked(world, view, question);
  const first = [...found].filter(({ entry }) => entry.attributes.layer === "signals").slice(0, 3);
  const byId = found.correctionsOf(first.map(({ id }) => id));
  return first.map(({ id }): [string, string[]] => [id, byId.get(id)!.map((each) => each.id)]);
}

/** The same memories with the same scores, in the same order but for equals. */
function expectSame(found: { id: string; similarity: number }[], expected: { id: string; similarity: number }[]): void {
  const byId = (list: typeof found) => new Map(list.map(({ id, similarity }) => [id, similarity]));
  const similarities = byId(expected);
  expect(found.map(({ id }) => id).sort()).toEqual([...similarities.keys()].sort());
  for (const [id, similarity] of byId(found)) expect(similarity).toBeCloseTo(similarities.get(id)!, 6);
  expected.forEach(({ similarity }, at) => expect(found[at]!.similarity).toBeCloseTo(similarity, 6));
}

describe("a search returns what the definition says", () => {
  test("after any writes, wherever they have been moved", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, minLength: 10, size: "max" }), async (steps) => {
        const writer = new Writer(new World());
        const { world } = writer;
        const residents = new ResidentSet(world, { sliceRows: 3 });
        for (const step of steps) {
          if (step.kind !== "search") {
            writer.write(step);
            continue;
          }
          const found = await searched(world, residents, step);
          expectSame(found, reference([...world.memories.values()], { ...step, nowMs }));
          // The law: to the last bit what one finds who has loaded nothing yet and knows of no base.
          const fresh = new World();
          for (const { seq, ...memory } of [...world.memories.values()].sort((a, b) => a.seq - b.seq)) {
            while (fresh.seq < seq - 1) fresh.remove(padding(fresh));
            fresh.put(memory);
          }
          expect(found).toEqual(await searched(fresh, new ResidentSet(fresh), step));
          const corrected = await corrections(world, residents, step);
          const told = corrected.map(([id]) => id);
          expect(corrected).toEqual(referenceCorrections([...world.memories.values()], found, told, step));
          expect(corrected).toEqual(await corrections(fresh, new ResidentSet(fresh), step));
        }
      }),
      { numRuns: 120 },
    );
  });

  test("of more memories than there are candidates", async () => {
    const correctionsFound: string[] = [];
    for (const seed of [1, 2, 3]) {
      const writer = new Writer(new World());
      for (const written of fc.sample(memory, { numRuns: 900, seed })) {
        const sessionId = written.layer === "signals" ? "one" : "";
        writer.write({ kind: "add", memory: { ...written, user: "system", sessionId } });
      }
      const all = [...writer.world.memories.values()];
      for (const share of [0, 0.6]) {
        writer.world.flush(Math.ceil(writer.world.seq * share));
        const residents = new ResidentSet(writer.world);
        for (const [text, filter] of [
          ["tea boat", {}],
          ["stone", { tags: ["red"] }],
        ] as const) {
          const question = {
            text,
            vector: randomVector(seed),
            unrelated: { query: share / 2, document: share / 3 },
            filter: { users: ["system"], ...filter, tags: filter.tags && [...filter.tags] },
          };
          const found = await searched(writer.world, residents, question);
          expect(found.length).toBeGreaterThan(200);
          expectSame(found, reference(all, { ...question, nowMs }));
          const corrected = await corrections(writer.world, residents, question);
          const told = corrected.map(([id]) => id);
          expect(corrected).toEqual(referenceCorrections(all, found, told, question));
          correctionsFound.push(...corrected.flatMap(([, ids]) => ids));
        }
      }
    }
    expect(correctionsFound.length).toBeGreaterThan(20);
  });
});

test("a text that a user says more often than there are candidates counts once", async () => {
  const [asked, answer] = ["tea boat lamp", "tea boat lamp river stone bread"];
  const world = new World();
  const put = (id: string, text: string, more: Partial<IndexedMemory>) => {
    const vector = halves(randomVector(id === "answer" ? 1 : 2));
    world.put({ ...memoryOf(id, 0, more), vector, terms: termsOf(text), textHash: textHashOf(text) });
  };
  put("answer", answer, { user: "ann" });
  for (let at = 0; at < 900; at++) put(`m${at}`, asked, { user: at < 450 ? "ann" : "system", sessionId: `${at}` });
  const filter = { users: ["system", "ann"] };
  for (const share of [0, 0.6, 1]) {
    world.flush(Math.ceil(world.seq * share));
    const question = { text: asked, vector: randomVector(2), filter };
    const found = await searched(world, new ResidentSet(world), question);
    expect(found.map(({ id }) => id)).toContain("answer");
    expect(found).toHaveLength(1 + 2 + 200);
    expectSame(found, reference([...world.memories.values()], { ...question, nowMs }));
  }
});

test("beside a question that was asked twice, what answered it first is a candidate", async () => {
  const asked = "tea boat lamp";
  const world = new World();
  const next = random(5);
  const near = (bias: number) =>
    halves(unit(Float32Array.from({ length: 64 }, (_, at) => (at === 0 ? bias : next() - 0.5))));
  const put = (id: string, text: string, bias: number, [sessionId, position]: [string, number]) => {
    const said = memoryOf(id, 0, { user: "ann", sessionId, position });
    world.put({ ...said, vector: near(bias), terms: termsOf(text), textHash: textHashOf(text) });
  };
  put("asked", asked, 5, ["old", 0]);
  put("answer", "river stone", 0, ["old", 1]);
  for (let at = 0; at < 600; at++) put(`m${at}`, `river ${at}`, 0.6, [`s${at}`, 0]);
  put("again", asked, 5, ["again", 0]);
  put("nothing", "the cloud", 0, ["again", 1]);
  const vector = unit(Float32Array.from({ length: 64 }, (_, at) => (at === 0 ? 1 : 0)));
  const question = { text: asked, vector, filter: { users: ["ann"] } };
  for (const share of [0, 0.6, 1]) {
    world.flush(Math.ceil(world.seq * share));
    const found = await searched(world, new ResidentSet(world), question);
    expect(found.map(({ id }) => id)).toContain("answer");
    expectSame(found, reference([...world.memories.values()], { ...question, nowMs }));
  }
});

describe("the base is asked", () => {
  const asked = async (repeats: number, more: Partial<Question> = {}) => {
    const world = new World();
    for (let at = 0; at < 900; at++) {
      const text = at < 900 - repeats ? `tea ${at}` : "tea";
      world.put({ ...memoryOf(`m${at}`, 0), terms: termsOf(text), textHash: textHashOf(text) });
    }
    world.flush();
    const limits: number[] = [];
    const base: Pick<Base, "candidates"> = {
      candidates: async (account, at, query) => {
        limits.push(query.limit);
        const byWords = (await world.candidates(account, at, query)).byWords.toReversed();
        return { byVector: [], byWords: byWords.slice(0, query.limit) };
      },
    };
    const view = (await new ResidentSet(world).view("account"))!;
    const question = { terms: termsOf("tea"), vector: undefined, filter: { users: ["system"] }, nowMs, ...more };
    await rank("account", view, question, { store: world, base });
    return limits;
  };

  test("once, though some of what it offers say the same", async () => expect(await asked(40)).toEqual([200]));

  test("again where a quarter say the same", async () => expect(await asked(60)).toEqual([200, 800]));

  test("not again where nobody waits any more", async () =>
    expect(await asked(60, { signal: AbortSignal.abort() })).toEqual([200]));

  test("for two hundred more at most", async () => expect(await asked(0, { moreCandidates: 1_000 })).toEqual([400]));
});

/** Something to remove, so that a seq is passed over. */
function padding(world: World): string {
  if (!world.memories.has("padding")) world.put(memoryOf("padding", 0, { user: "nobody" }));
  return "padding";
}
