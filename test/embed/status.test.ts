import { afterEach, beforeEach, expect, it } from "vitest";
import { createEmbedder } from "../../src/embed/create.ts";
import type { QueuedEmbedder } from "../../src/embed/queued.ts";
import type { AppError } from "../../src/error.ts";
import { OpenaiServer, toy } from "./openai-server.ts";

/** What the operator is told of an endpoint's errors: its own name for them, and none of its words. */

const KEY = "sk-secret";

let server: OpenaiServer;
let url: string;
let embedder: QueuedEmbedder;

beforeEach(async () => {
  server = new OpenaiServer(toy);
  url = await server.listen();
  embedder = await createEmbedder({ kind: "openai", url, model: "m", key: KEY, dimensions: 2 });
});
afterEach(async () => {
  await embedder.close();
  await server.close();
});

async function told(): Promise<string> {
  const error = await embedder.embed(["x"]).then(
    () => expect.fail("it did not fail"),
    (reason: AppError) => reason,
  );
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(KEY);
  return error.message;
}

it.each([
  [401, { error: { message: `bad ${KEY}`, code: "invalid_api_key" } }, " (invalid_api_key): CAIRN_EMBEDDER_KEY is"],
  [404, { error: { message: "no", type: "model_not_found", code: null } }, " (model_not_found): there is no"],
  [404, "404 page not found", ": there is no embedding endpoint at URL/embeddings, or no model of the name in"],
  [429, { error: { code: "insufficient_quota" } }, " (insufficient_quota)"],
  [429, { error: "overloaded", error_type: "Overloaded" }, " (Overloaded)"],
  [403, { error: { code: KEY, type: `a text, perhaps` } }, ": CAIRN_EMBEDDER_KEY"],
])("tells of a %i what the endpoint calls it, and what can be done: %j", async (status, body, expected) => {
  server.replies.push((response) => response.writeHead(status, { "retry-after": "60" }).end(JSON.stringify(body)));
  expect(await told()).toContain(`the embedding endpoint failed: status ${status}${expected.replace("URL", url)}`);
});

it("tells of an error that comes with a 200", async () => {
  server.replies.push((response) => void response.end('{"error":{"message":"x","code":"overloaded_error"}}'));
  expect(await told()).toBe("the embedding endpoint sent an error (overloaded_error) with status 200");
});

it("does not wait for the end of an error's body, and tries again", async () => {
  server.replies.push((response) => void response.writeHead(503).write("busy"));
  expect(await embedder.embed(["x"])).toHaveLength(1);
  expect(server.seen).toHaveLength(2);
});

it("knows a status whose body breaks off", async () => {
  server.replies.push((response) => {
    response.writeHead(401, { "content-length": "100" }).write("no", () => response.destroy());
  });
  expect(await told()).toContain("the embedding endpoint failed: status 401: CAIRN_EMBEDDER_KEY is");
});

it("takes no code from a body that is too large", async () => {
  const padding = " ".repeat(17 * 1024);
  server.replies.push((response) => response.writeHead(401).end(`{"error":{"code":"invalid_api_key"}}${padding}`));
  expect(await told()).not.toContain("invalid_api_key");
});
