import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createEmbedder } from "../../../src/embed/create.ts";
import { AppError } from "../../../src/error.ts";
import type { Embedder } from "../../../src/memory/embedder.ts";
import { embedEach } from "../../../src/memory/background/embedding/embed-each.ts";
import {
  EmbeddingQueue,
  type EmbeddingQueueOptions,
} from "../../../src/memory/background/embedding/embedding-queue.ts";
import { Flusher } from "../../../src/memory/background/flushing/flusher.ts";
import { queryTermsOf, termsOf } from "../../../src/memory/words/tokenize.ts";
import { SqlGenerationStore } from "../../../src/store/index/generation.ts";
import { activateVectorSpace } from "../../../src/store/index/activate-vector-space.ts";
import { embedAnew } from "../../../src/store/upkeep/verify/audit.ts";
import { OpenaiServer, sendStatus, sendVectors, type Reply } from "../../embed/openai-server.ts";
import { findings } from "../fixture/account-data.ts";
import { makeFolder, wordSpace, type Folder, type Stores } from "../../fixture/stores.ts";

let folder: Folder;
let stores: Stores;
let queue: EmbeddingQueue;

beforeEach(async () => {
  folder = makeFolder();
  stores = await folder.open();
});

afterEach(async () => {
  await queue.stop();
  await folder.remove();
});

function start(embedder: Embedder, options: Partial<EmbeddingQueueOptions> = {}): EmbeddingQueue {
  queue = new EmbeddingQueue({ store: stores.embeddings, embedder, intervalMs: 20, ...options });
  queue.start();
  return queue;
}

async function say(name: string, ...contents: string[]): Promise<string> {
  const account = (await stores.accounts.ensure(name, "unlimited")).id;
  const message = { role: "user" as const, sessionId: "s", source: "", origin: "user" as const };
  const messages = contents.map((content) => ({ ...message, content }));
  await stores.messages.add({ account, user: "ann" }, messages);
  return account;
}

const done = () => vi.waitFor(async () => expect(await stores.embeddings.backlog()).toBe(0), { timeout: 10_000 });

async function withVectors(account: string): Promise<number> {
  const changes = await stores.index.changes(account, 0, 1_000);
  return changes.filter(({ memory }) => memory?.vector).length;
}

const texts = (count: number) => Array.from({ length: count }, (_, i) => `a note about thing ${i}`);
const down = () => new AppError("unavailable", "the embedder is unavailable");

describe("every memory gets its vector", () => {
  test("of the built-in model, of several accounts, in calls of at most a batch", async () => {
    const builtin = await createEmbedder({ kind: "builtin" });
    await activateVectorSpace(stores.db, builtin.fingerprint);
    const embed = vi.spyOn(builtin, "embed");
    const accounts = [await say("one", ...texts(40)), await say("two", "hello", "world")];
    start(builtin);
    await done();
    expect(await withVectors(accounts[0]!)).toBe(40);
    expect(await withVectors(accounts[1]!)).toBe(2);
    for (const [batch] of embed.mock.calls) expect(batch.length).toBeLessThanOrEqual(32);
    await builtin.close();
  });

  test("two processes share the work and store each vector once", async () => {
    const account = await say("one", ...texts(200));
    const other = await folder.open();
    const second = new EmbeddingQueue({ store: other.embeddings, embedder: wordSpace, intervalMs: 20 });
    second.start();
    start(wordSpace);
    await done();
    await second.stop();
    expect(await withVectors(account)).toBe(200);
    const { maxSeq } = (await stores.index.state(account))!;
    expect(maxSeq).toBe(400);
  });
});

