import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BuiltinEngine } from "../../src/embed/builtin/engine.ts";
import { openStorage } from "../../src/server/storage.ts";
import { startServer } from "../support/server.ts";

/** A remote embedder that is down when the server starts. */

const builtin = new BuiltinEngine({ kind: "builtin" }).fingerprint;
const remote = "openai/some-model@127.0.0.1:1/8";
const env = {
  CAIRN_EMBEDDER: "openai",
  CAIRN_EMBEDDER_URL: "http://127.0.0.1:1/v1",
  CAIRN_EMBEDDER_MODEL: "some-model",
};
let data: string;

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "cairn-down-"));
});
afterEach(() => rmSync(data, { recursive: true, force: true, maxRetries: 5 }));

/** A message that has its vector in the remote space. */
async function remember(active: string): Promise<void> {
  const { accounts, database, embeddings, generations, messages } = await openStorage({ dataFolder: data });
  await generations.activate(active);
  const account = (await accounts.ensure("default", "unlimited")).id;
  const content = "The ferry leaves at nine.";
  await messages.add({ account, user: "system" }, [
    { role: "user", sessionId: "s", source: "", origin: "user", content },
  ]);
  const jobs = await generations.lacking(remote, undefined, 10);
  const vector = Float32Array.of(1, 0, 0, 0, 0, 0, 0, 0);
  await embeddings.complete(
    remote,
    jobs.map((job) => ({ job, vector })),
  );
  await database.close();
}

test.each([
  ["has its vectors", remote],
  ["is changing to it", builtin],
])("a folder that %s is served", { timeout: 120_000 }, async (_, active) => {
  await remember(active);
  const server = await startServer({ data, env });
  expect(await (await fetch(`${server.url}/readyz`)).json()).toMatchObject({ status: "ok" });
  await expect.poll(server.output, { timeout: 20_000 }).toContain("the embedder is unavailable");
  await server.stop();
});

test("a folder that knows nothing of it is not, and the error names what to set", { timeout: 120_000 }, async () => {
  await remember(builtin);
  const { CAIRN_EMBEDDER_MODEL: _, ...rest } = env;
  const start = startServer({ data, env: { ...rest, CAIRN_EMBEDDER_MODEL: "another" } });
  await expect(start).rejects.toThrow(
    /CAIRN_EMBEDDER_URL: .*; set CAIRN_EMBEDDER_DIMENSIONS to let the server start without it/,
  );
});
