import { expect, test, vi } from "vitest";
import { openDatabase } from "../../../src/store/database.ts";
import { SqlEmbeddingStore } from "../../../src/store/embedding/embeddings.ts";
import { SqlErasureStore } from "../../../src/store/erasure/erasures.ts";
import { SqlIndexStore } from "../../../src/store/index/index-store.ts";
import { SqlMessageStore } from "../../../src/store/memory/messages.ts";
import { activateVectorSpace } from "../../../src/store/index/activate-vector-space.ts";
import { findings, flushAll, message, say, space } from "../fixture/account-data.ts";
import { temporaryStore } from "../fixture/store.ts";

const ana = { account: "acc", user: "ana" };
const vector = Float32Array.of(0.6, 0.8);

test("claims are shared out over accounts, round and round", async () => {
  await using store = await temporaryStore();
  await activateVectorSpace(store.db, space);
  for (const [account, count] of [
    ["big", 40],
    ["mid", 4],
    ["small", 1],
  ] as const) {
    await store.account(account);
    const messages = Array.from({ length: count }, (_, i) => message(`text ${i}`));
    await new SqlMessageStore(store.db).add({ account, user: "ana" }, messages);
  }
  const embeddings = new SqlEmbeddingStore(store.db);
  expect(await embeddings.backlog()).toBe(45);
  const tally = (jobs: { account: string }[]) =>
    Object.fromEntries([...Map.groupBy(jobs, (job) => job.account)].map(([account, own]) => [account, own.length]));
  expect(tally(await embeddings.claim(space, 8, 1_000))).toEqual({ big: 4, mid: 3, small: 1 });
  expect(tally(await embeddings.claim(space, 4, 1_000))).toEqual({ big: 3, mid: 1 });
  expect(tally(await embeddings.claim(space, 100, 1_000))).toEqual({ big: 33 });
  expect(await embeddings.claim(space, 100, 1_000)).toEqual([]);
  expect(await embeddings.claim("another space", 100, 1_000)).toEqual([]);
});

test("two processes never hold the same job; a claim that ran out is there again", async () => {
  await using store = await temporaryStore();
  await activateVectorSpace(store.db, space);
  await store.account("acc");
  await new SqlMessageStore(store.db).add(
    ana,
    Array.from({ length: 30 }, (_, i) => message(`text ${i}`)),
  );
  await using other = { db: await openDatabase({ path: store.path }), [Symbol.asyncDispose]: () => other.db.close() };
  let now = Date.now();
  const processes = [store.db, other.db].map((db) => new SqlEmbeddingStore(db, () => now));
  const claims = await Promise.all(Array.from({ length: 6 }, (_, i) => processes[i % 2]!.claim(space, 5, 1_000)));
  expect(new Set(claims.flat().map((job) => job.id)).size).toBe(30);
  expect(await processes[0]!.claim(space, 5, 1_000)).toEqual([]);
  now += 1_000;
  expect(await processes[0]!.claim(space, 100, 1_000)).toHaveLength(30);
});

test("a vector gives its memory a new seq; one of an old text, or of an erased memory, is dropped", async () => {
  await using store = await temporaryStore();
  await activateVectorSpace(store.db, space);
  await store.account("acc");
  const ids = [];
  for (const text of ["kept", "edited", "erased"]) ids.push(await say(store.db, ana, text));
  const embeddings = new SqlEmbeddingStore(store.db);
  const index = new SqlIndexStore(store.db);
  const jobs = await embeddings.claim(space, 10, 1_000);
  expect(jobs.map((job) => job.text)).toEqual(["kept", "edited", "erased"]);
  await new SqlMessageStore(store.db).edit(ana, ids[1]!, { content: "something else" });
  await new SqlErasureStore(store.db).begin(ana, { kind: "message", id: ids[2]! });
  const { maxSeq } = (await index.state("acc"))!;
  await embeddings.complete(
    space,
    jobs.map((job) => ({ job, vector })),
  );
  const changes = await index.changes("acc", maxSeq, 10);
  expect(changes).toMatchObject([{ id: ids[0], memory: { id: ids[0] } }]);
  const [change] = changes;
  const halves = change?.memory?.vector;
  expect([...new Float16Array(halves!.buffer, halves!.byteOffset, 2)]).toEqual([...Float16Array.from(vector)]);
  expect(await index.state("acc")).toMatchObject({ pending: 1, fingerprint: space });
  expect(await embeddings.claim(space, 10, 1_000)).toMatchObject([{ id: ids[1], text: "something else" }]);
  expect(await findings(store.db)).toEqual([]);
});

