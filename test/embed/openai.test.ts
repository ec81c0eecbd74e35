import { createServer } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createEmbedder } from "../../src/embed/create.ts";
import type { OpenaiConfig } from "../../src/embed/openai/config.ts";
import type { QueuedEmbedder } from "../../src/embed/queued.ts";
import type { AppError } from "../../src/error.ts";
import { harmlessText, type Embedder } from "../../src/memory/embedder.ts";
import { embedEach } from "../../src/memory/background/embedding/embed-each.ts";
import { OpenaiServer, sendStatus, sendVectors, toy, type Reply } from "./openai-server.ts";

const KEY = "sk-secret";

/** What is embedded before a refusal is believed. */
const harmless = [harmlessText];
const sendVector =
  (vector: number[]): Reply =>
  (response) =>
    sendVectors(response, [Float64Array.from(vector)]);

let server: OpenaiServer;
let url: string;
const open: Embedder[] = [];

beforeEach(async () => {
  server = new OpenaiServer(toy);
  url = await server.listen();
});
afterEach(async () => {
  for (const embedder of open.splice(0)) await embedder.close();
  await server.close();
});

async function make(more: Partial<OpenaiConfig> = { dimensions: 2 }): Promise<QueuedEmbedder> {
  const embedder = await createEmbedder({ kind: "openai", url, model: "m", key: KEY, ...more });
  open.push(embedder);
  return embedder;
}

async function failure(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => expect.fail("it did not fail"),
    (reason: AppError) => reason,
  );
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(KEY);
  return error;
}

describe("the wire", () => {
  it("asks for the model's vectors with the key, at most 32 texts at a time", async () => {
    const embedder = await make();
    await embedder.embed(Array.from({ length: 70 }, (_, i) => `text ${i}`));
    expect(server.seen.map((request) => request.input.length)).toEqual([32, 32, 6]);
    expect(server.seen[0]).toMatchObject({ authorization: `Bearer ${KEY}`, path: "/v1/embeddings", model: "m" });
    expect(server.seen[0]).toHaveProperty("dimensions", 2);
  });

  it("learns the dimensions where none are configured", async () => {
    const embedder = await make({});
    expect(embedder.dimensions).toBe(2);
    expect(server.seen[0]).not.toHaveProperty("dimensions");
  });

  it("takes the dimensions of the space there is where the endpoint does not answer, and does not ask for them", async () => {
    const spaceBefore = vi.fn<(beginning: string) => Promise<string>>(async (beginning) => `${beginning}2`);
    server.replies.push(sendStatus(400));
    const embedder = await make({ spaceBefore });
    expect(spaceBefore).toHaveBeenCalledExactlyOnceWith(`openai/m@${new URL(url).host}/`);
    expect(embedder.fingerprint).toBe(`openai/m@${new URL(url).host}/2`);
    await embedder.embed(["x"]);
    expect(server.seen[1]).not.toHaveProperty("dimensions");
  });

  it("does not start without an answer where there is no space yet", async () => {
    server.replies.push(sendStatus(400));
    const { code, message } = await failure(make({ spaceBefore: async () => undefined }));
    expect(code).toBe("unavailable");
    expect(message).toBe("even a harmless text fails: the embedding endpoint refused the text: status 400");
  });

  it("leaves the dimensions out where the model refuses to be asked for them", async () => {
    const follow: Reply = (response, request) => {
      server.replies.push(follow);
      if ("dimensions" in request || request.input.includes("bad")) return sendStatus(400)(response, request);
      sendVectors(
        response,
        request.input.map(() => Float32Array.of(1, 0)),
      );
    };
    server.replies.push(follow);
    const embedder = await make();
    await embedder.embed(["x", "y"]);
    const asked = server.seen.map((request) => ["dimensions" in request, ...request.input]);
    expect(asked).toEqual([
      [true, "x", "y"],
      [true, ...harmless],
      [false, ...harmless],
      [false, "x", "y"],
    ]);
    expect(await failure(embedder.embed(["bad"]))).toMatchObject({ code: "invalid_argument" });
    const other = await make({ dimensions: 3 });
    expect((await failure(other.embed(["x"]))).message).toContain("2 dimensions instead of 3");
  });

  it("keeps asking for dimensions of an endpoint that refuses only a text", async () => {
    const embedder = await make();
    server.replies.push(sendStatus(400));
    expect(await failure(embedder.embed(["bad"]))).toMatchObject({ code: "invalid_argument" });
    await embedder.embed(["x"]);
    expect(server.seen.at(-1)).toHaveProperty("dimensions", 2);
  });

  it("cuts at 8,000 bytes, between characters, and sends nothing blank", async () => {
    const embedder = await make();
    await embedder.embed(["語".repeat(10_000), " \n"]);
    expect(server.seen[0]!.input).toEqual(["語".repeat(2_666), "."]);
  });

  it("asks once for a query that comes again", async () => {
    const embedder = await make();
    for (let i = 0; i < 3; i++) await embedder.embed(["again"], { role: "query" });
    expect(server.seen).toHaveLength(1);
  });
});

