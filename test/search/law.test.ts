import { afterEach, describe, expect, test } from "vitest";
import { newId } from "../../src/memory/ids.ts";
import { systemUser, visibleUsers, type Scope } from "../../src/memory/scope.ts";
import type { SearchFilter } from "../../src/memory/search/base/base.ts";
import { Flusher } from "../../src/memory/background/flushing/flusher.ts";
import type { IndexedMemory } from "../../src/memory/search/index-store.ts";
import { rank } from "../../src/memory/search/ranking/rank.ts";
import { labelOf } from "../../src/memory/entity/metadata-labels.ts";
import { ResidentSet } from "../../src/memory/search/resident/resident-set.ts";
import { termsOf } from "../../src/memory/words/tokenize.ts";
import { SqlErasureStore } from "../../src/store/erasure/erasures.ts";
import { SqlOutcomeStore } from "../../src/store/retrieval/outcomes.ts";
import { SqlPatternStore } from "../../src/store/pattern/patterns.ts";
import { SqlRetrievalStore } from "../../src/store/retrieval/retrievals.ts";
import { random } from "../fixture/indexed.ts";
import { makeFolder, wordSpace, wordVector, type Folder, type Stores } from "../fixture/stores.ts";
import { reference } from "./reference.ts";

/**
 * The law on SQLite and LanceDB themselves: whatever was flushed when, by which process, a search returns what the
 * definition says of the rows that SQL holds. So few rows that LanceDB offers all of them as candidates.
 */
const words = ["tea", "boat", "lamp", "river", "stone", "bread", "cloud", "harbour", "violin", "ticket"];
const colours = ["red", "green", "blue"];
const users = [systemUser, "ann", "bob"];
const nowMs = 1_900_000_000_000;

let folder: Folder;
afterEach(() => folder.remove());

/** One run: random writes, in an account of its own. */
class Run {
  readonly stores: Stores;
  readonly account: string;
  readonly #next: () => number;
  readonly #patterns: SqlPatternStore;
  readonly #erasures: SqlErasureStore;
  readonly #ids: { id: string; user: string; kind: "message" | "pattern" }[] = [];

  constructor(stores: Stores, account: string, seed: number) {
    this.stores = stores;
    this.account = account;
    this.#next = random(seed);
    this.#patterns = new SqlPatternStore(stores.db);
    this.#erasures = new SqlErasureStore(stores.db);
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#next() * list.length)]!;
  }

