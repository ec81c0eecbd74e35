import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ClaimQueue } from "../../../src/memory/background/reading/claim-queue.ts";
import { claimRulesVersion, extractClaims } from "../../../src/memory/graph/extract.ts";
import type { Claim } from "../../../src/memory/graph/fact.ts";
import type { ClaimJob, ClaimJobResult } from "../../../src/memory/graph/claim-store.ts";
import { Graph } from "../../../src/memory/graph/graph.ts";
import type { NewMessage } from "../../../src/memory/entity/message.ts";
import type { Scope } from "../../../src/memory/scope.ts";
import { ThreadedReader } from "../../../src/reader/threaded-reader.ts";
import { SqlErasureStore } from "../../../src/store/erasure/erasures.ts";
import { SqlClaimStore } from "../../../src/store/graph/claims.ts";
import { SqlMessageStore } from "../../../src/store/memory/messages.ts";
import { SqlPatternStore } from "../../../src/store/pattern/patterns.ts";
import { ana, bob } from "../fixture/erasing.ts";
import { message, pattern } from "../fixture/account-data.ts";
import { readingSuite } from "../fixture/reading-suite.ts";
import { temporaryStore, type TemporaryStore } from "../fixture/store.ts";

let store: TemporaryStore;
let claims: SqlClaimStore;
let messages: SqlMessageStore;
const reader = new ThreadedReader({ onError: (error) => expect.unreachable(String(error)) });
let queue: ClaimQueue | undefined;

beforeEach(async () => {
  store = await temporaryStore();
  await store.account("acc");
  claims = new SqlClaimStore(store.db);
  messages = new SqlMessageStore(store.db);
});

afterEach(async () => {
  await queue?.stop();
  queue = undefined;
  await store[Symbol.asyncDispose]();
});

afterAll(() => reader.close());

async function say(scope: Scope, content: string, more: Partial<NewMessage> = {}): Promise<string> {
  const { ids } = await messages.add(scope, [{ ...message(content), ...more }]);
  return ids[0]!;
}

const read = (job: ClaimJob) => ({
  job,
  read: job.messages.map((each) => ({ message: each, claims: extractClaims(each.text, each.saidAtMs) })),
});

/** Reads all that waits; answers how many messages were read. */
async function readAll(limit = 3): Promise<number> {
  for (let total = 0; ;) {
    const job = await claims.next(1, "", limit);
    if (!job) return total;
    await claims.complete(1, [read(job)]);
    total += job.messages.length;
  }
}

async function factsOf(scope: Scope): Promise<string[]> {
  const graph = new Graph(claims);
  const { items } = await graph.entities(scope, { q: "user" }, { limit: 10, offset: 0 });
  const views = await Promise.all(items.map(({ id }) => graph.entity(scope, id)));
  return views.flatMap((view) => view?.timeline.map(({ sentence }) => sentence) ?? []);
}

readingSuite<ClaimJob, ClaimJobResult>((db) => {
  const store = new SqlClaimStore(db);
  return {
    store,
    rules: claimRulesVersion,
    tables: /^(claim|graph_progress)$/u,
    text: (at) => `I own a Volvo ${at}.`,
    read,
    listed: (scope) => store.list(scope),
    version: (scope) => store.version(scope),
    queue: (options) => new ClaimQueue(options),
  };
});

describe("reading", () => {
  test("takes users' words only: no assistant's, no tool's", async () => {
    await say(ana, "I live in Oslo.", { role: "assistant", origin: "assistant" });
    await say(ana, "I live in Bern.", { origin: "tool" });
    await say(ana, "I live in Rome.", { origin: "agent" });
    await readAll();
    expect(await factsOf(ana)).toEqual(["the user lives in Rome"]);
  });

  test("takes an edited message again, whose old claims are gone with its old text", async () => {
    const id = await say(ana, "I live in Oslo.");
    await readAll();
    await messages.edit(ana, id, { content: "I live in Bern." });
    expect(await claims.list(ana)).toEqual([]);
    await readAll();
    expect(await factsOf(ana)).toEqual(["the user lives in Bern"]);
    await messages.edit(ana, id, { content: "Never mind." });
    await readAll();
    expect(await claims.list(ana)).toEqual([]);
  });

  test("of other rules is done again to the end, batch by batch", async () => {
    for (const text of ["I live in Oslo.", "I own a Volvo.", "I have asthma."]) await say(ana, text);
    await readAll();
    const seen: string[] = [];
    for (let job = await claims.next(2, "", 1); job; job = await claims.next(2, "", 1)) {
      seen.push(...job.messages.map(({ text }) => text));
      await claims.complete(2, [{ job, read: [] }]);
    }
    expect(seen).toEqual(["I live in Oslo.", "I own a Volvo.", "I have asthma."]);
  });
});

