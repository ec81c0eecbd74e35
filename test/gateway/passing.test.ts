import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { passedQuery } from "../../src/gateway/upstream/query.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { startGateway, type TestGateway } from "./support/gateway.ts";
import { json, type Upstream } from "./support/upstream.ts";

/** Requests as they are on the wire: what arrives upstream is what was sent, and errors speak the caller's dialect. */

let gateway: TestGateway;
let server: TestServer;
let upstream: Upstream;

beforeAll(async () => {
  gateway = await startGateway((url) => ({ GEMINI_API_KEY: "", CAIRN_PROVIDERS: `local=${url}/own` }));
  ({ server, upstream } = gateway);
});
afterAll(() => gateway.close());

const paths = { openai: "/v1/chat/completions", anthropic: "/v1/messages?beta=true" };

function post(dialect: keyof typeof paths, body: string | object, headers: Record<string, string> = {}) {
  return fetch(server.url + paths[dialect], {
    method: "POST",
    headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

describe("the client's own bytes", () => {
  const odd = `{ "messages" : [ {"role":"user", "content":"\\u00e9\\ud83d\\ude00 \\/"} ],\r\n\t"n": 1E+400, "id":12345678901234567890,
    "unknown":{"z":1,"a":-0.0},"x":1,"x":2,  "model" :"MODEL" }`;

  test.each([
    ["openai", "gpt-5"],
    ["anthropic", "claude-opus-5"],
  ] as const)("%s: are what the provider gets", async (dialect, model) => {
    const body = odd.replace("MODEL", model);
    upstream.script(json(200, "{}"));
    await post(dialect, body);
    expect(upstream.last.body.toString()).toBe(body);
  });

  test("but for the name of a model that is named with its provider", async () => {
    upstream.script(json(200, "{}"), json(200, "{}"));
    await post("openai", odd.replace("MODEL", "openai/gpt-5"));
    expect(upstream.last.body.toString()).toBe(odd.replace("MODEL", "gpt-5"));
    await post("openai", odd.replace("MODEL", "local/library/qwen3:8b"));
    expect(upstream.last.path).toBe("/own/chat/completions");
    expect(upstream.last.body.toString()).toBe(odd.replace("MODEL", "library/qwen3:8b"));
  });

  test("go with the client's query, but none that proves who it is", async () => {
    upstream.script(json(200, "{}"));
    await post("anthropic", { model: "claude-opus-5", max_tokens: 9, messages: [] });
    expect(upstream.last.path).toBe("/messages?beta=true");
    expect(passedQuery("/v1/messages?a=%20b&KEY=ck_1&&c")).toBe("?a=%20b&c");
    expect(passedQuery("/v1/messages?api_key=ck_1")).toBe("");
  });

  test("go with the client's headers, but none that prove who it is", async () => {
    upstream.script(json(200, "{}"));
    const told = { "anthropic-version": "2023-06-01", "anthropic-beta": "a,b", "x-new-thing": "1" };
    await post(
      "anthropic",
      { model: "claude-opus-5", messages: [] },
      { ...told, cookie: "s=1", "x-cairn-user": "ann" },
    );
    const { headers } = upstream.last;
    expect(headers).toMatchObject({ ...told, "x-api-key": "sk-anthropic", "content-type": "application/json" });
    for (const name of ["authorization", "cookie", "x-cairn-user"]) expect(headers).not.toHaveProperty(name);
  });

  test("and the provider's answer comes back as it is, its errors too", async () => {
    const strange = '{ "error" : {"message":"wording \\u00e9", "type":"new_type", "code":null}}';
    upstream.script(json(418, strange, { "x-should-retry": "false", "retry-after-ms": "20", "x-request-id": "up-1" }));
    const answer = await post("openai", { model: "gpt-5", messages: [] });
    expect(answer.status).toBe(418);
    expect(await answer.text()).toBe(strange);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "x-should-retry": "false",
      "retry-after-ms": "20",
      "x-cairn-upstream-request-id": "up-1",
      "x-ratelimit-remaining": expect.any(String),
      "x-request-id": expect.any(String),
    });
  });
});

describe("is refused in the caller's words", () => {
  const user = [{ role: "user", content: "hi" }];
  const cases: [string, object | string, number, RegExp][] = [
    ["no model", { messages: user }, 400, /model: must be a model's name, got nothing/u],
    ["an unknown model", { model: "opus-5", messages: user }, 404, /nearest are claude-opus-5, claude-opus-5-5/u],
    ["messages that are no array", { model: "gpt-5", messages: "hi" }, 400, /messages: must be an array/u],
    [
      "stream that is no boolean",
      { model: "gpt-5", messages: user, stream: "yes" },
      400,
      /stream: must be true or false/u,
    ],
    [
      "a model named twice, once in escapes",
      '{"mod\\u0065l":"gpt-4.1","messages":[],"model":"gpt-5"}',
      400,
      /model: must be given only once/u,
    ],
    ["what is no JSON", "{", 400, /body: must be valid JSON/u],
    [
      "more messages than a conversation has",
      { model: "gpt-5", messages: Array.from({ length: 50_001 }, () => ({ role: "user", content: "a" })) },
      400,
      /messages: must have at most 50000 messages, parts and calls together, got 50001/u,
    ],
    ["a provider without a key", { model: "gemini-2.5-pro", messages: user }, 503, /set GEMINI_API_KEY/u],
  ];

  test.each(cases)("%s", async (_name, body, status, message) => {
    const openai = await post("openai", body);
    expect(openai.status).toBe(status);
    const { error } = (await openai.json()) as { error: Record<string, unknown> };
    expect(error["message"]).toMatch(message);
    expect(Object.keys(error).toSorted()).toEqual(["code", "message", "param", "type"]);
    const anthropic = await post("anthropic", body);
    expect(anthropic.status).toBe(status);
    expect(await anthropic.json()).toMatchObject({
      type: "error",
      error: { type: expect.any(String), message: expect.stringMatching(message) },
      request_id: anthropic.headers.get("request-id"),
    });
  });

  test("a provider without a key is not asked for again by clients: only an operator can mend that", async () => {
    const answer = await post("openai", { model: "gemini-2.5-pro", messages: user });
    expect(answer.headers.get("x-should-retry")).toBe("false");
    upstream.script(json(401, { error: { message: "no" } }));
    const refused = await post("openai", { model: "gpt-5", messages: user });
    expect([refused.status, refused.headers.get("x-should-retry")]).toEqual([503, "false"]);
  });

  test("no key, and a key without the scope", async () => {
    const answer = await post(
      "anthropic",
      { model: "claude-opus-5", messages: user },
      { authorization: "Bearer none" },
    );
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ type: "error", error: { type: "authentication_error" } });
  });

  test("one byte over the cap, whose last byte passes", async () => {
    const padded = (bytes: number) => {
      const body = JSON.stringify({ model: "gpt-5", messages: [], pad: "" });
      return body.replace('"pad":""', `"pad":"${"x".repeat(bytes - body.length)}"`);
    };
    const cap = 32 * 2 ** 20;
    const sent = upstream.received.length;
    const openai = await post("openai", padded(cap + 1));
    expect([openai.status, await openai.json()]).toMatchObject([413, { error: { type: "invalid_request_error" } }]);
    const anthropic = await post("anthropic", padded(cap + 1));
    expect([anthropic.status, await anthropic.json()]).toMatchObject([413, { error: { type: "request_too_large" } }]);
    expect(upstream.received).toHaveLength(sent);
    upstream.script(json(200, "{}"));
    expect((await post("openai", padded(cap))).status).toBe(200);
    expect(upstream.last.body).toHaveLength(cap);
  });

  test("a provider that cannot be reached", async () => {
    const lonely = await startServer({ env: { OPENAI_API_KEY: "sk", CAIRN_OPENAI_URL: "http://127.0.0.1:9" } });
    try {
      const answer = await fetch(`${lonely.url}/v1/chat/completions`, {
        method: "POST",
        headers: { authorization: `Bearer ${lonely.key}`, "content-type": "application/json" },
        body: JSON.stringify({ model: "gpt-5", messages: user }),
      });
      expect(answer.status).toBe(503);
      expect(await answer.text()).toContain("cannot be reached");
      const health = await fetch(`${lonely.url}/v1/gateway/health`, {
        headers: { authorization: `Bearer ${lonely.key}` },
      });
      expect(await health.json()).toMatchObject({
        providers: expect.arrayContaining([
          { id: "openai", status: "ok", models: 22, last_error_at: expect.any(String) },
          { id: "anthropic", status: "no_key", models: 11 },
        ]),
      });
    } finally {
      await lonely.remove();
    }
  });
});