describe("a text that the embedder cannot read", () => {
  const reading: Embedder = {
    ...wordSpace,
    embed: async (batch) => {
      const vectors = await wordSpace.embed(batch);
      return vectors.map((vector, at) => (batch[at]!.startsWith("note") ? vector : undefined));
    },
  };

  test("has none, and nobody waits for one or misses it", async () => {
    const account = await say("one", "note on tea", "ชา", "茶");
    const embed = vi.spyOn(reading, "embed");
    start(reading);
    await done();
    expect(await withVectors(account)).toBe(1);
    expect((await stores.index.state(account))!.pending).toBe(0);
    expect(await embedAnew(stores.db, account, wordSpace.fingerprint)).toBe(0);
    const generations = new SqlGenerationStore(stores.db);
    expect(await generations.lacking(wordSpace.fingerprint, undefined, 10)).toEqual([]);
    expect(await generations.lacking("another", undefined, 10)).toHaveLength(3);
    expect(await generations.dimensions(wordSpace.fingerprint)).toBe(wordSpace.dimensions);
    await activateVectorSpace(stores.db, "another");
    await activateVectorSpace(stores.db, wordSpace.fingerprint);
    expect(await stores.embeddings.backlog()).toBe(0);
    expect(await findings(stores.db)).toEqual([]);
    expect(embed).toHaveBeenCalledTimes(1);
  });

  test("is found by its words in a base where none has a vector", async () => {
    const account = await say("one", ...Array.from({ length: 300 }, (_, i) => `ชา ${i}`));
    start(reading);
    await done();
    expect(await new SqlGenerationStore(stores.db).dimensions(wordSpace.fingerprint)).toBeUndefined();
    const flusher = new Flusher({ store: stores.flush, base: stores.base, dimensions: () => wordSpace.dimensions });
    await flusher.flushAccount(account);
    const state = (await stores.index.state(account))!;
    const at = { fingerprint: state.fingerprint, version: state.baseVersion };
    const [vector] = await wordSpace.embed(["note"]);
    const query = { vector, terms: queryTermsOf("ชา 7"), filter: { users: ["ann"] }, limit: 5 };
    const { byVector, byWords } = await stores.base.candidates(account, at, query);
    expect(byVector).toEqual([]);
    const [found] = await stores.index.byId(account, byWords.slice(0, 1));
    expect(found).toMatchObject({ terms: termsOf("ชา 7"), vector: undefined });
  });
});