test("a message whose time is ahead of the clock counts from when it was written, and so do its dates", async () => {
  const years = 10 * 365 * 86_400_000;
  const today = new Date().toISOString().slice(0, 10);
  await say(ana, "I moved to Oslo today.", { createdAtMs: Date.now() + years });
  await say(ana, "I live in Bern now.", { createdAtMs: Date.now() + 1 });
  await readAll();
  expect(await factsOf(ana)).toEqual([
    `the user lives in Oslo (from ${today} until ${today})`,
    "the user lives in Bern",
  ]);
});

test("an entity that gets a name keeps being found by its former id", async () => {
  const graph = new Graph(claims);
  await say(ana, "My sister is a vet.");
  await readAll();
  const { items } = await graph.entities(ana, { q: "sister" }, { limit: 10, offset: 0 });
  await say(ana, "My sister Eva lives in Rome.");
  await readAll();
  expect(await graph.entity(ana, items[0]!.id)).toMatchObject({ name: "Eva", aliases: ["my sister"] });
});

describe("a graph", () => {
  const page = { limit: 10, offset: 0 };

  test("is derived once for all who ask meanwhile, and not again until something changes", async () => {
    await say(ana, "I live in Oslo.");
    await readAll();
    const list = vi.spyOn(claims, "list");
    const graph = new Graph(claims);
    const ask = () => Promise.all(Array.from({ length: 5 }, () => graph.entities(ana, {}, page)));
    const [first, ...others] = await ask();
    expect(first!.items.map(({ name }) => name).toSorted()).toEqual(["Oslo", "user"]);
    for (const other of others) expect(other).toEqual(first);
    await ask();
    expect(list).toHaveBeenCalledTimes(1);
    await say(ana, "I own a Volvo.");
    await readAll();
    await ask();
    expect(list).toHaveBeenCalledTimes(2);
  });

  test("that could not be read is read by the next who asks", async () => {
    await say(ana, "I live in Oslo.");
    await readAll();
    vi.spyOn(claims, "list").mockRejectedValueOnce(new Error("disk"));
    const graph = new Graph(claims);
    await expect(graph.entities(ana, {}, page)).rejects.toThrow("disk");
    expect((await graph.entities(ana, {}, page)).total).toBe(2);
  });

  test("follows a reading by new rules, message by message", async () => {
    const renamed: Record<string, string> = { Eva: "Ida", Mia: "Lea", Zoe: "Ana" };
    for (const name of Object.keys(renamed)) await say(ana, `My sister ${name} is a vet.`);
    await say(bob, "I live in Turku.");
    await readAll();
    const graph = new Graph(claims);
    const names = async () =>
      (await graph.entities(ana, {}, page)).items.flatMap(({ name }) => (name === "user" ? [] : [name])).toSorted();
    expect(await names()).toEqual(["Eva", "Mia", "Zoe"]);
    const seen: string[][] = [];
    for (let job = await claims.next(2, "", 1); job; job = await claims.next(2, "", 1)) {
      const read = job.messages.map((each) => {
        const text = each.text.replace(/Eva|Mia|Zoe/u, (name) => renamed[name]!);
        return { message: each, claims: extractClaims(text, each.saidAtMs) };
      });
      await claims.complete(2, [{ job, read }]);
      seen.push(await names());
    }
    expect(seen).toEqual([
      ["Ida", "Mia", "Zoe"],
      ["Ida", "Lea", "Zoe"],
      ["Ana", "Ida", "Lea"],
      ["Ana", "Ida", "Lea"],
    ]);
  });
});

describe("of very many messages", () => {
  /** Stores messages that claim so many things each; answers their ids, the newest first. */
  async function claiming(count: number, claimsEach: number): Promise<string[]> {
    const { ids } = await messages.add(
      ana,
      Array.from({ length: count }, (_, at) => message(`Number ${at}.`)),
    );
    const claim = (): Claim => ({ kind: "alias", mention: { kind: "user" }, name: "Ana" });
    for (let job = await claims.next(1, "", 1_000); job; job = await claims.next(1, "", 1_000)) {
      const read = job.messages.map((each) => ({ message: each, claims: Array.from({ length: claimsEach }, claim) }));
      await claims.complete(1, [{ job, read }]);
    }
    return ids.toReversed();
  }

  test("all are listed, the newest first", async () => {
    const ids = await claiming(2_500, 1);
    expect((await claims.list(ana)).map(({ id }) => id)).toEqual(ids);
  });

  test("the newest are those that were said last, in whatever order they were stored", async () => {
    const at = (day: number) => ({ createdAtMs: Date.UTC(2026, 0, day) });
    const days = [3, 1, 4, 2];
    const ids: string[] = [];
    for (const day of days) ids.push(await say(ana, `I live in Oslo, or did on day ${day}.`, at(day)));
    await readAll();
    expect((await claims.list(ana)).map(({ id }) => id)).toEqual([ids[2], ids[0], ids[3], ids[1]]);
  });

  test("the newest that make 40,000 claims are listed", async () => {
    const ids = await claiming(140, 300);
    expect((await claims.list(ana)).map(({ id }) => id)).toEqual(ids.slice(0, 133));
  });
});