describe("cairn/inspect", () => {
  const messages = [{ role: "user", content: "héllo" }];

  test("answers with the request that would have been sent, byte for byte, without a key of ours", async () => {
    const body = JSON.stringify({ model: "cairn/inspect", messages, odd: 1 });
    const answer = (await (await post("openai", body)).json()) as { choices: { message: { content: string } }[] };
    const text = answer.choices[0]!.message.content;
    expect(text).toContain(`"body":${body}`);
    expect(JSON.parse(text)).toMatchObject({
      method: "POST",
      url: `${upstream.url}/chat/completions`,
      headers: { authorization: "Bearer [key]" },
    });
  });

  test("shows what another model would be sent, and streams", async () => {
    const body = { model: "cairn/inspect:claude-haiku-4-5", messages, stream: true };
    const answer = await post("openai", body);
    expect(answer.headers.get("x-accel-buffering")).toBe("no");
    const text = await answer.text();
    const chunks = text.split("\n\n").filter((line) => line.startsWith("data: {"));
    const content = chunks
      .map((line) => (JSON.parse(line.slice(6)) as { choices: { delta: { content?: string } }[] }).choices[0])
      .map((choice) => choice?.delta.content ?? "")
      .join("");
    expect(JSON.parse(content)).toMatchObject({
      url: `${upstream.url}/messages`,
      body: { model: "claude-haiku-4-5", messages: [{ role: "user" }], max_tokens: expect.any(Number) },
    });
    expect(text).toContain("data: [DONE]");
  });
});

