import { afterEach, beforeEach, expect, it } from "vitest";
import { createEmbedder } from "../../src/embed/create.ts";
import type { QueuedEmbedder } from "../../src/embed/queued.ts";
import { OpenaiServer, sendStatus, sendVectors, toy, type Reply } from "./openai-server.ts";

/** Texts that wait behind four runs, which is what goes on at the same time. */

let server: OpenaiServer;
let url: string;
let embedder: QueuedEmbedder;
let busy: Promise<PromiseSettledResult<unknown>[]>;
let answer: PromiseWithResolvers<Reply>;

const sendGood: Reply = (response, { input }) => {
  sendVectors(
    response,
    input.map(() => Float32Array.of(1, 0)),
  );
};

beforeEach(async () => {
  answer = Promise.withResolvers();
  const follow: Reply = async (response, request) => {
    server.replies.push(follow);
    (await answer.promise)(response, request);
  };
  server = new OpenaiServer(toy);
  server.replies.push(follow);
  url = await server.listen();
  embedder = await createEmbedder({ kind: "openai", url, model: "m", dimensions: 2 });
  busy = Promise.allSettled([1, 2, 3, 4].map((run) => embedder.embed([`fills run ${run}`])));
});
afterEach(async () => {
  await embedder.close();
  await server.close();
});

const asked = () => server.seen.flatMap(({ input }) => input);

it("are not asked for, where the caller goes away meanwhile", async () => {
  const gone = new AbortController();
  const left = embedder.embed(["left alone"], { signal: gone.signal });
  gone.abort();
  await expect(left).rejects.toMatchObject({ code: "cancelled" });
  answer.resolve(sendGood);
  await busy;
  await embedder.embed(["what comes next"]);
  expect(asked()).not.toContain("left alone");
  expect(asked()).toContain("what comes next");
});

it("are refused at once, where the endpoint is found to be down", async () => {
  // Two of the four fail before it counts as down: so many batches are taken from the line by then.
  const first = embedder.embed(Array.from({ length: 2 * 32 }, (_, i) => `text ${i}`)).catch(() => undefined);
  const last = embedder.embed(["the last"]);
  answer.resolve(sendStatus(401));
  await expect(last).rejects.toMatchObject({ code: "unavailable", message: "the embedder is unavailable" });
  await Promise.all([busy, first]);
  expect(asked()).not.toContain("the last");
});

const query = (signal?: AbortSignal) => embedder.embed(["who asks this?"], { role: "query", signal });
const timesAsked = () => asked().filter((text) => text === "who asks this?").length;

it("are asked for once, where several ask for the same, and each gets a vector of its own", async () => {
  const all = Promise.all(Array.from({ length: 20 }, () => query()));
  answer.resolve(sendGood);
  const vectors = (await all).map(([vector]) => vector!);
  expect(timesAsked()).toBe(1);
  vectors[0]!.fill(7);
  expect(vectors[1]).toEqual(Float32Array.of(1, 0));
  expect(await query()).toEqual([Float32Array.of(1, 0)]);
});

it("are asked for as long as one of those who ask for the same waits, and no longer", async () => {
  const [first, second, last] = [new AbortController(), new AbortController(), new AbortController()];
  const gone = [query(first.signal), query(second.signal)];
  const stays = query(last.signal);
  first.abort();
  second.abort();
  for (const each of gone) await expect(each).rejects.toMatchObject({ code: "cancelled" });
  last.abort();
  await expect(stays).rejects.toMatchObject({ code: "cancelled" });
  // Nobody is left: who comes now does not wait for what was taken from the line.
  const late = query();
  answer.resolve(sendGood);
  expect(await late).toEqual([Float32Array.of(1, 0)]);
  expect(timesAsked()).toBe(1);
});

it("are asked for once, where who asked first goes away while the endpoint has them", async () => {
  await embedder.close();
  embedder = await createEmbedder({ kind: "openai", url, model: "m", dimensions: 2 });
  const first = new AbortController();
  const gone = query(first.signal);
  await expect.poll(timesAsked).toBe(1);
  first.abort();
  await expect(gone).rejects.toMatchObject({ code: "cancelled" });
  const late = query();
  answer.resolve(sendGood);
  expect(await late).toEqual([Float32Array.of(1, 0)]);
  expect(timesAsked()).toBe(1);
});

it("fail for all who ask for the same", async () => {
  const all = Promise.allSettled([query(), query(), query()]);
  answer.resolve(sendStatus(401));
  const results = await all;
  for (const result of results) expect(result).toMatchObject({ status: "rejected", reason: { code: "unavailable" } });
  expect(timesAsked()).toBeLessThanOrEqual(1);
});

it("are asked for by each call of documents", async () => {
  const both = Promise.all([embedder.embed(["who asks this?"]), embedder.embed(["who asks this?", "other"])]);
  answer.resolve(sendGood);
  await both;
  expect(timesAsked()).toBe(2);
});