describe("what comes too late", () => {
  test("is dropped: of a message that was deleted, or changed", async () => {
    const gone = await say(ana, "I live in Oslo.");
    const changed = await say(ana, "I own a Volvo.");
    const job = (await claims.next(1, "", 10))!;
    await new SqlErasureStore(store.db).begin(ana, { kind: "message", id: gone });
    await messages.edit(ana, changed, { content: "Hello." });
    expect(await claims.complete(1, [read(job!)])).toBe(1);
    expect(await claims.list(ana)).toEqual([]);
    await readAll();
    expect(await claims.list(ana)).toEqual([]);
  });
});

test("erasure of a message withdraws what only it supports, and reopens what it had ended; said again, all is as before", async () => {
  const at = (day: string) => ({ createdAtMs: Date.parse(`${day}T10:00:00Z`) });
  await say(ana, "I live in Utrecht.", at("2026-01-05"));
  const moved = await say(ana, "I moved to Oslo last week.", at("2026-05-20"));
  await readAll();
  const both = ["the user lives in Utrecht (until 2026-W20)", "the user lives in Oslo (from 2026-W20)"];
  expect(await factsOf(ana)).toEqual(both);
  await new SqlErasureStore(store.db).begin(ana, { kind: "message", id: moved });
  expect(await factsOf(ana)).toEqual(["the user lives in Utrecht"]);
  await say(ana, "I moved to Oslo last week.", at("2026-05-20"));
  await readAll();
  expect(await factsOf(ana)).toEqual(both);
});

test("what is read is in a graph that was asked for, before it is asked again", async () => {
  let listed = 0;
  const graph = new Graph({
    version: (scope) => claims.version(scope),
    list: (scope) => (listed++, claims.list(scope)),
  });
  const facts = async () => (await graph.searchable(ana)).map(({ fact }) => fact.sentence);
  expect(await facts()).toEqual([]);
  await say(ana, "I live in Oslo.");
  queue = new ClaimQueue({ store: claims, reader, graph, intervalMs: 10 });
  queue.start();
  await vi.waitFor(() => expect(listed).toBe(2), 5_000);
  expect(await facts()).toEqual(["the user lives in Oslo"]);
  expect(listed).toBe(2);
});

test("a message that claimed nothing is read again once it says something else", async () => {
  const id = await say(ana, "Never mind.");
  queue = new ClaimQueue({ store: claims, reader, intervalMs: 10 });
  queue.start();
  const progress = async () => (await store.db.read.selectFrom("graph_progress").select("seq").execute())[0]?.seq;
  await vi.waitFor(async () => expect(await progress()).toBeGreaterThan(0), 5_000);
  await messages.edit(ana, id, { content: "I live in Bern." });
  await vi.waitFor(async () => expect(await factsOf(ana)).toEqual(["the user lives in Bern"]), 5_000);
});

test("a pattern tells of whoever is named in it, not of who speaks", async () => {
  const patterns = new SqlPatternStore(store.db);
  const content = pattern("Deploys", {
    problem: "Ana lives in Porto. I live in Oslo.",
    solution: "Ask my sister Eva.",
  });
  const { pattern: stored } = await patterns.put(ana, content, { origin: "operator" });
  queue = new ClaimQueue({ store: claims, reader, intervalMs: 10 });
  queue.start();
  const sentences = async () => {
    const { items } = await new Graph(claims).entities(ana, { q: "Ana" }, { limit: 10, offset: 0 });
    const views = await Promise.all(items.map(({ id }) => new Graph(claims).entity(ana, id)));
    return views.flatMap((view) => view?.timeline ?? []);
  };
  await vi.waitFor(async () => expect(await sentences()).not.toEqual([]), 5_000);
  expect(await sentences()).toMatchObject([{ sentence: "Ana lives in Porto", evidence: [stored.id] }]);
  await patterns.edit(ana, stored.id, { problem: "Nobody knows." }, { origin: "operator" });
  await vi.waitFor(async () => expect(await sentences()).toEqual([]), 5_000);
});

test("so does what an agent said in the user's place", async () => {
  await say(ana, "Ana lives in Porto. I live in Oslo.", { origin: "agent" });
  await say(ana, "I work at Acme.");
  queue = new ClaimQueue({ store: claims, reader, intervalMs: 10 });
  queue.start();
  await vi.waitFor(async () => expect(await factsOf(ana)).toEqual(["the user works at Acme"]), 5_000);
  const { items } = await new Graph(claims).entities(ana, { q: "Ana" }, { limit: 10, offset: 0 });
  expect(items.map(({ name }) => name)).toEqual(["Ana"]);
});
