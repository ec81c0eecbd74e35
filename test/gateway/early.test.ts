import { ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GatewayService } from "../../gen/cairn/gateway/v1/gateway_pb.ts";
import { Rest } from "../support/rest.ts";
import { streamed, whole } from "./support/answers.ts";
import { startGateway, type TestGateway } from "./support/gateway.ts";
import { json, type Script } from "./support/upstream.ts";

/** A stream whose provider is silent for long before it begins: its head goes out before, and pings. */

const pingMs = 500;
const ping = ": ping\n\n";

let gateway: TestGateway;
let api: Rest;
beforeAll(async () => {
  gateway = await startGateway({ CAIRN_PING_MS: String(pingMs) });
  api = new Rest(gateway.server);
});
afterAll(() => gateway.close());

/** A provider that is silent until it is let speak. */
function silent(script: Script): { script: Script; speak: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { script: (response, request) => promise.then(() => script(response, request)), speak: resolve };
}

const ask = (body: object, signal?: AbortSignal) =>
  fetch(`${gateway.server.url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.server.key}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "gpt-4.1", stream: true, ...body }),
    signal: signal ?? null,
  });
const says = (content: string) => ({ messages: [{ role: "user", content }] });

/** Reads on until a number of pings has come, and answers with what else there was. */
async function readPings(reader: ReadableStreamDefaultReader<Uint8Array>, count: number): Promise<string> {
  let text = "";
  while (text.split(ping).length <= count) text += Buffer.from((await reader.read()).value!).toString();
  return text.replaceAll(ping, "");
}

async function restOf(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  let text = "";
  for (let next = await reader.read(); !next.done; next = await reader.read())
    text += Buffer.from(next.value).toString();
  return text.replaceAll(ping, "");
}

test("pings come before the provider's first byte, then its own bytes; what the user said is stored by then", async () => {
  const bytes = 'data: {"id":"c","object":"chat.completion.chunk","choices":[]}\n\ndata: [DONE]\n\n';
  const { script, speak } = silent((response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(bytes);
  });
  gateway.upstream.script(script);
  const response = await ask(says("How many primes are there below a million?"));
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
  expect(response.headers.get("cache-control")).toContain("no-transform");
  const session = response.headers.get("x-cairn-session")!;
  const stored = (await api.get(`/api/v1/sessions/${session}/messages`)).body.messages;
  expect(stored).toMatchObject([{ content: "How many primes are there below a million?" }]);
  const reader = response.body!.getReader();
  expect(await readPings(reader, 3)).toBe("");
  speak();
  expect(await restOf(reader)).toBe(bytes);
});

describe("what comes late is told within the stream, as the official clients read it:", () => {
  const openai = () =>
    new OpenAI({ baseURL: `${gateway.server.url}/v1`, apiKey: gateway.server.key }).chat.completions.create({
      model: "gpt-4.1",
      stream: true,
      messages: [{ role: "user", content: "Think." }],
    });
  const anthropic = () =>
    new Anthropic({ baseURL: gateway.server.url, apiKey: gateway.server.key }).messages.stream({
      model: "claude-opus-5",
      max_tokens: 99,
      messages: [{ role: "user", content: "Think." }],
    });
  const textOf = async (stream: AsyncIterable<OpenAI.ChatCompletionChunk>) => {
    let text = "";
    for await (const { choices } of stream) text += choices[0]?.delta.content ?? "";
    return text;
  };
  const late = (script: Script) => {
    const held = silent(script);
    gateway.upstream.script(held.script);
    return held.speak;
  };

  test("a stream, in either dialect", async () => {
    const speak = late(streamed.openai({ text: "Seven." }));
    const stream = await openai(); // it has its head
    speak();
    expect(await textOf(stream)).toBe("Seven.");
    const next = late(streamed.anthropic({ text: "Eight." }));
    const message = anthropic();
    await message.withResponse();
    next();
    expect(await message.finalText()).toBe("Eight.");
  });

  test("a whole answer, of a provider that does not stream", async () => {
    const speak = late(whole.openai({ text: "Seven." }));
    const stream = await openai();
    speak();
    expect(await textOf(stream)).toBe("Seven.");
  });

  test("a whole answer whose head does not say what it is", async () => {
    const untold =
      (whole: object): Script =>
      (response) => {
        response.writeHead(200);
        response.write("\n");
        setTimeout(() => response.end(JSON.stringify(whole)), 50); // in a piece of its own
      };
    const choices = [{ index: 0, message: { role: "assistant", content: "Seven." }, finish_reason: "stop" }];
    const speak = late(untold({ id: "c", object: "chat.completion", created: 1, model: "gpt-4.1", choices }));
    const stream = await openai();
    speak();
    expect(await textOf(stream)).toBe("Seven.");
    const said = { content: [{ type: "text", text: "Eight." }], stop_reason: "end_turn", stop_sequence: null };
    const usage = { input_tokens: 1, output_tokens: 1 };
    const next = late(untold({ id: "m", type: "message", role: "assistant", model: "claude-opus-5", ...said, usage }));
    const message = anthropic();
    await message.withResponse();
    next();
    expect(await message.finalText()).toBe("Eight.");
  });

  test("a stream whose head does not say what it is", async () => {
    const speak = late((response) => {
      response.writeHead(200);
      for (const each of ["\n", `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: "Seven." } }] })}`])
        response.write(each);
      response.end("\n\ndata: [DONE]\n\n");
    });
    const stream = await openai();
    speak();
    expect(await textOf(stream)).toBe("Seven.");
  });

  test("a refusal, in the provider's words", async () => {
    const asItIs = { "x-should-retry": "false" };
    const speak = late(
      json(429, { error: { message: "too many tokens", type: "tokens", code: "rate_limit" } }, asItIs),
    );
    const stream = await openai();
    speak();
    await expect(textOf(stream)).rejects.toThrow("too many tokens");
    const said = { type: "error", error: { type: "overloaded_error", message: "overloaded" } };
    const next = late(json(529, said, asItIs));
    const message = anthropic();
    await message.withResponse();
    next();
    await expect(message.finalText()).rejects.toThrow(/"type":"overloaded_error","message":"overloaded"/u);
  });

  test("a connection that breaks", async () => {
    const speak = late((response) => void response.destroy());
    const stream = await openai();
    speak();
    await expect(textOf(stream)).rejects.toThrow('the provider "openai" cannot be reached');
  });
});

test("a late failure is in the log with its code and its cause, though the head said that all is well", async () => {
  const { script, speak } = silent((response) => void response.destroy());
  gateway.upstream.script(script);
  const response = await ask(says("Break."));
  speak();
  await response.text();
  const id = response.headers.get("x-request-id")!;
  const lineOf = () =>
    gateway.server
      .output()
      .split("\n")
      .find((line) => line.includes(`"request_id":"${id}"`)) ?? "{}";
  await expect
    .poll(() => JSON.parse(lineOf()))
    .toMatchObject({
      level: 40,
      status: 200,
      code: "unavailable",
      err: { message: expect.stringContaining("other side closed") },
    });
});

test("a caller who leaves before the provider begins takes the request back", async () => {
  const leaving = new AbortController();
  gateway.upstream.script(() => undefined);
  const response = await ask(says("Never mind."), leaving.signal);
  await response.body!.getReader().read();
  leaving.abort();
  await gateway.upstream.last.gone;
  await expect
    .poll(async () => (await api.get("/metrics")).body as string)
    .toMatch(/^cairn_gateway_open_requests 0$/mu);
});

test("a refusal that comes in time keeps its status, and so does what is not streamed, however late", async () => {
  const refused = json(429, { error: { message: "too many" } }, { "retry-after": "60" });
  gateway.upstream.script(refused);
  expect((await ask(says("Now."))).status).toBe(429);
  const { script, speak } = silent(refused);
  gateway.upstream.script(script);
  setTimeout(speak, pingMs * 4);
  expect((await ask({ ...says("Later."), stream: false })).status).toBe(429);
});

test("by RPC a late refusal has its code", async () => {
  const { script, speak } = silent(json(400, { error: { message: "no such thing" } }));
  gateway.upstream.script(script);
  setTimeout(speak, pingMs * 4);
  const client = createClient(GatewayService, createGrpcTransport({ baseUrl: gateway.server.url }));
  const body = JSON.stringify({ model: "gpt-4.1", stream: true, ...says("By RPC.") });
  const read = async () => {
    for await (const _ of client.streamChatCompletion({ body }, { headers: { authorization: `Bearer ${api.key}` } }));
  };
  const error = await read().then(
    () => undefined,
    (thrown: unknown) => ConnectError.from(thrown).message,
  );
  expect(error).toBe("[invalid_argument] no such thing");
});
