import { afterEach, beforeEach, expect, it } from "vitest";
import { createEmbedder } from "../../src/embed/create.ts";
import type { QueuedEmbedder } from "../../src/embed/queued.ts";
import { OpenaiServer, sendStatus, sendVectors, toy, type Reply } from "./openai-server.ts";

/** Texts that wait behind four runs, which is what goes on at the same time. */

let server: OpenaiServer;
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
  const url = await server.listen();
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
