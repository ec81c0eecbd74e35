import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AppError } from "../../src/error.ts";
import { createEmbedder } from "../../src/embed/create.ts";
import type { QueueOptions, QueuedEmbedder } from "../../src/embed/queued.ts";
import { OpenaiServer } from "./openai-server.ts";

const TEXTS = [
  "I moved to Lisbon in May.",
  "x",
  "The invoice is due on Friday, says the accountant.",
  "",
  "Übermorgen um neun, à bientôt",
];
const JAPANESE = "日本語の文";

let source: QueuedEmbedder;
let server: OpenaiServer;
let url: string;

beforeAll(async () => {
  source = await createEmbedder({ kind: "builtin" });
  server = new OpenaiServer(source);
  url = await server.listen();
});
afterAll(async () => {
  await server.close();
  await source.close();
});

describe.each([
  ["builtin", (options?: QueueOptions) => createEmbedder({ kind: "builtin" }, options), false],
  ["openai", (options?: QueueOptions) => createEmbedder({ kind: "openai", url, model: "m" }, options), true],
])("an embedder: %s", (_name, make, readsJapanese) => {
  let embedder: QueuedEmbedder;
  beforeAll(async () => {
    embedder = await make();
    await embedder.start();
  });
  afterAll(() => embedder.close());

  it("names its space and its size", () => {
    expect(embedder.fingerprint).toMatch(/^(builtin\/all-MiniLM-L6-v2@7c823ab33028|openai\/m@127\.0\.0\.1:\d+\/384)$/);
    expect(embedder.dimensions).toBe(384);
  });

  it("gives one normalised vector a text, in order, the same alone as in company", async () => {
    const together = await embedder.embed(TEXTS);
    expect(together).toHaveLength(TEXTS.length);
    for (const [i, text] of TEXTS.entries()) {
      const [alone] = await embedder.embed([text]);
      expect(dot(together[i]!, together[i]!)).toBeCloseTo(1, 5);
      expect(Buffer.from(alone!.buffer).equals(Buffer.from(together[i]!.buffer))).toBe(true);
    }
  });

  it("gives a vector of what it can read alone, and keeps none of the rest", async () => {
    const vectors = await embedder.embed(["x", JAPANESE, "y"], { role: "query" });
    expect(vectors.map((vector) => vector !== undefined)).toEqual([true, readsJapanese, true]);
    expect(embedder.known(JAPANESE) !== undefined).toBe(readsJapanese);
  });

  it("knows what it was asked as a query, and nothing else", async () => {
    const [vector] = await embedder.embed(["Where is the ferry?"], { role: "query" });
    await embedder.embed(["A document about ferries."]);
    expect(embedder.known("Where is the ferry?")).toEqual(vector);
    expect(embedder.known("A document about ferries.")).toBeUndefined();
  });

  it("takes no text at all", async () => {
    expect(await embedder.embed([])).toEqual([]);
  });

  it("finds a paraphrase closer than another subject", async () => {
    for (const [text, near, far] of [
      ["When is my dentist appointment?", "The tooth doctor sees me on Tuesday", "The tests run in CI on every push"],
      ["She adopted a puppy", "A young dog joined her home", "The stock market fell"],
      ["How do I reset my password?", "I cannot log in to my account", "Bread needs flour and water"],
    ] as const) {
      const [a, b, c] = await embedder.embed([text, near, far]);
      expect(dot(a!, b!)).toBeGreaterThan(dot(a!, c!) + 0.1);
    }
  });

  it("reads long texts by their beginning", async () => {
    const long = "the harbour at night ".repeat(13_000);
    const [vector, cut] = await embedder.embed([long, long.slice(0, 8_000)]);
    expect(dot(vector!, cut!)).toBeCloseTo(1, 6);
    await embedder.embed(["a".repeat(262_144), "\u0301".repeat(262_144), "\ud800".repeat(9_000)]);
  });

  it("gives copies: no caller changes what the next one gets", async () => {
    const [first] = await embedder.embed(["a repeated query"], { role: "query" });
    const kept = first!.slice();
    first!.fill(0);
    const [second] = await embedder.embed(["a repeated query"], { role: "query" });
    expect(second).toEqual(kept);
  });

  it("serves queries before the documents that wait", async () => {
    const order: string[] = [];
    const documents = Array.from({ length: 200 }, (_, i) => `document ${i} about the weather in the mountains`);
    const bulk = embedder.embed(documents).then(() => order.push("documents"));
    const query = embedder.embed(["a new query"], { role: "query" }).then(() => order.push("query"));
    await Promise.all([bulk, query]);
    expect(order).toEqual(["query", "documents"]);
  });

  it("stops waiting when told to", async () => {
    const aborted = AbortSignal.abort();
    await expect(embedder.embed(["x"], { signal: aborted })).rejects.toMatchObject({ code: "cancelled" });
    const passed = new AppError("deadline_exceeded", "the caller's deadline has passed");
    await expect(embedder.embed(["x"], { signal: AbortSignal.abort(passed) })).rejects.toBe(passed);
    const bulk = embedder.embed(Array.from({ length: 64 }, (_, i) => `filler ${i} `.repeat(8)));
    const signal = AbortSignal.timeout(10);
    const late = embedder.embed(
      Array.from({ length: 64 }, (_, i) => `late ${i}`),
      { signal },
    );
    await expect(late).rejects.toMatchObject({ code: "deadline_exceeded" });
    await bulk;
    expect(embedder.healthy()).toBe(true);
  });

  it("refuses whole what does not fit, but queries not for documents", async () => {
    const small = await make({ waitingMax: 300 });
    const documents = Array.from({ length: 300 }, (_, i) => `some document ${i}`);
    const bulk = Promise.allSettled([small.embed(documents)]);
    await expect(small.embed(documents)).rejects.toMatchObject({ code: "unavailable", retryAfterS: 1 });
    await small.embed(["a query"], { role: "query" });
    await small.close();
    expect(await bulk).toMatchObject([{ status: "rejected", reason: { code: "unavailable" } }]);
  });

  it("is closed once, and refuses from then on", async () => {
    const other = await make();
    const bulk = Promise.allSettled([other.embed(Array.from({ length: 300 }, (_, i) => `waits ${i}`))]);
    expect(other.close()).toBe(other.close());
    await other.close();
    expect(await bulk).toMatchObject([{ status: "rejected", reason: { code: "unavailable" } }]);
    expect(other.healthy()).toBe(false);
    await expect(other.embed(["x"])).rejects.toMatchObject({ code: "unavailable" });
  });
});

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}