describe("tokens are counted", () => {
  const request = {
    system: "Be brief. ".repeat(100),
    messages: [{ role: "user", content: "How is the weather?" }],
    tools: [{ name: "umbrella", description: "Opens it. ".repeat(100), input_schema: { type: "object" } }],
  };
  const count = async (model: string) => {
    const answer = await fetch(`${server.url}/v1/messages/count_tokens`, {
      method: "POST",
      headers: { "x-api-key": server.key, "content-type": "application/json" },
      body: JSON.stringify({ model, ...request }),
    });
    return { loss: answer.headers.get("x-cairn-loss"), body: (await answer.json()) as { input_tokens: number } };
  };

  test("by Anthropic, for its own models", async () => {
    upstream.script(json(200, { input_tokens: 77 }));
    expect(await count("claude-opus-5")).toEqual({ loss: null, body: { input_tokens: 77 } });
    expect(upstream.last.path).toBe("/messages/count_tokens");
  });

  test.each([
    ["X-Cairn-Memory", "banana"],
    ["X-Cairn-User", " "],
    ["X-Cairn-User", "a".repeat(201)],
  ])("but not where %s says nothing sensible", async (header, value) => {
    const answer = await fetch(`${server.url}/v1/messages/count_tokens`, {
      method: "POST",
      headers: { "x-api-key": server.key, "content-type": "application/json", [header]: value },
      body: JSON.stringify({ model: "gpt-5", ...request }),
    });
    expect(answer.status).toBe(400);
    const error = { type: "invalid_request_error", message: expect.stringContaining(header) };
    expect(await answer.json()).toMatchObject({ type: "error", error });
  });

  test("by an estimate elsewhere, of system and tools too, and it says so", async () => {
    const { loss, body } = await count("gpt-5");
    expect(loss).toBe("count_tokens; emulated");
    expect(body.input_tokens).toBeGreaterThan(500);
    expect(body.input_tokens).toBeLessThan(900);
  });
});

test("models are listed for the clients of both dialects", async () => {
  const { data } = (await (
    await fetch(`${server.url}/v1/models?limit=1000`, { headers: { "x-api-key": server.key } })
  ).json()) as { data: Record<string, unknown>[] };
  expect(data).toHaveLength(69);
  expect(data.find(({ id }) => id === "claude-opus-5")).toMatchObject({
    object: "model",
    type: "model",
    owned_by: "anthropic",
    status: "live",
    available: true,
  });
});

