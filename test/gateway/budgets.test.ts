import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Rest, type Answer } from "../support/rest.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { streamed, whole } from "./support/answers.ts";
import { json, sse, Upstream } from "./support/upstream.ts";

/** What a key may ask of models, on the wire: its models, its budgets, and how many requests an account has open. */

let server: TestServer;
let upstream: Upstream;
const folder = mkdtempSync(join(tmpdir(), "cairn-budgets-"));
const data = join(folder, "data");

async function start(): Promise<void> {
  server = await startServer({
    data,
    env: {
      OPENAI_API_KEY: "sk-openai",
      ANTHROPIC_API_KEY: "sk-anthropic",
      GEMINI_API_KEY: "sk-gemini",
      CAIRN_GOOGLE_URL: `${upstream.url}/google`,
      CAIRN_OPENAI_URL: `${upstream.url}/openai`,
      CAIRN_ANTHROPIC_URL: `${upstream.url}/anthropic`,
      CAIRN_PROVIDERS: `local=${upstream.url}/local,absent=http://127.0.0.1:9`,
      CAIRN_PRICES: join(folder, "prices.json"),
      CAIRN_GATEWAY_CONCURRENCY: "2",
      CAIRN_FIRST_BYTE_TIMEOUT_MS: "1500",
      CAIRN_FALLBACKS: "gpt-5=claude-haiku-4-5",
    },
  });
}

beforeAll(async () => {
  writeFileSync(join(folder, "prices.json"), JSON.stringify({ "claude-*": { input: 10_000, output: 50_000 } }));
  upstream = await Upstream.start();
  await start();
});
beforeEach(() => void (upstream.received.length = 0));
afterAll(async () => {
  await server.remove();
  await upstream.close();
  rmSync(folder, { recursive: true, force: true });
});

async function keyWith(policy: object): Promise<Rest> {
  const made = await new Rest(server).post("/api/v1/keys", { scopes: ["gateway"], ...policy });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return new Rest(server, made.body.secret);
}

const messages = [{ role: "user", content: "Weather?" }];
const viaOpenai = (api: Rest, model: string, more: object = {}) =>
  api.post("/v1/chat/completions", { model, messages, ...more });
const viaAnthropic = (api: Rest, model: string, more: object = {}) =>
  api.post("/v1/messages", { model, max_tokens: 50, messages, ...more });
const budgetOf = async (api: Rest) => (await api.get("/api/v1/usage")).body.keys[0];

/** Seconds until the first of the next month. */
function expectRetryAtMonthsEnd({ headers }: Answer): void {
  const now = new Date();
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  const seconds = Number(headers.get("retry-after"));
  expect(Math.abs(seconds - (end - Date.now()) / 1_000)).toBeLessThan(10);
}

