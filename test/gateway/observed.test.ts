import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Rest } from "../support/rest.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { streamed, whole } from "./support/answers.ts";
import { json, Upstream } from "./support/upstream.ts";

/** What an operator sees of requests to models: metrics, and spans where an SDK is loaded. */

let server: TestServer;
let upstream: Upstream;
let rest: Rest;
const folder = mkdtempSync(join(tmpdir(), "cairn-test-"));
const spansFile = join(folder, "spans");

beforeAll(async () => {
  upstream = await Upstream.start();
  const preload = pathToFileURL(resolve(import.meta.dirname, "support/tracing.mjs")).href;
  server = await startServer({
    env: {
      CAIRN_MEMORY_TIMEOUT_MS: "20000",
      ANTHROPIC_API_KEY: "sk-anthropic",
      CAIRN_ANTHROPIC_URL: upstream.url,
      OPENAI_API_KEY: "sk-openai",
      CAIRN_OPENAI_URL: upstream.url,
      NODE_OPTIONS: `--import ${preload}`,
      SPANS_FILE: spansFile,
    },
  });
  rest = new Rest(server);
  const ask = (model: string, content: string, more: object = {}) =>
    rest.post("/v1/chat/completions", { model, messages: [{ role: "user", content }], ...more });
  upstream.script(
    whole.anthropic({ text: "Noted." }),
    streamed.openai({ text: "In the left drawer." }),
    json(400, { error: { message: "too hot", type: "invalid_request_error" } }),
  );
  await ask("claude-haiku-4-5", "The spare keys are in the left drawer of the hall.");
  await ask("gpt-4.1", "Where are the spare keys?", { stream: true });
  await ask("gpt-4.1", "thanks");
});
afterAll(async () => {
  await server.remove();
  await upstream.close();
  rmSync(folder, { recursive: true });
});

test("metrics count requests, tokens, memory and errors", async () => {
  const { body: metrics } = await rest.get("/metrics");
  const claude = 'provider="anthropic",model="claude-haiku-4-5"';
  const gpt = 'provider="openai",model="gpt-4.1"';
  for (const line of [
    `cairn_gateway_requests_total{${claude},caller="openai",upstream="anthropic",stream="false",outcome="complete"} 1`,
    `cairn_gateway_requests_total{${gpt},caller="openai",upstream="openai",stream="true",outcome="complete"} 1`,
    `cairn_gateway_requests_total{${gpt},caller="openai",upstream="openai",stream="false",outcome="refused"} 1`,
    `cairn_gateway_request_duration_seconds_count{${gpt}} 2`,
    `cairn_gateway_time_to_first_token_seconds_count{${gpt}} 1`,
    `cairn_gateway_tokens_total{${claude},kind="input"} 8`,
    `cairn_gateway_tokens_total{${claude},kind="cache_read"} 4`,
    `cairn_gateway_tokens_total{${claude},kind="output"} 7`,
    `cairn_gateway_memory_total{result="nothing_relevant"} 1`,
    `cairn_gateway_memory_total{result="applied"} 1`,
    `cairn_gateway_memory_total{result="too_short"} 1`,
    "cairn_gateway_memory_seconds_count 3",
    'cairn_gateway_upstream_errors_total{provider="openai",error="400"} 1',
    'cairn_gateway_circuit_open{provider="openai"} 0',
    "cairn_gateway_open_requests 0",
  ]) {
    expect(metrics.split("\n")).toContain(line);
  }
});

test("spans say who answered what for how much, and nothing of what was said", () => {
  const text = readFileSync(spansFile, "utf8");
  expect(text).not.toMatch(/drawer|spare keys|thanks/u);
  const [first, second, third] = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(first).toMatchObject({
    name: "chat claude-haiku-4-5",
    attributes: {
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "anthropic",
      "gen_ai.request.model": "claude-haiku-4-5",
      "gen_ai.response.id": "msg_1",
      "gen_ai.response.finish_reasons": ["stop"],
      "gen_ai.usage.input_tokens": 12,
      "gen_ai.usage.output_tokens": 7,
      "gen_ai.usage.cache_read.input_tokens": 4,
      "cairn.memory": "nothing_relevant",
      "server.address": "127.0.0.1",
    },
  });
  expect(first.endTime).toBeGreaterThan(first.startTime);
  expect(second.attributes).toMatchObject({ "gen_ai.request.stream": true, "cairn.memory": "applied" });
  expect(second.attributes["gen_ai.response.time_to_first_chunk"]).toBeGreaterThan(0);
  expect(third).toMatchObject({ attributes: { "error.type": "400" }, status: { code: 2 } });
});

test("the error of an answer that broke off is no 200", async () => {
  upstream.script((response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const piece = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: "In" } }] })}\n\n`;
    response.write(piece, () => response.destroy());
  });
  const messages = [{ role: "user", content: "thanks" }];
  await rest.post("/v1/chat/completions", { model: "gpt-4.1-nano", stream: true, messages }).catch(() => undefined);
  await vi.waitFor(() => {
    const { name, attributes, status } = JSON.parse(readFileSync(spansFile, "utf8").trim().split("\n").at(-1)!);
    expect([name, status.code]).toEqual(["chat gpt-4.1-nano", 2]);
    expect(attributes["error.type"]).toMatch(/^[a-z_]+$/u);
  }, 10_000);
});

test("whoever leaves before an answer begins is no failure of the provider's; within one, it is partial", async () => {
  const headers = { authorization: `Bearer ${server.key}`, "content-type": "application/json" };
  const ask = (content: string, signal: AbortSignal, stream: boolean) => {
    const body = JSON.stringify({ model: "gpt-4.1-mini", stream, messages: [{ role: "user", content }] });
    return fetch(`${server.url}/v1/chat/completions`, { method: "POST", headers, body, signal });
  };
  const early = new AbortController();
  const came = upstream.next;
  upstream.script(() => undefined);
  const left = ask("Is anybody there at all?", early.signal, false).catch((error: unknown) => error);
  await came;
  early.abort();
  expect(await left).toMatchObject({ name: "AbortError" });
  await upstream.last.gone;
  const late = new AbortController();
  upstream.script((response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: "Yes" } }] })}\n\n`);
  });
  const { body } = await ask("And is anybody still there?", late.signal, true);
  await body!.getReader().read();
  late.abort();
  await upstream.last.gone;
  const of = 'provider="openai",model="gpt-4.1-mini",caller="openai",upstream="openai"';
  await vi.waitFor(async () => {
    const lines = (await rest.get("/metrics")).body.split("\n");
    expect(lines).toContain(`cairn_gateway_requests_total{${of},stream="false",outcome="cancelled"} 1`);
    expect(lines).toContain(`cairn_gateway_requests_total{${of},stream="true",outcome="partial"} 1`);
    expect(lines.filter((line: string) => /upstream_errors_total.*cancelled/u.test(line))).toEqual([]);
  }, 10_000);
  const spans = readFileSync(spansFile, "utf8").trim().split("\n");
  expect(JSON.parse(spans.at(-2)!).attributes).toMatchObject({ "error.type": "cancelled" });
});

test("a collector without the SDK that sends to it is a warning: platforms name one to all that they run", async () => {
  const untraced = await startServer({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" } });
  // The log is written each second.
  await expect
    .poll(untraced.output, { timeout: 10_000 })
    .toContain("OTEL_EXPORTER_OTLP_ENDPOINT is set, but no spans are sent");
  expect(untraced.output()).toContain("@opentelemetry/sdk-trace-node");
  await untraced.remove();
});
