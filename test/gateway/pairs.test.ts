import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { streamed, whole, type Said } from "./support/answers.ts";
import { apart, startGateway, type TestGateway } from "./support/gateway.ts";
import { json, type Upstream } from "./support/upstream.ts";

/** The official clients, whose stream helpers refuse a wrong order, over every pair of dialects, whole and streamed. */

let gateway: TestGateway;
let upstream: Upstream;
let openai: OpenAI;
let anthropic: Anthropic;

beforeAll(async () => {
  gateway = await startGateway(apart);
  upstream = gateway.upstream;
  const { key, url } = gateway.server;
  openai = new OpenAI({ apiKey: key, baseURL: `${url}/v1`, maxRetries: 0 });
  anthropic = new Anthropic({ apiKey: key, baseURL: url, maxRetries: 0 });
});
afterAll(() => gateway.close());

const providers = [
  { dialect: "openai", model: "gpt-4.1", path: "/openai/chat/completions", key: "Bearer sk-openai" },
  { dialect: "anthropic", model: "claude-haiku-4-5", path: "/anthropic/messages", key: "sk-anthropic" },
  { dialect: "gemini", model: "gemini-2.5-flash", path: "/gemini/models/gemini-2.5-flash", key: "sk-gemini" },
] as const;

const said: Said = {
  text: "It is raining in Lisbon.",
  tool: { id: "call_1", name: "umbrella", input: { size: "large" } },
};
const schema = { type: "object" as const, properties: { size: { type: "string" } } };

describe.each(providers)("a provider that speaks $dialect", ({ dialect, model, path, key }) => {
  const openaiRequest = {
    model,
    messages: [
      { role: "system" as const, content: "Be brief." },
      { role: "user" as const, content: "Weather?" },
    ],
    tools: [{ type: "function" as const, function: { name: "umbrella", parameters: schema } }],
  };
  const anthropicRequest = {
    model,
    max_tokens: 500,
    system: "Be brief.",
    messages: [{ role: "user" as const, content: "Weather?" }],
    tools: [{ name: "umbrella", input_schema: schema }],
  };

  function expectAsked(): void {
    const { path: asked, headers, body } = upstream.last;
    expect(asked.split(":")[0]!.split("?")[0]).toBe(path);
    expect([headers.authorization, headers["x-api-key"], headers["x-goog-api-key"]]).toContain(key);
    expect(JSON.stringify(headers)).not.toContain(gateway.server.key);
    expect(body.toString()).toContain("Weather?");
  }

  test("answers the openai client", async () => {
    upstream.script(whole[dialect](said));
    const answer = await openai.chat.completions.create(openaiRequest);
    expectAsked();
    const [choice] = answer.choices;
    expect(choice).toMatchObject({ finish_reason: "tool_calls", message: { role: "assistant", content: said.text } });
    expect(choice!.message.tool_calls).toMatchObject([
      { type: "function", function: { name: "umbrella", arguments: JSON.stringify(said.tool!.input) } },
    ]);
    expect(answer.usage).toMatchObject({ prompt_tokens: 12, completion_tokens: 7 });
    expect(answer.usage!.prompt_tokens_details!.cached_tokens).toBe(4);
  });

  test("streams to the openai client", async () => {
    upstream.script(streamed[dialect](said));
    const stream = openai.chat.completions.stream({ ...openaiRequest, stream_options: { include_usage: true } });
    const answer = await stream.finalChatCompletion();
    expectAsked();
    expect(answer.choices[0]).toMatchObject({ finish_reason: "tool_calls", message: { content: said.text } });
    expect(answer.choices[0]!.message.tool_calls).toMatchObject([
      { function: { name: "umbrella", arguments: JSON.stringify(said.tool!.input) } },
    ]);
    expect(answer.usage).toMatchObject({ prompt_tokens: 12, completion_tokens: 7 });
  });

  test("answers the anthropic client", async () => {
    upstream.script(whole[dialect](said));
    const answer = await anthropic.messages.create(anthropicRequest);
    expectAsked();
    expect(answer).toMatchObject({ type: "message", role: "assistant", stop_reason: "tool_use" });
    expect(answer.content).toMatchObject([
      { type: "text", text: said.text },
      { type: "tool_use", name: "umbrella", input: said.tool!.input },
    ]);
    expect(answer.usage).toMatchObject({ input_tokens: 8, cache_read_input_tokens: 4, output_tokens: 7 });
  });

  test("streams to the anthropic client", async () => {
    upstream.script(streamed[dialect](said));
    const answer = await anthropic.messages.stream(anthropicRequest).finalMessage();
    expectAsked();
    expect(answer.stop_reason).toBe("tool_use");
    expect(answer.content).toMatchObject([
      { type: "text", text: said.text },
      { type: "tool_use", name: "umbrella", input: said.tool!.input },
    ]);
    expect(answer.usage.output_tokens).toBe(7);
  });
});

test("a whole answer to a request for a stream is streamed, though its head does not say what it is", async () => {
  const choices = [{ index: 0, message: { role: "assistant", content: said.text }, finish_reason: "stop" }];
  upstream.script(json(200, { id: "c", choices }, { "content-type": "text/plain" }));
  const messages = [{ role: "user" as const, content: "Weather?" }];
  const answer = await anthropic.messages.stream({ model: "gpt-4.1", max_tokens: 500, messages }).finalMessage();
  expect(answer).toMatchObject({ stop_reason: "end_turn", content: [{ type: "text", text: said.text }] });
});
