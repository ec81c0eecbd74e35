import { afterEach, beforeEach, expect, test } from "vitest";
import { createEmbedder } from "../../src/embed/create.ts";
import type { QueuedEmbedder } from "../../src/embed/queued.ts";
import { OpenaiServer, toy } from "./openai-server.ts";

/** Azure's two interfaces: of deployments, with a version and a header of its own, and OpenAI's at `/openai/v1`. */

let server: OpenaiServer;
let origin: string;
let embedder: QueuedEmbedder;

beforeEach(async () => {
  server = new OpenaiServer(toy);
  ({ origin } = new URL(await server.listen()));
});
afterEach(async () => {
  await embedder.close();
  await server.close();
});

test.each([
  [
    "/openai/deployments/embed-3?api-version=2024-10-21",
    "/openai/deployments/embed-3/embeddings?api-version=2024-10-21",
  ],
  [
    "/openai/deployments/embed-3/?api-version=2024-10-01-preview",
    "/openai/deployments/embed-3/embeddings?api-version=2024-10-01-preview",
  ],
])("a deployment is asked at its version, with the key in `api-key`: %s", async (base, path) => {
  embedder = await createEmbedder({ kind: "openai", url: origin + base, model: "embed-3", key: "k", dimensions: 2 });
  await embedder.embed(["x"]);
  expect(server.seen).toMatchObject([{ path, apiKey: "k", authorization: undefined, model: "embed-3" }]);
  expect(embedder.fingerprint).toBe(`openai/embed-3@${new URL(origin).host}/2`);
});

test("its newer interface is OpenAI's own", async () => {
  const url = `${origin}/openai/v1`;
  embedder = await createEmbedder({ kind: "openai", url, model: "embed-3", key: "k", dimensions: 2 });
  await embedder.embed(["x"]);
  expect(server.seen).toMatchObject([
    { path: "/openai/v1/embeddings", apiKey: undefined, authorization: "Bearer k", model: "embed-3" },
  ]);
});