describe("nothing is lost", () => {
  test("while the embedder is down, which is tried ever more rarely and told of", async () => {
    let working = false;
    const embed = vi.fn<Embedder["embed"]>(async (batch) => {
      if (!working) throw down();
      return wordSpace.embed(batch);
    });
    const account = await say("one", ...texts(3));
    const onError = vi.fn<(error: unknown) => void>();
    start({ ...wordSpace, embed }, { onError });
    await expect.poll(() => onError).toHaveBeenCalledWith(expect.objectContaining({ code: "unavailable" }));
    for (let i = 0; i < 20; i++) queue.wake();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(embed.mock.calls.length).toBeLessThanOrEqual(2);
    working = true;
    await done();
    expect(await withVectors(account)).toBe(3);
  });

  test("when it is stopped in the middle: what was claimed can be claimed at once by another", async () => {
    const account = await say("one", ...texts(5));
    let claimed = 0;
    const stuck: Embedder["embed"] = (batch, options) =>
      new Promise((_resolve, reject) => {
        claimed = batch.length;
        options?.signal?.addEventListener("abort", () => reject(new AppError("cancelled", "stopped")));
      });
    start({ ...wordSpace, embed: stuck });
    await expect.poll(() => claimed).toBe(5);
    await queue.stop();
    start(wordSpace);
    await done();
    expect(await withVectors(account)).toBe(5);
  });

  test("when vectors cannot be stored", async () => {
    const account = await say("one", ...texts(2));
    const complete = vi.spyOn(stores.embeddings, "complete").mockRejectedValueOnce(new Error("disk full"));
    const onError = vi.fn<(error: unknown) => void>();
    start(wordSpace, { onError });
    await done();
    expect(complete.mock.calls.length).toBe(2);
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ message: "disk full" }));
    expect(await withVectors(account)).toBe(2);
  });

  test("where one text is refused: the others of its batch get their vectors", async () => {
    const account = await say("one", "good", "refuse me", "fine");
    const asked: number[] = [];
    const embed: Embedder["embed"] = async (batch) => {
      asked.push(batch.length);
      if (batch.includes("refuse me")) throw new AppError("invalid_argument", "refused");
      return wordSpace.embed(batch);
    };
    start({ ...wordSpace, embed });
    await expect.poll(() => withVectors(account)).toBe(2);
    expect(await stores.embeddings.backlog()).toBe(1);
    expect(asked).toEqual([3, 2, 1, 1, 1]);
  });

  test("where the embedder goes down within a batch: what was found until then is not asked again", async () => {
    const account = await say("one", "good", "refuse me", "late", "later");
    let working = false;
    const asked: string[][] = [];
    const embed: Embedder["embed"] = async (batch) => {
      asked.push(batch);
      if (batch.includes("refuse me")) throw new AppError("invalid_argument", "refused");
      if (batch.includes("late") && !working) throw down();
      return wordSpace.embed(batch);
    };
    const onError = vi.fn<(error: unknown) => void>();
    start({ ...wordSpace, embed }, { onError });
    await expect.poll(() => withVectors(account)).toBe(1);
    await expect.poll(() => onError.mock.calls.length).toBe(2);
    const first = [["good", "refuse me", "late", "later"], ["good", "refuse me"], ["good"], ["refuse me"]];
    expect(asked).toEqual([...first, ["late", "later"]]);
    working = true;
    await expect.poll(() => withVectors(account), { timeout: 5_000 }).toBe(3);
    expect(await stores.embeddings.backlog()).toBe(1);
    expect(new Set(asked.slice(first.length).flat())).toEqual(new Set(["late", "later"]));
  });

  test("where its patience ends within a batch: what was found until then is kept", async () => {
    const jobs = ["good", "refuse me", "late"].map((text) => ({ account: "a", id: text, contentHash: "h", text }));
    const patience = new AbortController();
    const embed: Embedder["embed"] = async (batch) => {
      if (batch.includes("refuse me")) throw new AppError("invalid_argument", "refused");
      if (!batch.includes("late")) return wordSpace.embed(batch);
      patience.abort();
      throw new AppError("deadline_exceeded", "the text was not embedded in time");
    };
    const { done, refused, rest, failure } = await embedEach({ ...wordSpace, embed }, jobs, patience.signal);
    expect([done.map(({ job }) => job.text), refused.map(({ text }) => text)]).toEqual([["good"], ["refuse me"]]);
    expect(rest.map(({ text }) => text)).toEqual(["late"]);
    expect(failure).toMatchObject({ code: "deadline_exceeded" });
  });

  test("where a text is refused, which is told of without its words: the next start tries it again", async () => {
    const account = await say("one", "good", "refuse me");
    const embed: Embedder["embed"] = async (batch) => {
      if (batch.includes("refuse me")) throw new AppError("invalid_argument", "refused");
      return wordSpace.embed(batch);
    };
    const onError = vi.fn<(error: unknown) => void>();
    start({ ...wordSpace, embed }, { onError });
    await expect.poll(() => onError).toHaveBeenCalledOnce();
    const [[told]] = onError.mock.calls as [[AppError]];
    expect(told.message).toMatch(/^the embedder refused 1 of 2 texts;/);
    await queue.stop();
    start(wordSpace);
    await done();
    expect(await withVectors(account)).toBe(2);
  });

  test("while an endpoint answers 400 to everything: what was written meanwhile has its vectors soon after", async () => {
    const server = new OpenaiServer(wordSpace);
    const url = await server.listen();
    const { dimensions } = wordSpace;
    const embedder = await createEmbedder({ kind: "openai", url, model: "m", dimensions });
    await activateVectorSpace(stores.db, embedder.fingerprint);
    server.replies.push(...Array.from({ length: 4 }, () => sendStatus(400)));
    const account = await say("one", ...texts(5));
    start(embedder);
    await done();
    expect(await withVectors(account)).toBe(5);
    expect(server.replies).toEqual([]);
    await embedder.close();
    await server.close();
  });

  test("of an endpoint that takes its time: it works on three requests at once, and one more is left to queries", async () => {
    const server = new OpenaiServer(wordSpace);
    const url = await server.listen();
    const embedder = await createEmbedder({ kind: "openai", url, model: "m", dimensions: wordSpace.dimensions });
    await activateVectorSpace(stores.db, embedder.fingerprint);
    const open = { now: 0, most: 0 };
    const slow: Reply = (response, { input }) => {
      open.most = Math.max(open.most, ++open.now);
      setTimeout(async () => {
        open.now--;
        sendVectors(response, (await wordSpace.embed(input)) as Float32Array[]); // it reads every text
      }, 50);
    };
    server.replies.push(...Array.from({ length: 12 }, () => slow));
    const account = await say("one", ...texts(384));
    start(embedder);
    await done();
    expect([await withVectors(account), open.most, server.seen.length]).toEqual([384, 3, 12]);
    await embedder.close();
    await server.close();
  });

  test("where a text changes while it is embedded: the old vector is dropped, the new text gets its own", async () => {
    const account = await say("one", "old text");
    let first = true;
    const embed: Embedder["embed"] = async (batch) => {
      if (first) {
        first = false;
        const [change] = await stores.index.changes(account, 0, 1);
        const id = change!.id;
        await stores.messages.edit({ account, user: "ann" }, id, { content: "new text" });
      }
      return wordSpace.embed(batch);
    };
    start({ ...wordSpace, embed });
    await done();
    const [change] = await stores.index.changes(account, 0, 1);
    const [expected] = await wordSpace.embed(["new text"]);
    const vector = change?.memory?.vector;
    expect(Float32Array.from(new Float16Array(vector!.slice().buffer))).toEqual(expected);
  });
});