describe("what is asked by either company's client and refused tells it why", () => {
  const clients = (key: string) => ({
    openai: new OpenAI({ baseURL: `${server.url}/v1`, apiKey: key, maxRetries: 0 }),
    anthropic: new Anthropic({ baseURL: server.url, apiKey: key, maxRetries: 0 }),
  });
  const messages = [{ role: "user" as const, content: "hi" }];
  const responses =
    /^404 no such path: \/v1\/responses.*; .* set the client to chat completions \(POST \/v1\/chat\/comp/u;
  const cases: [string, () => Promise<unknown>, RegExp][] = [
    ["models, a wrong key", async () => clients("ck_a_b").openai.models.list(), /^401 the API key/u],
    ["models, a wrong key, Anthropic's", async () => clients("ck_a_b").anthropic.models.list(), /^401 the API key/u],
    ["no such model", () => clients(server.key).openai.models.retrieve("gpt-nope"), /^404 .*"gpt-nope"/u],
    ["no such model, Anthropic's", () => clients(server.key).anthropic.models.retrieve("gpt-nope"), /^404 .*gpt-nope/u],
    ["a member", async () => clients(server.key).anthropic.models.list({ limit: -1 }), /^400 .*limit/u],
    ["responses", () => clients(server.key).openai.responses.create({ model: "gpt-5", input: "hi" }), responses],
    ["a response", () => clients(server.key).openai.responses.retrieve("resp_1"), responses],
    ["responses, /v1 twice", () => clients(server.key).openai.post("/v1/responses", { body: {} }), /chat completions/u],
    [
      "embeddings",
      () => clients(server.key).openai.embeddings.create({ model: "e", input: "hi" }),
      /^404 .*; embeddings are not served: ask the provider directly/u,
    ],
    [
      "text completions",
      () => clients(server.key).openai.completions.create({ model: "gpt-5", prompt: "hi" }),
      /^404 .*; text completions are not served: send messages to POST \/v1\/chat\/completions/u,
    ],
    [
      "another",
      () => clients(server.key).openai.get("/threads"),
      /^404 no such path: \/v1\/threads; the gateway's paths are \/v1/u,
    ],
    ["a method", () => clients(server.key).openai.get("/chat/completions"), /^405 this path does not allow GET, only/u],
    ["a slip", () => clients(server.key).openai.post("/chat/completion", { body: { messages } }), /the nearest is/u],
    ["a slash", () => clients(server.key).openai.post("/messages/", { body: { messages } }), /is \/v1\/messages$/u],
  ];

  test.each(cases)("%s", async (_name, ask, message) => {
    const error = (await ask().catch((thrown: unknown) => thrown)) as InstanceType<typeof OpenAI.APIError>;
    expect(error.message).toMatch(message);
    expect(error.type).toMatch(/_error$/u);
  });

  test("by codes and members as well", async () => {
    const { openai } = clients(server.key);
    const error = await openai.models.retrieve("gpt-nope").catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 404, code: "not_found", param: null, type: "not_found_error" });
    const wrong = await openai.get("/models?limit=-1").catch((thrown: unknown) => thrown);
    expect(wrong).toMatchObject({ status: 400, code: "invalid_argument", param: "limit" });
  });

  test("and the paths that it is told of are there", async () => {
    const unserved = ["threads", "responses", "completions", "embeddings"].map((name) => `/v1/${name}`);
    const told = await Promise.all(unserved.map(async (path) => (await fetch(server.url + path)).text()));
    const named = new Set(told.flatMap((text) => text.match(/(?:\/api)?\/v1\/[\w/]+/gu) ?? []));
    for (const path of unserved) named.delete(path);
    expect(named.size).toBe(6);
    for (const path of named) expect((await fetch(server.url + path, { method: "PUT" })).status).toBe(405);
  });
});

test("a client that goes away takes its request upstream along", async () => {
  const controller = new AbortController();
  upstream.script((response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write('data: {"choices":[]}\n\n');
  });
  const body = JSON.stringify({ model: "gpt-5", messages: [], stream: true });
  const answer = await fetch(server.url + paths.openai, {
    method: "POST",
    headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json" },
    body,
    signal: controller.signal,
  });
  await answer.body!.getReader().read();
  controller.abort();
  await expect(upstream.last.gone).resolves.toBeUndefined();
});
