import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { catalog } from "../../src/gateway/model/catalog.ts";
import { Rest } from "../support/rest.ts";
import { startGateway, type TestGateway } from "./support/gateway.ts";
import { json, Upstream } from "./support/upstream.ts";

/** The list of models, which is one payload for both official clients. */

let gateway: TestGateway;
let own: Upstream;
const folder = mkdtempSync(join(tmpdir(), "cairn-listing-"));
beforeAll(async () => {
  const prices = join(folder, "prices.json");
  writeFileSync(prices, JSON.stringify({ "claude-opus-*": { input: 1, output: 2 } }));
  own = await Upstream.start();
  own.always(json(200, { data: [{ id: "qwen3:8b" }, { id: "org/model" }] }));
  gateway = await startGateway({ CAIRN_PRICES: prices, CAIRN_PROVIDERS: `ollama=${own.url}` });
});
afterAll(async () => {
  await gateway.close();
  await own.close();
  rmSync(folder, { recursive: true, force: true });
});

const ofOwn = ["ollama/qwen3:8b", "ollama/org/model"];
const ids = [...catalog.map(({ id }) => id), ...ofOwn];

async function idsOf(pages: AsyncIterable<{ id: string }>): Promise<string[]> {
  const listed = [];
  for await (const { id } of pages) listed.push(id);
  return listed;
}

test("OpenAI's client lists every model of the catalogue", async () => {
  const client = new OpenAI({ baseURL: `${gateway.server.url}/v1`, apiKey: gateway.server.key, maxRetries: 0 });
  expect(await idsOf(client.models.list())).toEqual(ids);
  expect(await client.models.retrieve("gpt-5.5")).toMatchObject({
    object: "model",
    owned_by: "openai",
    created: 0,
    created_at: "1970-01-01T00:00:00.000Z",
  });
});

test("Anthropic's client lists them page by page", async () => {
  const client = new Anthropic({ baseURL: gateway.server.url, apiKey: gateway.server.key, maxRetries: 0 });
  expect(await idsOf(client.models.list({ limit: 20 }))).toEqual(ids);
  expect(await client.models.retrieve("claude-opus-5")).toMatchObject({ type: "model", display_name: "claude-opus-5" });
});

test("a model that there is not is named as it was asked for, escaped or not", async () => {
  for (const path of ["a/b", "a%2Fb"]) {
    const { status, body } = await new Rest(gateway.server).get(`/v1/models/${path}`);
    expect([status, body.message]).toEqual([404, 'no model with the id "a/b"']);
  }
});

test("a model is read by its name with its provider too, as requests name it", async () => {
  const client = new OpenAI({ baseURL: `${gateway.server.url}/v1`, apiKey: gateway.server.key, maxRetries: 0 });
  expect(await client.models.retrieve("openai/gpt-5.5")).toMatchObject({ id: "gpt-5.5", owned_by: "openai" });
  expect(await new Rest(gateway.server).get("/v1/models/anthropic/gpt-5.5")).toMatchObject({ status: 404 });
});

test("what providers' clients add to the query is passed over, and what is known is checked", async () => {
  const client = new Anthropic({ baseURL: gateway.server.url, apiKey: gateway.server.key, maxRetries: 0 });
  expect(await idsOf(client.beta.models.list({ limit: 50 }))).toEqual(ids); // ?beta=true
  expect(await client.beta.models.retrieve("claude-opus-5")).toMatchObject({ id: "claude-opus-5" });
  const rest = new Rest(gateway.server);
  expect(await rest.get("/v1/models?%=1&beta")).toMatchObject({ status: 200 });
  expect(await rest.get("/v1/models?beta=true&limit=0")).toMatchObject({ status: 400 });
  expect(await rest.get("/api/v1/sessions?beta=true")).toMatchObject({ status: 400 });
});

test("both clients find models of an own endpoint, whose slashes they escape", async () => {
  const { url, key } = gateway.server;
  const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 });
  const anthropic = new Anthropic({ baseURL: url, apiKey: key, maxRetries: 0 });
  for (const id of ofOwn) {
    expect(await openai.models.retrieve(id)).toMatchObject({ id, owned_by: "ollama" });
    expect(await anthropic.models.retrieve(id)).toMatchObject({ id });
    expect(await new Rest(gateway.server).get(`/v1/models/${id}`)).toMatchObject({ status: 200, body: { id } });
  }
});

test("health counts models of an own endpoint too, as they were listed last", async () => {
  const rest = new Rest(gateway.server);
  expect(await rest.get("/v1/models")).toMatchObject({ status: 200 });
  const { body } = await rest.get("/v1/gateway/health");
  const own = body.providers.find(({ id }: { id: string }) => id === "ollama");
  expect(own).toMatchObject({ status: "ok", models: ofOwn.length });
  expect(body.providers.map(({ models }: { models: number }) => models)).not.toContain(0);
});

test("a model tells what it costs: the operator's price, else the known one, else nothing", async () => {
  const pricesOf = async (id: string) => (await new Rest(gateway.server).get(`/v1/models/${id}`)).body.prices;
  const ofOperator = { input: 1, output: 2, cache_read: 1, cache_write: 1, cache_write_1h: 1 };
  expect(await pricesOf("claude-opus-5")).toEqual(ofOperator);
  expect(await pricesOf("grok-4.7")).toEqual({
    input: 2,
    output: 6,
    cache_read: 0.5,
    cache_write: 2,
    cache_write_1h: 2,
    long: { from_tokens: 200_000, input: 4, output: 12, cache_read: 1, cache_write: 4, cache_write_1h: 4 },
  });
  expect(await pricesOf("claude-fable-5-2")).toBeUndefined();
});