describe("models", () => {
  test("a key lists those that it may ask for", async () => {
    const api = await keyWith({ models: ["claude-*", "openai/gpt-4.1"] });
    const { body } = await api.get("/v1/models?limit=1000");
    const ids = (body.data as { id: string }[]).map(({ id }) => id);
    expect(ids).toContain("gpt-4.1");
    expect(ids.filter((id) => id !== "gpt-4.1" && !id.startsWith("claude-"))).toEqual([]);
    expect((await api.get(`/v1/models/${ids.find((id) => id !== "gpt-4.1")}`)).status).toBe(200);
    expect((await api.get("/v1/models/gemini-2.5-pro")).status).toBe(404);
  });

  test("what is not on the list is 403 in the caller's words, and nobody is asked", async () => {
    const api = await keyWith({ models: ["claude-*", "local/*"] });
    const openai = await viaOpenai(api, "gpt-4.1");
    expect(openai.status).toBe(403);
    expect(openai.body.error.message).toBe("model: this key may use only claude-*, local/*, not openai/gpt-4.1");
    const anthropic = await viaAnthropic(api, "openai/claude-haiku-4-5");
    expect([anthropic.status, anthropic.body.error.type]).toEqual([403, "permission_error"]);
    const counted = await api.post("/v1/messages/count_tokens", { model: "gpt-4.1", messages });
    expect(counted.status).toBe(403);
    expect(upstream.received).toEqual([]);
  });

  test("who stands in for a model is on the list, too, or not asked", async () => {
    const busy = json(429, { error: { message: "busy" } }, { "x-should-retry": "false" });
    for (const [models, paths] of [
      [["gpt-5"], ["/openai/chat/completions"]],
      [
        ["gpt-5", "claude-haiku-4-5"],
        ["/openai/chat/completions", "/anthropic/messages"],
      ],
    ] as const) {
      const api = await keyWith({ models });
      upstream.received.length = 0;
      upstream.script(...paths.map(() => busy));
      expect((await viaOpenai(api, "gpt-5")).status).toBe(429);
      expect(upstream.received.map(({ path }) => path)).toEqual(paths);
    }
  });

  test.each([
    "models",
    "fallbacks",
    "route",
    "Models",
    "context_window_fallbacks",
    "default_fallbacks",
    "user_config",
    "providerOptions",
  ])("a provider that might choose others by %s is not asked", async (member) => {
    const named = { [member]: ["local/expensive"] };
    for (const policy of [{ models: ["local/*"] }, { monthly_budget_usd: 5 }]) {
      const api = await keyWith(policy);
      const model = "models" in policy ? "local/cheap" : "claude-haiku-4-5";
      const openai = await viaOpenai(api, model, named);
      expect([openai.status, openai.body.error.type]).toEqual([403, "permission_error"]);
      expect(openai.body.error.message).toMatch(new RegExp(`^${member}: must be absent, because this key `, "iu"));
      expect((await viaAnthropic(api, model, named)).status).toBe(403);
    }
    expect(upstream.received).toEqual([]);
    upstream.script(whole.openai({ text: "Rain." }));
    const free = await keyWith({ monthly_token_budget: 1_000 });
    expect((await viaOpenai(free, "local/cheap", named)).status).toBe(200);
    expect(JSON.parse(upstream.last.body.toString())).toMatchObject(named);
  });

  test.each(["X-Portkey-Config", "Helicone-Fallbacks"])("nor one that might by the header %s", async (header) => {
    const given = { [header]: '{"model":"local/expensive"}' };
    const ask = { model: "local/cheap", messages };
    const held = await keyWith({ models: ["local/*"] });
    const refused = await held.post("/v1/chat/completions", ask, given);
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      expect.stringContaining(`${header.toLowerCase()}: must be absent, because this key may use only local/*`),
    ]);
    expect(upstream.received).toEqual([]);
    upstream.script(whole.openai({ text: "Rain." }));
    expect((await (await keyWith({})).post("/v1/chat/completions", ask, given)).status).toBe(200);
    expect(upstream.last.headers).toHaveProperty(header.toLowerCase());
  });

  test("what is only inspected is counted here, and sent to nobody", async () => {
    const api = await keyWith({ models: ["claude-*"] });
    for (const model of ["gemini-2.5-pro", "claude-haiku-4-5", "gpt-4.1"]) {
      const counted = await api.post("/v1/messages/count_tokens", { model: `cairn/inspect:${model}`, messages });
      expect([counted.status, counted.headers.get("x-cairn-loss")]).toEqual([200, "count_tokens; emulated"]);
    }
    expect(upstream.received).toEqual([]);
  });

  test("what is on the list is asked for, whichever way it is named", async () => {
    const api = await keyWith({ models: ["claude-*", "local/*"] });
    upstream.always(whole.anthropic({ text: "Rain." }));
    expect((await viaAnthropic(api, "claude-haiku-4-5")).status).toBe(200);
    expect((await viaOpenai(api, "anthropic/claude-haiku-4-5")).status).toBe(200);
    upstream.always(whole.openai({ text: "Rain." }));
    expect((await viaOpenai(api, "local/gpt-4.1")).status).toBe(200);
    expect((await viaOpenai(api, "cairn/inspect:gpt-4.1")).status).toBe(200);
  });
});