test("what is released comes back after its delay, but a new text at once", async () => {
  await using store = await temporaryStore();
  await activateVectorSpace(store.db, space);
  await store.account("acc");
  const [first, second] = [await say(store.db, ana, "first"), await say(store.db, ana, "second")];
  let now = Date.now();
  const embeddings = new SqlEmbeddingStore(store.db, () => now);
  const jobs = await embeddings.claim(space, 10, 60_000);
  await new SqlMessageStore(store.db).edit(ana, second, { content: "changed" });
  await embeddings.release(jobs, 5_000);
  expect(await embeddings.claim(space, 10, 60_000)).toMatchObject([{ id: second, text: "changed" }]);
  now += 5_000;
  expect(await embeddings.claim(space, 10, 60_000)).toMatchObject([{ id: first }]);
});

test("another vector space starts over, in one transaction; going back finds its vectors", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  await say(store.db, ana, "text");
  expect(await activateVectorSpace(store.db, space)).toBe(true);
  expect(await activateVectorSpace(store.db, space)).toBe(false);
  const embeddings = new SqlEmbeddingStore(store.db);
  const complete = async (of: string) =>
    embeddings.complete(
      of,
      (await embeddings.claim(of, 10, 1_000)).map((job) => ({ job, vector })),
    );
  await complete(space);
  await flushAll(store.db, "acc");
  const index = new SqlIndexStore(store.db);
  await activateVectorSpace(store.db, "next");
  expect(await index.state("acc")).toMatchObject({ fingerprint: "next", pending: 1, flushedSeq: 0, baseVersion: 0 });
  expect(await index.changes("acc", 0, 10)).toMatchObject([{ memory: { vector: undefined } }]);
  await complete("next");
  expect(await index.state("acc")).toMatchObject({ pending: 0 });
  await activateVectorSpace(store.db, space);
  expect(await index.state("acc")).toMatchObject({ fingerprint: space, pending: 0 });
  expect(await findings(store.db)).toEqual([]);
});

test("a vector of a space that is being filled leaves the memory to be embedded in the one that is searched", async () => {
  await using store = await temporaryStore();
  await store.account("acc");
  const id = await say(store.db, ana, "text");
  await activateVectorSpace(store.db, space);
  const embeddings = new SqlEmbeddingStore(store.db);
  const [job] = await embeddings.claim(space, 10, 1_000);
  await embeddings.release([job!], 0);
  const index = new SqlIndexStore(store.db);
  const before = await index.state("acc");
  await embeddings.complete("next", [{ job: job!, vector }]);
  // Nor is there anything to load, to read or to flush.
  expect(await index.state("acc")).toEqual(before);
  expect(await embeddings.backlog()).toBe(1);
  expect(await embeddings.claim(space, 10, 1_000)).toMatchObject([{ id }]);
  await activateVectorSpace(store.db, "next");
  expect(await embeddings.backlog()).toBe(0);
});

test("a search does not wait for the vector of a text that was put off for long", async () => {
  await using store = await temporaryStore();
  await activateVectorSpace(store.db, space);
  await store.account("acc");
  await new SqlMessageStore(store.db).add(ana, [message("one"), message("two")]);
  const embeddings = new SqlEmbeddingStore(store.db);
  const index = new SqlIndexStore(store.db);
  const jobs = await embeddings.claim(space, 8, 60_000);
  expect((await index.state("acc"))!.pending).toBe(2);
  await embeddings.release(jobs.slice(0, 1), 24 * 3_600_000);
  expect((await index.state("acc"))!.pending).toBe(1);
});

test("what was put off for long is recalled; what is claimed is not", async () => {
  await using store = await temporaryStore();
  await activateVectorSpace(store.db, space);
  await store.account("acc");
  await new SqlMessageStore(store.db).add(ana, [message("refused"), message("claimed")]);
  const embeddings = new SqlEmbeddingStore(store.db);
  await embeddings.recall(60_000);
  const jobs = await embeddings.claim(space, 8, 60_000);
  await embeddings.release(jobs.slice(0, 1), 24 * 3_600_000);
  expect(await embeddings.claim(space, 8, 60_000)).toEqual([]);
  await embeddings.recall(60_000);
  expect(await embeddings.claim(space, 8, 60_000)).toMatchObject([{ text: "refused" }]);
});

test("what is claimed while a recall waits for its turn keeps its claim", async () => {
  await using store = await temporaryStore();
  await activateVectorSpace(store.db, space);
  await store.account("acc");
  await new SqlMessageStore(store.db).add(ana, [message("refused"), message("claimed")]);
  let now = Date.now();
  const embeddings = new SqlEmbeddingStore(store.db, () => now);
  const [refused] = await embeddings.claim(space, 1, 60_000);
  await embeddings.release([refused!], 24 * 3_600_000);
  const { writer } = store.db;
  const write = writer.write.bind(writer);
  vi.spyOn(writer, "write").mockImplementationOnce(async (work) => {
    now += 1_000;
    expect(await embeddings.claim(space, 8, 60_000)).toMatchObject([{ text: "claimed" }]);
    return write(work);
  });
  await embeddings.recall(60_000);
  expect(await embeddings.claim(space, 8, 60_000)).toMatchObject([{ text: "refused" }]);
});