describe("failures", () => {
  it("waits as long as a 429 asks, then tries again", async () => {
    const embedder = await make();
    server.replies.push(sendStatus(429, { "retry-after": "1" }));
    const startMs = performance.now();
    await embedder.embed(["x"]);
    expect(performance.now() - startMs).toBeGreaterThan(990);
    expect(server.seen).toHaveLength(2);
  });

  it("waits for parts of a second, too", async () => {
    const embedder = await make();
    const startMs = performance.now();
    server.replies.push(sendStatus(429, { "retry-after": "0.7" }));
    await embedder.embed(["x"]);
    expect(performance.now() - startMs).toBeGreaterThan(690);
  });

  it("does not wait for a far Retry-After, but passes it on", async () => {
    const embedder = await make();
    server.replies.push(sendStatus(429, { "retry-after": "600" }));
    expect(await failure(embedder.embed(["x"]))).toMatchObject({ code: "unavailable", retryAfterS: 600 });
  });

  it("tries three times through 500s, then is down after three such calls, and tries again later", async () => {
    const embedder = await make();
    for (let i = 0; i < 9; i++) server.replies.push(sendStatus(503, { "retry-after": "0" }));
    for (let i = 0; i < 3; i++) {
      expect(embedder.healthy()).toBe(true);
      expect(await failure(embedder.embed(["x"]))).toMatchObject({ code: "unavailable" });
    }
    expect(server.seen).toHaveLength(9);
    expect(embedder.healthy()).toBe(false);
    expect(await failure(embedder.embed(["x"]))).toMatchObject({ code: "unavailable", retryAfterS: 1 });
    expect(server.seen).toHaveLength(9);
    await expect.poll(() => embedder.healthy(), { timeout: 2_000 }).toBe(true);
    await embedder.embed(["x"]);
  });

  it("gives up on an endpoint that hangs", async () => {
    const embedder = await make({ dimensions: 2, timeoutMs: 50 });
    server.replies.push(() => undefined);
    expect((await failure(embedder.embed(["x"]))).message).toBe(
      "the embedding endpoint failed: no answer within 50 ms",
    );
  });

  it("follows no redirect", async () => {
    let led = 0;
    const elsewhere = createServer((_request, response) => void response.end(String(led++)));
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
    const address = elsewhere.address();
    const location = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`;
    server.replies.push(sendStatus(307, { location }));
    const embedder = await make();
    expect((await failure(embedder.embed(["x"]))).message).toContain("status 307: redirects are not followed");
    expect(led).toBe(0);
    elsewhere.close();
  });

  it.each([
    ["other dimensions", [3, 4, 5], "3 dimensions instead of 2"],
    ["no direction", [0, 0], "a vector without direction"],
    ["no numbers", [], "an embedding that is not a list of numbers"],
  ])("refuses a vector with %s", async (_name, vector, message) => {
    server.replies.push((response) => sendVectors(response, [Float32Array.from(vector)]));
    const embedder = await make();
    expect((await failure(embedder.embed(["x"]))).message).toBe(`the embedding endpoint sent ${message}`);
  });

  it.each(["not json", "{}", '{"data":[]}', '{"data":[{"index":7,"embedding":[1,2]}]}', "null"])(
    "refuses the answer %s",
    async (body) => {
      server.replies.push((response) => void response.end(body));
      expect(await failure((await make()).embed(["x"]))).toMatchObject({ code: "unavailable" });
    },
  );

  it("refuses an answer without end", async () => {
    server.replies.push((response) => void response.end(JSON.stringify({ data: ["x".repeat(8 * 2 ** 20)] })));
    const refused = await failure((await make()).embed(["x"]));
    expect(refused.message).toBe("the embedding endpoint failed: an answer that is too large");
  });

  it.each([400, 413, 422])(
    "embeds as much of a text as the model takes where a %i says that it is too long",
    async (status) => {
      const embedder = await make();
      const follow: Reply = (response, request) => {
        server.replies.push(follow);
        if (request.input.some((text) => text.length > 1_200)) return sendStatus(status)(response, request);
        sendVectors(
          response,
          request.input.map((text) => Float32Array.of(1, text.length)),
        );
      };
      server.replies.push(follow);
      const [vector] = await embedder.embed(["\u{1f600}".repeat(1_999)]);
      expect(server.seen.at(-1)!.input[0]).toMatch(/^(\u{1f600})+$/u);
      expect(server.seen.map(({ input }) => input[0]!.length)).toEqual([3_998, harmlessText.length, 1_998, 998]);
      expect(vector).toBeDefined();
    },
  );

  it("lets a refused text fail alone", async () => {
    const refuse = sendStatus(400);
    const sendOne: Reply = (response) => sendVectors(response, [Float32Array.of(1, 0)]);
    const slow: Reply = (response, request) => void setTimeout(() => sendOne(response, request), 30);
    server.replies.push(slow, slow, slow, slow, refuse, sendOne, sendOne, refuse);
    const embedder = await make();
    const busy = [1, 2, 3, 4].map((i) => embedder.embed([`fills run ${i}`]));
    const [good, bad] = await Promise.allSettled([embedder.embed(["good"]), embedder.embed(["bad"])]);
    await Promise.all(busy);
    const asked = server.seen.slice(4).map((request) => request.input);
    expect(asked).toEqual([["good", "bad"], harmless, ["good"], ["bad"], harmless]);
    expect(good.status).toBe("fulfilled");
    expect(bad).toMatchObject({ status: "rejected", reason: { code: "invalid_argument" } });
    expect(embedder.healthy()).toBe(true);
  });

  it("does not take a call apart: who asked for many texts divides them", async () => {
    const embedder = await make();
    await embedder.embed(["first"]);
    server.replies.push(sendStatus(400));
    const refused = await failure(embedder.embed(["good", "bad", "fine"]));
    expect(refused).toMatchObject({ code: "invalid_argument" });
    expect(server.seen.map((request) => request.input)).toEqual([["first"], ["good", "bad", "fine"], harmless]);
  });

  it("takes it for its own fault where it refuses even a harmless text", async () => {
    const embedder = await make();
    await embedder.embed(["first"]);
    for (let i = 0; i < 6; i++) server.replies.push(sendStatus(400));
    for (let i = 0; i < 3; i++) {
      expect(await failure(embedder.embed(["x"]))).toMatchObject({
        code: "unavailable",
        message: "even a harmless text fails: the embedding endpoint refused the text: status 400",
      });
    }
    expect(embedder.healthy()).toBe(false);
  });

  it("does not take it for sound any more once it has failed", async () => {
    const embedder = await make();
    await embedder.embed(["first"]);
    server.replies.push(sendStatus(400));
    expect(await failure(embedder.embed(["one", "other"]))).toMatchObject({ code: "invalid_argument" });
    server.replies.push(sendStatus(401), sendStatus(400), sendStatus(400));
    expect(await failure(embedder.embed(["x"]))).toMatchObject({ code: "unavailable" });
    expect(await failure(embedder.embed(["one", "other"]))).toMatchObject({ code: "unavailable" });
  });

  it("is down after three starts that failed", async () => {
    const embedder = await make();
    for (let i = 0; i < 3; i++) {
      expect(embedder.healthy()).toBe(true);
      server.replies.push(sendStatus(401));
      expect(await failure(embedder.start())).toMatchObject({ code: "unavailable" });
    }
    expect(embedder.healthy()).toBe(false);
  });

  it.each([
    ["a vector without direction", sendVector([0, 0])],
    ["a vector that is not finite", sendVector([1e39, 1])],
    ["a null in a vector", sendVector([1, Number.NaN])],
    ["a 500", sendStatus(500, { "retry-after": "0" })],
  ])("takes %s for the text's fault where it takes a harmless one", async (_name, bad) => {
    const embedder = await make();
    const follow: Reply = (response, request) => {
      server.replies.push(follow);
      if (request.input.includes("bad")) return bad(response, request);
      sendVectors(
        response,
        request.input.map(() => Float32Array.of(1, 0)),
      );
    };
    server.replies.push(follow);
    for (let i = 0; i < 6; i++) {
      const refused = embedder.embed(["bad"], { role: "query" });
      expect(await failure(refused)).toMatchObject({ code: "invalid_argument" });
    }
    expect(embedder.healthy()).toBe(true);
    await embedder.embed(["good"]);
  });

  it.each([500, 502, 504])("refuses no text for a %i that passes", async (status) => {
    const embedder = await make();
    await embedder.embed(["first"]);
    const fails = sendStatus(status, { "retry-after": "0" });
    // After a 500 the harmless text waits for it to pass; after the others the text itself does.
    server.replies.push(...(status === 500 ? [fails, fails, fails] : [fails, fails]));
    await embedder.embed(["x"]);
    const harmlessly = [["x"], harmless, harmless, harmless, ["x"]];
    const asked = server.seen.slice(1).map((request) => request.input);
    expect(asked).toEqual(status === 500 ? harmlessly : [["x"], ["x"], ["x"]]);
  });

  it("does not work before the first success, and until the next one from where it is down", async () => {
    const embedder = await make();
    expect(embedder.works()).toBe(true);
    server.replies.push(...Array.from({ length: 5 }, () => sendStatus(401)));
    await failure(embedder.start());
    expect([embedder.works(), embedder.healthy()]).toEqual([false, true]);
    server.replies.length = 0;
    await embedder.embed(["x"]);
    expect(embedder.works()).toBe(true);
    server.replies.push(...Array.from({ length: 3 }, () => sendStatus(401)));
    for (const works of [true, true, false]) {
      await failure(embedder.embed(["x"]));
      expect(embedder.works()).toBe(works);
    }
    await expect.poll(() => embedder.healthy(), { timeout: 2_000 }).toBe(true);
    expect(embedder.works()).toBe(false);
  });

  it.each([502, 504])("takes a %i that stays for a fault of its own", async (status) => {
    const embedder = await make();
    server.replies.push(...Array.from({ length: 3 }, () => sendStatus(status, { "retry-after": "0" })));
    expect(await failure(embedder.embed(["x"]))).toMatchObject({ code: "unavailable" });
  });

  it("asks few times for each text of a batch that breaks it", async () => {
    const embedder = await make();
    const bad = ["text 5", "text 20"];
    const follow: Reply = (response, request) => {
      server.replies.push(follow);
      if (request.input.some((text) => bad.includes(text))) return sendStatus(500)(response, request);
      sendVectors(
        response,
        request.input.map(() => Float32Array.of(1, 0)),
      );
    };
    await embedder.embed(["first"]);
    server.replies.push(follow);
    const jobs = Array.from({ length: 32 }, (_, i) => ({ account: "a", id: "", contentHash: "", text: `text ${i}` }));
    const { done, refused } = await embedEach(embedder, jobs, new AbortController().signal);
    expect([done.length, refused.map(({ text }) => text)]).toEqual([30, bad]);
    const counts = Map.groupBy(server.seen, ({ input }) => input.join());
    // To divide the batch, and before each of the two is refused.
    expect(counts.get(harmlessText)).toHaveLength(3);
    for (const text of bad) expect(counts.get(text)).toHaveLength(2);
    expect(server.seen).toHaveLength(1 + 19 + 3 + bad.length);
    expect(embedder.healthy()).toBe(true);
  });

  it("never repeats the key", async () => {
    server.replies.push(sendStatus(401));
    const refused = await failure((await make()).embed(["x"]));
    expect(refused.message).toBe(
      "the embedding endpoint failed: status 401: CAIRN_EMBEDDER_KEY is missing, wrong or not allowed to do this",
    );
    const badKey = await failure(createEmbedder({ kind: "openai", url, model: "m", key: `${KEY}\n` }));
    expect(badKey.message).toBe("key: must be visible ASCII characters");
    const badUrl = await failure(createEmbedder({ kind: "openai", url: `http://u:${KEY}@localhost/`, model: "m" }));
    expect(badUrl.message).toBe("url: must not hold a user or password");
    await server.close();
    const away = await failure(make({}));
    expect(away.message).toBe("the embedding endpoint failed: ECONNREFUSED");
  });
});
