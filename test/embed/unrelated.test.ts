import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createEmbedder } from "../../src/embed/create.ts";
import type { QueuedEmbedder } from "../../src/embed/queued.ts";
import { AppError } from "../../src/error.ts";
import type { Embedder } from "../../src/memory/embedder.ts";
import { measureUnrelated } from "../../src/embed/unrelated.ts";
import { wordVector } from "../fixture/stores.ts";
import { OpenaiServer, sendStatus, sendVectors, toy, type Reply } from "./openai-server.ts";

/** One direction that all texts share, so that cosines begin at `share`. */
const raised = (share: number): Embedder => ({
  ...toy,
  dimensions: 33,
  embed: async (texts) =>
    texts.map((text) =>
      Float32Array.of(...wordVector(text).map((value) => value * Math.sqrt(1 - share)), Math.sqrt(share)),
    ),
});

let server: OpenaiServer;
let embedder: QueuedEmbedder;

beforeEach(() => {
  server = new OpenaiServer(raised(0.7));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await embedder.close();
  await server.close();
});

async function make(): Promise<QueuedEmbedder> {
  return (embedder = await createEmbedder({ kind: "openai", url: await server.listen(), model: "m", dimensions: 33 }));
}

test("is measured of an endpoint, once, with the start", async () => {
  await make();
  await embedder.start();
  const asked = server.seen.length;
  const { query, document } = await embedder.unrelated();
  expect(query).toBeGreaterThan(0.65);
  expect(query).toBeLessThan(0.8);
  expect(document).toBeCloseTo(query, 6);
  expect(server.seen).toHaveLength(asked);
});

test("is measured later, where the endpoint was down at the start", async () => {
  await make();
  server.replies.push(sendStatus(401));
  await expect(embedder.start()).rejects.toMatchObject({ code: "unavailable" });
  expect((await embedder.unrelated()).query).toBeGreaterThan(0.65);
});

test("is not asked for with each search, where measuring it fails: a second later, and then ever later", async () => {
  await make();
  const failed = async () => {
    server.replies.push(sendStatus(401));
    const asked = server.seen.length;
    await expect(embedder.unrelated()).rejects.toMatchObject({ code: "unavailable" });
    for (let i = 0; i < 5; i++) await expect(embedder.unrelated()).rejects.toMatchObject({ code: "unavailable" });
    expect(server.seen).toHaveLength(asked + 1);
  };
  const passed = async (ms: number) => {
    const now = performance.now() + ms;
    vi.spyOn(performance, "now").mockImplementation(() => now);
  };
  await failed();
  await passed(1_000);
  await failed();
  await passed(1_000);
  const asked = server.seen.length;
  await expect(embedder.unrelated()).rejects.toMatchObject({ code: "unavailable" });
  expect(server.seen).toHaveLength(asked);
  await passed(1_000);
  expect((await embedder.unrelated()).query).toBeGreaterThan(0.65);
});

test("is measured where the endpoint takes few texts at a time, and not every one", async () => {
  await make();
  const embed: Embedder["embed"] = async (texts, options) => {
    const isRefused = texts.length > 3 || texts.some((text) => text.startsWith("TypeError"));
    if (isRefused) throw new AppError("invalid_argument", "refused");
    return embedder.embed(texts, options);
  };
  expect((await measureUnrelated(embed)).query).toBeGreaterThan(0.65);
});

test("is not measured, nor remembered, where the endpoint refuses most texts", async () => {
  await make();
  const refuseMost: Reply = (response, request) => {
    const { input } = request;
    if (input.length > 1 || input[0]!.length > 40) sendStatus(400)(response, request);
    else sendVectors(response, [Float32Array.of(...wordVector(input[0]!), 1)]);
  };
  server.replies.push(...Array.from({ length: 100 }, () => refuseMost));
  const failure = { code: "unavailable", message: expect.stringContaining("only 4 of 16 harmless texts") };
  await expect(embedder.start()).rejects.toMatchObject(failure);
  server.replies.length = 0;
  await expect.poll(() => embedder.unrelated().catch(() => undefined), { timeout: 5_000 }).toBeDefined();
  expect((await embedder.unrelated()).query).toBeGreaterThan(0.65);
});

test("is never so high that nothing is left above it", async () => {
  await make();
  expect(await measureUnrelated(async (texts) => texts.map(() => Float32Array.of(1, 0)))).toEqual({
    query: 0.95,
    document: 0.95,
  });
  const opposed = async (texts: string[]) => texts.map((_text, at) => Float32Array.of(at % 2 === 0 ? 1 : -1, 0));
  expect(await measureUnrelated(opposed)).toEqual({ query: 0, document: 0 });
});

test("is nothing that the built-in model has to measure", async () => {
  await make();
  const builtin = await createEmbedder({ kind: "builtin" });
  expect(await builtin.unrelated()).toEqual({ query: 0, document: 0 });
  await builtin.close();
});
