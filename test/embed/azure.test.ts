import { afterEach, beforeEach, expect, test } from "vitest";
import { createEmbedder } from "../../src/embed/create.ts";
import type { QueuedEmbedder } from "../../src/embed/queued.ts";
import { isMadeAt, parseSpace, spaceName } from "../../src/embed/openai/space.ts";
import { OpenaiServer, toy } from "./openai-server.ts";

/** Azure's two interfaces: of deployments, with a version and a header of its own, and OpenAI's at `/openai/v1`. */

let server: OpenaiServer;
let origin: string;
let embedder: QueuedEmbedder | undefined;

beforeEach(async () => {
  server = new OpenaiServer(toy);
  ({ origin } = new URL(await server.listen()));
});
afterEach(async () => {
  await embedder?.close();
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

test("two deployments have vector spaces of their own, whatever their model is called", async () => {
  const fingerprints: string[] = [];
  for (const deployment of ["ada", "three-small"]) {
    const url = `${origin}/openai/deployments/${deployment}?api-version=2024-10-21`;
    embedder = await createEmbedder({ kind: "openai", url, model: "embeddings", key: "k", dimensions: 2 });
    fingerprints.push(embedder.fingerprint);
    await embedder.close();
  }
  const { host } = new URL(origin);
  expect(fingerprints).toEqual([`openai/embeddings@${host}#ada/2`, `openai/embeddings@${host}#three-small/2`]);
});

test.each([
  ["m", "a/deployments/ada", "ada"],
  ["ada", "a/deployments/ada", undefined],
  ["m@h#x/1", "a/deployments/a@b.c", "a%40b.c"],
  ["m", "v1", undefined],
])("the space of %s at /%s names the deployment, and only that address asks for it", (model, path, deployment) => {
  const url = new URL(`http://host:1/${path}/embeddings`);
  const space = parseSpace(spaceName({ model, url, prefixes: { query: "", document: "@h#d/2 " } }, 8))!;
  const named = deployment === undefined ? {} : { deployment };
  expect(space).toEqual({ model, host: "host:1", ...named, dimensions: 8, documentPrefix: "@h#d/2 " });
  expect(isMadeAt(url, space)).toBe(true);
  expect(isMadeAt(new URL("http://host:1/a/deployments/three-small"), space)).toBe(false);
  expect(isMadeAt(new URL("http://host:2/a/deployments/ada"), space)).toBe(false);
});