  text(length = 1 + Math.floor(this.#next() * 8)): string {
    return Array.from({ length }, () => this.pick(words)).join(" ");
  }

  metadata() {
    return { colours: [this.pick(colours), this.pick(colours)] };
  }

  async write(): Promise<void> {
    const scope = { account: this.account, user: this.pick(users) };
    const written = this.#ids.length > 0 ? this.pick(this.#ids) : undefined;
    switch (
      this.pick(["say", "say", "say", "pattern", "edit", "forget", "embed", "embed", "outcome", "outcome"] as const)
    ) {
      case "say":
        return this.#say(scope);
      case "pattern": {
        const title = this.text(2);
        const content = { title, problem: this.text(), solution: "", tags: ["red"], worksWhen: [], antiPatterns: [] };
        const { pattern, status } = await this.#patterns.put(scope, content, { origin: "user", sessionId: "one" });
        if (status === "created") this.#ids.push({ id: pattern.id, user: scope.user, kind: "pattern" });
        return;
      }
      case "edit":
        if (written?.kind === "message") {
          const edit = this.pick([{ content: this.text() }, { metadata: this.metadata() }]);
          await this.stores.messages.edit({ ...scope, user: written.user }, written.id, edit);
        }
        return;
      case "forget":
        if (written) {
          await this.#erasures.begin({ ...scope, user: written.user }, { kind: written.kind, id: written.id });
          this.#ids.splice(this.#ids.indexOf(written), 1);
        }
        return;
      case "embed":
        return this.#embed();
      case "outcome":
        if (written) return this.#report({ ...scope, user: written.user }, written.id);
    }
  }

  async #report(scope: Scope, memory: string): Promise<void> {
    const id = newId("ret_");
    const results = [{ id: memory, layer: "signals" as const, similarity: 1 }];
    const createdAtMs = nowMs - Math.floor(this.#next() * 2e10);
    await new SqlRetrievalStore(this.stores.db).record([{ ...scope, id, queryHash: "h", results, createdAtMs }]);
    await new SqlOutcomeStore(this.stores.db).record(scope, { retrievalId: id, success: this.#next() < 0.5 });
  }

  async #say(scope: Scope): Promise<void> {
    const said = { role: "user" as const, source: "", origin: "user" as const, sessionId: this.pick(["one", "two"]) };
    const fresh = () => ({ ...said, content: this.text(), createdAtMs: nowMs - 1e9, metadata: this.metadata() });
    const messages = Array.from({ length: 3 }, fresh);
    const { ids } = await this.stores.messages.add(scope, messages);
    this.#ids.push(...ids.map((id) => ({ id, user: scope.user, kind: "message" as const })));
  }

  async #embed(): Promise<void> {
    const { embeddings } = this.stores;
    const jobs = await embeddings.claim(wordSpace.fingerprint, 8, 60_000);
    const done = jobs.map((job) => ({ job, vector: wordVector(job.text) }));
    if (done.length > 0) await embeddings.complete(wordSpace.fingerprint, done);
  }

  /** All that SQL holds. */
  async memories(): Promise<IndexedMemory[]> {
    const changes = await this.stores.index.changes(this.account, 0, 10_000);
    return changes.flatMap(({ memory }) => memory ?? []);
  }

  question() {
    const text = this.text(2);
    const filter: SearchFilter = { users: visibleUsers({ account: this.account, user: this.pick(users) }) };
    if (this.#next() < 0.2) filter.layers = ["signals"];
    if (this.#next() < 0.2) filter.tags = [this.pick(["red", labelOf("colours", this.pick(colours))])];
    if (this.#next() < 0.2) filter.sessionId = "two";
    return { text, filter, nowMs, vector: this.#next() < 0.8 ? wordVector(text) : undefined };
  }
}

describe("where a row sits never changes a result", () => {
  test.each([1, 2, 3, 4, 5, 6])("random writes, flushes and searches (%i)", async (seed) => {
    folder = makeFolder();
    const stores = await folder.open();
    const other = await folder.open();
    const { id: account } = await stores.accounts.ensure("main", "unlimited");
    const run = new Run(stores, account, seed);
    // One that searches after every step, one in another process that does now and then, one that has just started.
    const often = new ResidentSet(stores.index, { sliceRows: 7 });
    const seldom = new ResidentSet(other.index);
    const flusher = new Flusher({
      store: other.flush,
      base: other.base,
      dimensions: () => wordSpace.dimensions,
      flushRows: 5,
    });
    for (let step = 0; step < 60; step++) {
      await run.write();
      if (run.pick([1, 2, 3, 4, 5, 6]) === 1) await flusher.flushAccount(account);
      const question = run.question();
      const expected = reference(await run.memories(), question);
      const readers: [ResidentSet, Stores][] = [[often, stores]];
      if (step % 7 === 6) readers.push([seldom, other], [new ResidentSet(other.index), stores]);
      for (const [residents, on] of readers) expectSame(await searched(residents, on, account, question), expected);
    }
    expect((await stores.index.state(account))!.flushedSeq).toBeGreaterThan(0);
  });

  test("a flush that is not published hides nobody's memories behind another's", async () => {
    folder = makeFolder();
    const stores = await folder.open();
    const { id: account } = await stores.accounts.ensure("main", "unlimited");
    const said = { role: "user" as const, source: "", origin: "user" as const, sessionId: "one" };
    const options = { store: stores.flush, base: stores.base, dimensions: () => wordSpace.dimensions };
    await stores.messages.add({ account, user: "ann" }, [{ ...said, content: "some tea and a boat" }]);
    await new Flusher(options).flushAccount(account);
    const others = Array.from({ length: 250 }, () => ({ ...said, content: "tea" }));
    await stores.messages.add({ account, user: "bob" }, others);
    const onStep = (step: string) => (step === "applied" ? Promise.reject(new Error("killed")) : Promise.resolve());
    await expect(new Flusher({ ...options, onStep }).flushAccount(account)).rejects.toThrow("killed");
    const filter = { users: visibleUsers({ account, user: "ann" }) };
    const question = { text: "tea", filter, nowMs, vector: undefined };
    expect(await searched(new ResidentSet(stores.index), await folder.open(), account, question)).toHaveLength(1);
  });

  test("a text that fills the base's first candidates does not keep others out", async () => {
    folder = makeFolder();
    const stores = await folder.open();
    const { id: account } = await stores.accounts.ensure("main", "unlimited");
    const scope = { account, user: "ann" };
    const said = { role: "user" as const, source: "", origin: "user" as const };
    const asked = Array.from({ length: 1_000 }, (_, at) => ({ ...said, sessionId: `${at}`, content: "where is tea" }));
    const { ids } = await stores.messages.add(scope, [
      { ...said, sessionId: "told", content: "tea is in the boat at the harbour" },
      ...asked,
    ]);
    const flusher = new Flusher({ store: stores.flush, base: stores.base, dimensions: () => wordSpace.dimensions });
    const question = { text: "where is tea", filter: { users: visibleUsers(scope) }, nowMs, vector: undefined };
    const told = async () =>
      (await searched(new ResidentSet(stores.index), stores, account, question)).filter(({ id }) => id === ids[0]);
    expect(await told()).toHaveLength(1);
    await flusher.flushAccount(account);
    expect((await stores.index.state(account))!.flushedSeq).toBe(1_001);
    expect(await told()).toHaveLength(1);
  });

  test("a session may say one word as often as it likes", async () => {
    folder = makeFolder();
    const stores = await folder.open();
    const { id: account } = await stores.accounts.ensure("main", "unlimited");
    const scope = { account, user: "ann" };
    const said = { role: "user" as const, source: "", origin: "user" as const, sessionId: "one" };
    const often = { ...said, content: "tea ".repeat(40_000) };
    const other = { ...said, sessionId: "two", content: "a boat" };
    const { ids } = await stores.messages.add(scope, [often, often, often, other]);
    const flusher = new Flusher({ store: stores.flush, base: stores.base, dimensions: () => wordSpace.dimensions });
    const question = { text: "tea", filter: { users: visibleUsers(scope) }, nowMs, vector: undefined };
    const holds = async () => {
      const changes = await stores.index.changes(account, 0, 10);
      const all = changes.flatMap(({ memory }) => memory ?? []);
      expectSame(await searched(new ResidentSet(stores.index), stores, account, question), reference(all, question));
    };
    await holds();
    await flusher.flushAccount(account);
    expect((await stores.index.state(account))!.flushedSeq).toBe(4);
    await holds();
    for (const id of ids.slice(0, 2)) await stores.messages.edit(scope, id, { content: "bread" });
    await holds();
  });
});

async function searched(
  residents: ResidentSet,
  { index, base }: Stores,
  account: string,
  question: ReturnType<Run["question"]>,
) {
  const view = await residents.view(account);
  if (!view) return [];
  const { text, vector: values, ...more } = question;
  const asked = { ...more, terms: termsOf(text), vector: values && { values, unrelated: { query: 0, document: 0 } } };
  return [...(await rank(account, view, asked, { store: index, base }))];
}

function expectSame(found: { id: string; similarity: number }[], expected: { id: string; similarity: number }[]): void {
  const scores = new Map(expected.map(({ id, similarity }) => [id, similarity]));
  expect(found.map(({ id }) => id).sort()).toEqual([...scores.keys()].sort());
  found.forEach(({ id, similarity }, at) => {
    expect(similarity).toBeCloseTo(scores.get(id)!, 6);
    expect(similarity).toBeCloseTo(expected[at]!.similarity, 6);
  });
}
