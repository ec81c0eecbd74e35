import { connect } from "node:http2";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Rest } from "../support/rest.ts";
import { whole } from "./support/answers.ts";
import { startGateway, type TestGateway } from "./support/gateway.ts";
import { exchangeStates } from "./support/ledger.ts";
import { json, sse } from "./support/upstream.ts";

/** What a request holds is let go of, counted and stored once, whatever callers and providers do. */

let gateway: TestGateway;
let rest: Rest;

beforeAll(async () => {
  gateway = await startGateway({ CAIRN_FALLBACKS: "gpt-4.1=claude-haiku-4-5", CAIRN_GATEWAY_CONCURRENCY: "50" });
  rest = new Rest(gateway.server);
});
afterAll(() => gateway.close());

const said = (content: string) => ({ model: "gpt-4.1", messages: [{ role: "user", content }] });
const busy = json(503, { error: { message: "busy" } }, { "x-should-retry": "false" });

async function metric(name: string): Promise<number> {
  const { body } = await rest.get("/metrics");
  const line = (body as string).split("\n").find((each) => each.startsWith(`${name} `));
  return Number(line?.split(" ")[1] ?? 0);
}

describe("a request", () => {
  test("that a stand-in answers is one exchange, and stored as what it was", async () => {
    gateway.upstream.script(busy, whole.anthropic({ text: "All is well." }));
    const before = exchangeStates(gateway.server)["complete"] ?? 0;
    const answer = await rest.post("/v1/chat/completions", said("How do you do today?"), {
      "x-session-id": "stood-in",
    });
    expect([answer.status, answer.headers.get("x-cairn-model")]).toEqual([200, "anthropic/claude-haiku-4-5"]);
    expect(exchangeStates(gateway.server)).toEqual({ complete: before + 1 });
    const { body } = await rest.get("/api/v1/sessions/stood-in/messages");
    expect(body.messages).toMatchObject([
      { role: "user" },
      { role: "assistant", metadata: { provider: "anthropic", model: "claude-haiku-4-5" } },
    ]);
    expect(await metric('cairn_gateway_memory_total{result="retry"}')).toBe(0);
  });

  test("whose caller leaves at any time leaves nothing open", async () => {
    gateway.upstream.always(whole.openai({ text: "Too late." }));
    for (let i = 0; i < 40; i++) {
      const controller = new AbortController();
      const sent = fetch(`${gateway.server.url}/v1/chat/completions`, {
        method: "POST",
        headers: { authorization: `Bearer ${rest.key}`, "content-type": "application/json" },
        body: JSON.stringify(said(`This is question number ${i}, which nobody waits for.`)),
        signal: controller.signal,
      }).then((response) => response.text());
      await sleep(i % 20);
      controller.abort();
      await sent.catch(() => undefined);
    }
    await expect.poll(() => exchangeStates(gateway.server)["open"] ?? 0, { timeout: 5_000 }).toBe(0);
    await expect.poll(() => metric("cairn_gateway_open_requests"), { timeout: 5_000 }).toBe(0);
  });

  test("nested deeper than any is refused, and holds no place", async () => {
    const deep = `{"model":"gpt-4.1","messages":[],"x":${"[".repeat(3_000)}${"]".repeat(3_000)}}`;
    const { status, body } = await rest.post("/v1/chat/completions", deep, { "content-type": "application/json" });
    expect([status, body.error.message]).toEqual([400, "body: must be nested at most 200 levels deep"]);
    expect(await metric("cairn_gateway_open_requests")).toBe(0);
  });
});

