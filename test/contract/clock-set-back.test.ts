import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SqlExtractionStore } from "../../src/store/directive/extractions.ts";
import { SqlStatementStore } from "../../src/store/directive/statements.ts";
import { SqlErasureStore } from "../../src/store/erasure/erasures.ts";
import { SqlFlushStore } from "../../src/store/index/flush.ts";
import { SqlIndexStore } from "../../src/store/index/index-store.ts";
import { activateVectorSpace } from "../../src/store/index/activate-vector-space.ts";
import { SqlEmbeddingStore } from "../../src/store/embedding/embeddings.ts";
import { SqlRetrievalStore } from "../../src/store/retrieval/retrievals.ts";
import { say, space } from "./fixture/account-data.ts";
import { ana, receipt } from "./fixture/erasing.ts";
import { readStatements } from "./fixture/rulebook.ts";
import { temporaryStore, type TemporaryStore } from "./fixture/store.ts";

/** A clock that ran a year ahead, as a machine's may before it hears of the time, and was then set right. */

const yearMs = 365 * 86_400_000;
const nowMs = Date.now();
let store: TemporaryStore;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: nowMs + yearMs });
  store = await temporaryStore();
  await store.account("acc");
});

afterEach(async () => {
  vi.useRealTimers();
  await store[Symbol.asyncDispose]();
});

const setRight = () => vi.setSystemTime(nowMs);

test("a lease of the index is there again; one that is held now is not", async () => {
  await say(store.db, ana, "some words");
  const flush = new SqlFlushStore(store.db, new SqlIndexStore(store.db));
  expect(await flush.acquire("acc", 15_000)).toBeDefined();
  setRight();
  expect(await flush.acquire("acc", 15_000)).toBeDefined();
  expect(await flush.acquire("acc", 15_000)).toBeUndefined();
});

test("what was claimed to be embedded is there again; what is claimed or put off now is not", async () => {
  await activateVectorSpace(store.db, space);
  await say(store.db, ana, "some words");
  const embeddings = new SqlEmbeddingStore(store.db);
  expect(await embeddings.claim(space, 10, 60_000)).toHaveLength(1);
  setRight();
  const jobs = await embeddings.claim(space, 10, 60_000);
  expect(jobs).toHaveLength(1);
  expect(await embeddings.claim(space, 10, 60_000)).toEqual([]);
  await embeddings.release(jobs, 24 * 3_600_000);
  expect(await embeddings.claim(space, 10, 60_000)).toEqual([]);
});

test("what a model was asked about is asked about again", async () => {
  const extractions = new SqlExtractionStore(store.db);
  await extractions.switchOn(0);
  await say(store.db, ana, "Emojis are a pain to read in release notes.");
  await readStatements(new SqlStatementStore(store.db));
  expect(await extractions.claim("", 10, 60_000)).toHaveLength(1);
  setRight();
  expect(await extractions.claim("", 10, 60_000)).toHaveLength(1);
  expect(await extractions.claim("", 10, 60_000)).toEqual([]);
});

test("an erasure is purged, and one that was interrupted is ended; one of a moment ago waits", async () => {
  const erasures = new SqlErasureStore(store.db);
  const erase = async (id: string) => (await erasures.begin(ana, { kind: "message", id }))!.id;
  const pending = async () => (await erasures.pending("acc", Date.now() - 1_500, 10)).map((job) => job.id);
  const hidden = await erase(await say(store.db, ana, "one"));
  const interrupted = await erase(await say(store.db, ana, "two"));
  await store.db.writer.write((tx) =>
    tx.updateTable("erasure").set({ hidden_at: null }).where("id", "=", interrupted).execute(),
  );
  setRight();
  const waiting = await erase(await say(store.db, ana, "three"));
  expect((await pending()).toSorted()).toEqual([hidden, interrupted].toSorted());
  vi.setSystemTime(nowMs + 1_500);
  expect(await pending()).toContain(waiting);
});

test("what was found since is taken out of its receipt, up to a day", async () => {
  vi.setSystemTime(nowMs + 23 * 3_600_000);
  const id = await say(store.db, ana, "canary");
  setRight();
  await receipt(store, ana, "ret_1", [id], "canary?");
  await receipt(store, ana, "ret_2", ["fact_1"], "what was known before");
  await new SqlErasureStore(store.db).begin(ana, { kind: "message", id });
  const retrievals = new SqlRetrievalStore(store.db);
  expect(await retrievals.get(ana, "ret_1")).toMatchObject({ query: undefined, results: [] });
  expect(await retrievals.get(ana, "ret_2")).toMatchObject({ query: "what was known before" });
});
