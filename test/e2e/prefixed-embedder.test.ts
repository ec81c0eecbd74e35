import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { OpenaiServer } from "../embed/openai-server.ts";
import { wordSpace } from "../fixture/stores.ts";
import { Rest } from "../support/rest.ts";
import { startServer } from "../support/server.ts";

/** A remote model that expects one text before a query and another one before what is stored. */

const message = "The ferry to Hydra leaves at nine.";
const query = "When does the ferry leave?";
let data: string;
let endpoint: OpenaiServer;
let env: Record<string, string>;

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), "cairn-prefixed-"));
  endpoint = new OpenaiServer(wordSpace);
  env = { CAIRN_EMBEDDER: "openai", CAIRN_EMBEDDER_URL: await endpoint.listen(), CAIRN_EMBEDDER_MODEL: "e5-small-v2" };
});
afterEach(async () => {
  await endpoint.close();
  rmSync(data, { recursive: true, force: true, maxRetries: 5 });
});

/** What was sent of these texts, with what stood before them. */
const sent = (...texts: string[]) =>
  endpoint.seen.flatMap(({ input }) => input).filter((each) => texts.some((text) => each.includes(text)));

async function search(rest: Rest): Promise<{ content: string; explanation?: { cosine?: number } }[]> {
  const { body } = await rest.post("/api/v1/memory/search", { query, explain: true });
  return body.results;
}

test("is sent them, and all is embedded anew where that of what is stored changes", { timeout: 120_000 }, async () => {
  const first = await startServer({ data, env });
  const rest = new Rest(first);
  await rest.post("/api/v1/working", { role: "user", session_id: "s", content: message });
  await expect.poll(() => sent(message), { timeout: 20_000 }).toEqual([`passage: ${message}`]);
  await expect.poll(async () => (await search(rest))[0]?.explanation?.cosine, { timeout: 20_000 }).toBeDefined();
  expect(sent(query)).toEqual([`query: ${query}`]);
  const pattern = { problem: "Ferries are full.", solution: "Book them early." };
  await rest.post("/api/v1/forge", { title: "Book ferries early", ...pattern });
  await rest.post("/api/v1/forge", { title: "Book all ferries early", ...pattern });
  await expect.poll(() => sent("Book all ferries early").length, { timeout: 20_000 }).toBeGreaterThan(0);
  for (const text of sent("ferries early")) expect(text).toMatch(/^passage: /u);
  await first.stop();

  endpoint.seen.length = 0;
  const second = await startServer({
    data,
    env: { ...env, CAIRN_EMBEDDER_DOCUMENT_PREFIX: '"note: "', CAIRN_LOG: "info" },
  });
  await expect.poll(second.output, { timeout: 20_000 }).toContain("searches now use this embedder's vectors");
  expect(sent(message)).toContain(`note: ${message}`);
  const [found] = await search(new Rest({ ...second, key: first.key }));
  expect(found).toMatchObject({ content: message, explanation: { cosine: expect.any(Number) } });
  await second.stop();

  endpoint.seen.length = 0;
  const third = await startServer({
    data,
    env: { ...env, CAIRN_EMBEDDER_DOCUMENT_PREFIX: "note: ", CAIRN_EMBEDDER_QUERY_PREFIX: "none" },
  });
  expect(await search(new Rest({ ...third, key: first.key }))).toHaveLength(3);
  expect(sent(query)).toEqual([query]);
  // Nothing is embedded anew; one stored text is compared with its vector.
  expect(sent(message, "ferries early").length).toBeLessThanOrEqual(1);
  await third.stop();
});