describe("a provider", () => {
  test("that sends a header twice does so to a caller by HTTP/2, and nobody falls", async () => {
    gateway.upstream.script((response) => {
      response.writeHead(200, [
        "content-type",
        "application/json",
        "retry-after",
        "1",
        "retry-after",
        "2",
        "link",
        "a",
        "link",
        "b",
      ]);
      response.end("{}");
    });
    const session = connect(gateway.server.url);
    const request = session.request({
      ":method": "POST",
      ":path": "/v1/chat/completions",
      authorization: `Bearer ${rest.key}`,
      "content-type": "application/json",
    });
    request.end(JSON.stringify(said("Do you hear me by HTTP/2?")));
    const headers = await new Promise<Record<string, unknown>>((resolve) => request.once("response", resolve));
    expect(headers).toMatchObject({ ":status": 200, "retry-after": "1", link: "a, b" });
    session.close();
    expect((await rest.get("/healthz")).status).toBe(200);
  });

  test("says nothing in our name, nor of its owner's account", async () => {
    gateway.upstream.script(
      json(200, "{}", {
        "x-cairn-memory": "applied",
        "x-cairn-session": "x",
        vary: "Cookie",
        "openai-organization": "org",
        "set-cookie": "session=x",
        "access-control-allow-origin": "*",
      }),
    );
    const { headers } = await rest.post("/v1/chat/completions", said("Who speaks here, really?"), {
      "x-cairn-memory": "off",
    });
    expect(headers.get("x-cairn-memory")).toBe("skipped");
    expect(headers.get("x-cairn-session")).toBeNull();
    expect(headers.get("openai-organization")).toBeNull();
    expect(headers.getSetCookie()).toEqual([]);
    expect(headers.get("access-control-allow-origin")).toBeNull();
    expect(headers.get("vary") ?? "").not.toContain("Cookie");
  });

  test("is told nothing that proves its caller to somebody else", async () => {
    gateway.upstream.script(json(200, "{}"));
    const secrets = {
      "anthropic-api-key": "sk-1",
      "x-litellm-api-key": "sk-2",
      "x-auth-token": "sk-3",
      "x-goog-user-project": "p",
      "x-http-method-override": "DELETE",
      origin: "https://app.example",
    };
    await rest.post("/v1/chat/completions", said("What do you know of me?"), { ...secrets, "x-other": "kept" });
    expect(Object.keys(gateway.upstream.last.headers)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/sk-|goog|auth-token|api-key|override|origin/u)]),
    );
    expect(gateway.upstream.last.headers["x-other"]).toBe("kept");
  });

  test.each([
    "cf-access-jwt-assertion",
    "cf-connecting-ip",
    "x-goog-iap-jwt-assertion",
    "x-goog-authenticated-user-email",
    "x-amzn-oidc-data",
    "x-ms-client-principal-name",
    "x-ms-token-aad-id-token",
    "tailscale-user-login",
    "x-auth-request-email",
    "remote-user",
    "ocp-apim-subscription-key",
    "x-access-key",
    "x-hub-signature",
    "true-client-ip",
    "x-client-ip",
    "x-real-ip",
    "x-appengine-user-ip",
    "x-azure-socketip",
    "x-envoy-external-address",
    "x-original-forwarded-for",
    "x-vercel-forwarded-for",
    "client-cert",
    "x-amzn-mtls-clientcert-subject",
    "ssl-client-subject-dn",
    "x-ssl-client-s-dn",
    "x-client-dn",
    "x-openwebui-user-email",
    "x-remote-user",
    "x-remote-groups",
    "idempotency-key",
    "baggage",
  ])("is not told %s", async (name) => {
    gateway.upstream.script(json(200, "{}"));
    await rest.post("/v1/chat/completions", said("What do you know of me?"), { [name]: "canary" });
    expect(JSON.stringify(gateway.upstream.last.headers)).not.toContain("canary");
  });

  test("is told what clients of models send", async () => {
    gateway.upstream.script(json(200, "{}"));
    const clients = {
      "anthropic-beta": "context-1m",
      "anthropic-dangerous-direct-browser-access": "true",
      "openai-beta": "responses=v1",
      "x-stainless-retry-count": "0",
      "x-stainless-helper-method": "stream",
      "x-goog-api-client": "gl-node/24",
      "x-ms-client-request-id": "1",
      "x-client-request-id": "1",
      "x-claude-code-session-id": "2",
      "x-title": "App",
      "http-referer": "https://app.example",
      traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01`,
    };
    await rest.post("/v1/chat/completions", said("What do you know of me?"), clients);
    const { traceparent: _, ...others } = clients;
    expect(gateway.upstream.last.headers).toMatchObject(others);
  });
});

describe("what was sent is counted", () => {
  /** Tokens that the account has used this month. */
  const used = async () => {
    const { body } = await rest.get("/api/v1/usage");
    return body.total.input_tokens + body.total.output_tokens;
  };

  /** Asks, and leaves when it is time to. */
  async function leaves(content: string, time: () => Promise<unknown>, more: object = {}) {
    const controller = new AbortController();
    const left = fetch(`${gateway.server.url}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${rest.key}`, "content-type": "application/json", "x-cairn-memory": "off" },
      body: JSON.stringify({ ...said(content), ...more }),
      signal: controller.signal,
    }).catch((error: unknown) => error);
    await time();
    controller.abort();
    await left;
    await expect.poll(() => metric("cairn_gateway_open_requests")).toBe(0);
  }
  const cancelled = (model: string) =>
    metric(
      `cairn_gateway_requests_total{provider="openai",model="${model}",caller="openai",upstream="openai",stream="false",outcome="cancelled"}`,
    );

  test("of a caller who leaves while the provider works on it, but not while it refuses, or cannot be reached", async () => {
    const { upstream } = gateway;
    const before = await used();
    let came = upstream.next;
    upstream.script(json(429, "{}", { "retry-after": "4" }));
    await leaves("Is there room for me?".repeat(100), () => came.then(() => sleep(200)), { model: "gpt-4.1-nano" });
    await expect.poll(() => cancelled("gpt-4.1-nano")).toBe(1);
    expect(await used()).toBe(before);

    came = upstream.next;
    upstream.script(() => undefined);
    await leaves("Is anybody there?".repeat(100), () => came, { model: "gpt-4.1-nano" });
    await expect.poll(() => cancelled("gpt-4.1-nano")).toBe(2);
    await expect.poll(async () => (await used()) - before).toBeGreaterThan(400);
  });

  test("with the memory that was sent, where the provider counts nothing", async () => {
    const chunk = { choices: [{ index: 0, delta: { content: "In the hall." }, finish_reason: "stop" }] };
    const question = { role: "user", content: "Where do we keep the spare keys of the boat?" };
    const ask = async (mode: string) => {
      const before = await used();
      gateway.upstream.script(sse({ data: chunk }, { data: "[DONE]" }));
      const body = { model: "gpt-4.1", stream: true, messages: [question] };
      const { headers } = await rest.post("/v1/chat/completions", body, { "x-cairn-memory": mode });
      return { tokens: (await used()) - before, shown: Number(headers.get("x-cairn-memory-tokens")) };
    };
    const without = await ask("off");
    await rest.post("/api/v1/patterns", {
      title: "Where the spare keys of the boat are kept",
      problem: "The spare keys of the boat cannot be found.",
      solution: "They are in the left drawer of the hall. ".repeat(15),
    });
    const withMemory = await ask("read");
    expect(withMemory.shown).toBeGreaterThan(150);
    expect(withMemory.tokens - without.tokens).toBeGreaterThanOrEqual(withMemory.shown - 5);
  });

  test("where an answer is too long to be read", async () => {
    const before = await used();
    gateway.upstream.script(json(200, { choices: [], pad: "x".repeat(17 * 2 ** 20) }));
    await rest.post("/v1/chat/completions", said("Say very much, please."));
    expect((await used()) - before).toBeGreaterThan(4_000_000);
  });

  test("where it came whole, but for its end", async () => {
    const before = await used();
    const usage = { prompt_tokens: 1_000, completion_tokens: 2_000 };
    gateway.upstream.script((response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write(
        JSON.stringify({ choices: [{ index: 0, message: { content: "all" }, finish_reason: "stop" }], usage }),
      );
      setTimeout(() => response.destroy(), 50);
    });
    await rest.post("/v1/chat/completions", said("Say it, and do not end.")).catch(() => undefined);
    await expect.poll(async () => (await used()) - before).toBe(3_000);
  });
});