describe("budgets", () => {
  test("tokens: spent by whole and streamed answers of both dialects, then 429 in each", async () => {
    const api = await keyWith({ monthly_token_budget: 60 });
    upstream.script(
      whole.anthropic({ text: "Rain." }),
      streamed.anthropic({ text: "Rain." }),
      whole.openai({ text: "Rain." }),
    );
    expect((await viaAnthropic(api, "claude-haiku-4-5")).status).toBe(200); // 8 + 4 + 7
    expect((await viaOpenai(api, "claude-haiku-4-5", { stream: true })).status).toBe(200); // 12 + 7
    expect((await budgetOf(api)).token_budget).toEqual({ budget: 60, spent: 38, remaining: 22 });
    expect((await viaAnthropic(api, "gpt-4.1")).status).toBe(200); // 8 + 4 + 7
    expect((await budgetOf(api)).token_budget).toEqual({ budget: 60, spent: 57, remaining: 3 });
    upstream.script(whole.openai({ text: "Rain." }));
    expect((await viaOpenai(api, "gpt-4.1")).status).toBe(200);
    upstream.received.length = 0;

    const openai = await viaOpenai(api, "gpt-4.1", { stream: true });
    expect([openai.status, openai.body.error.message]).toEqual([429, expect.stringContaining("76 of 60 tokens")]);
    expectRetryAtMonthsEnd(openai);
    const anthropic = await viaAnthropic(api, "gpt-4.1");
    expect([anthropic.status, anthropic.body.error.type]).toEqual([429, "rate_limit_error"]);
    expectRetryAtMonthsEnd(anthropic);
    expect(upstream.received).toEqual([]);
    expect(await budgetOf(api)).toMatchObject({
      usage: { requests: 4, input_tokens: 36, cache_read_tokens: 12, output_tokens: 28 },
      token_budget: { spent: 76, remaining: 0 },
    });
  });

  test("dollars: only for models that have a price, and by it", async () => {
    const api = await keyWith({ monthly_budget_usd: 0.43 });
    const unpriced = await viaOpenai(api, "local/gpt-4.1");
    expect([unpriced.status, unpriced.body.error.message]).toEqual([403, expect.stringContaining("CAIRN_PRICES")]);
    upstream.script(whole.anthropic({ text: "Rain." }));
    // (8 + 4) at a cent, 7 at five: by the operator's prices, though Cairn knows the model's own.
    expect((await viaAnthropic(api, "claude-haiku-4-5")).status).toBe(200);
    expect((await budgetOf(api)).usd_budget).toEqual({ budget: 0.43, spent: 0.47, remaining: 0 });
    const spent = await viaAnthropic(api, "claude-haiku-4-5");
    expect([spent.status, spent.body.error.message]).toEqual([429, expect.stringContaining("0.47 of 0.43 US dollars")]);
  });

  test("a stream whose provider counts nothing is estimated", async () => {
    const api = await keyWith({ monthly_token_budget: 1_000_000 });
    const chunk = (delta: object, finish: string | null = null) => ({
      data: {
        id: "c",
        object: "chat.completion.chunk",
        created: 1,
        model: "m",
        choices: [{ index: 0, delta, finish_reason: finish }],
      },
    });
    const text = "It rains. ".repeat(70);
    upstream.script(sse(chunk({ role: "assistant", content: text }), chunk({}, "stop"), { data: "[DONE]" }));
    expect((await viaOpenai(api, "local/m", { stream: true })).status).toBe(200);
    const { usage } = await budgetOf(api);
    expect(usage).toMatchObject({ requests: 1, output_tokens: 200, unpriced_requests: 1 });
    expect(usage.input_tokens).toBeGreaterThan(5);
  });

  test("what a provider refuses costs nothing", async () => {
    const api = await keyWith({ monthly_token_budget: 10 });
    upstream.script(json(400, { error: { message: "no", type: "invalid_request_error" } }));
    expect((await viaOpenai(api, "gpt-4.1")).status).toBe(400);
    expect((await budgetOf(api)).usage).toMatchObject({ requests: 0, input_tokens: 0 });
  });

  test("what a provider took and never answered is estimated", async () => {
    const silent = await keyWith({ monthly_token_budget: 1_000 });
    const reset = await keyWith({ monthly_token_budget: 1_000 });
    const redirected = await keyWith({ monthly_token_budget: 1_000 });
    upstream.script(
      () => undefined,
      (response) => void setTimeout(() => response.socket?.destroy(), 50),
      json(302, {}, { location: "/elsewhere" }),
    );
    expect((await viaOpenai(silent, "gpt-4.1")).status).toBe(504);
    expect((await viaOpenai(reset, "gpt-4.1")).status).toBe(503);
    expect((await viaOpenai(redirected, "gpt-4.1")).status).toBe(503);
    for (const api of [silent, reset]) {
      const { usage } = await budgetOf(api);
      expect(usage).toMatchObject({ requests: 1, output_tokens: 0 });
      expect(usage.input_tokens).toBeGreaterThan(5);
    }
    expect((await budgetOf(redirected)).usage).toMatchObject({ requests: 0, input_tokens: 0 });
  });

  test("what never reached a provider costs nothing", async () => {
    const api = await keyWith({ monthly_token_budget: 1_000 });
    expect((await viaOpenai(api, "absent/m")).status).toBe(503);
    expect((await budgetOf(api)).usage).toMatchObject({ requests: 0, input_tokens: 0 });
  });

  test("who took it before a stand-in was asked is paid beside it", async () => {
    const api = await keyWith({ monthly_token_budget: 1_000 });
    upstream.script(
      (response) => void response.socket?.destroy(),
      json(403, { type: "error", error: { type: "permission_error", message: "no" } }),
    );
    expect((await viaOpenai(api, "gpt-5")).status).toBe(503);
    const { usage } = await budgetOf(api);
    expect(usage).toMatchObject({ requests: 1, output_tokens: 0 });
    upstream.script((response) => void response.socket?.destroy(), whole.anthropic({ text: "Rain." }));
    expect((await viaOpenai(api, "gpt-5")).status).toBe(200);
    expect((await budgetOf(api)).usage).toMatchObject({
      requests: 3,
      input_tokens: 2 * usage.input_tokens + 8,
      output_tokens: 7,
    });
  });

  test("a kill right after the answer forgets nothing", async () => {
    const api = await keyWith({ monthly_token_budget: 15 });
    upstream.script(whole.anthropic({ text: "Rain." }));
    expect((await viaAnthropic(api, "claude-haiku-4-5")).status).toBe(200);
    await expect.poll(async () => (await viaAnthropic(api, "claude-haiku-4-5")).status, { timeout: 5_000 }).toBe(429);
    const key = server.key;
    await server.stop("SIGKILL");
    await start();
    server.key ||= key;
    const again = new Rest(server, api.key);
    expect((await viaAnthropic(again, "claude-haiku-4-5")).status).toBe(429);
    expect((await budgetOf(again)).token_budget).toEqual({ budget: 15, spent: 19, remaining: 0 });
  });
});

test("an account has so many requests open, streams included, and each place is given back", async () => {
  const api = await keyWith({});
  upstream.always((response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(": open\n\n");
  });
  const controllers = [new AbortController(), new AbortController()];
  const open = controllers.map(({ signal }) =>
    fetch(`${server.url}/v1/chat/completions`, {
      method: "POST",
      signal,
      headers: { authorization: `Bearer ${api.key}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "gpt-4.1", messages, stream: true }),
    }),
  );
  expect((await Promise.all(open)).map(({ status }) => status)).toEqual([200, 200]);
  const refused = await viaAnthropic(api, "gpt-4.1");
  expect([refused.status, refused.body.error.type, refused.headers.get("retry-after")]).toEqual([
    429,
    "rate_limit_error",
    "1",
  ]);
  for (const controller of controllers) controller.abort();
  upstream.always(whole.openai({ text: "Rain." }));
  await expect.poll(async () => (await viaOpenai(api, "gpt-4.1")).status, { timeout: 5_000 }).toBe(200);
  for (let i = 0; i < 5; i++) expect((await viaOpenai(api, "gpt-4.1")).status).toBe(200);
});
