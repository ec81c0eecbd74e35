import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { Code, ConnectError, createClient, type Client } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GatewayService } from "../../gen/cairn/gateway/v1/gateway_pb.ts";
import type { TestServer } from "../support/server.ts";
import { streamed, whole } from "./support/answers.ts";
import { startGateway, type TestGateway } from "./support/gateway.ts";
import { json, type Script, type Upstream } from "./support/upstream.ts";

/** The same requests by gRPC. */

let started: TestGateway;
let server: TestServer;
let upstream: Upstream;
let gateway: Client<typeof GatewayService>;
let headers: Record<string, string>;

beforeAll(async () => {
  started = await startGateway({
    CAIRN_REQUEST_TIMEOUT_MS: "1000",
    CAIRN_PROVIDERS: "absent=http://127.0.0.1:9",
    CAIRN_FALLBACKS: "gpt-4.1-mini=absent/any;gpt-5=claude-haiku-4-5",
  });
  ({ server, upstream } = started);
  gateway = createClient(GatewayService, createGrpcTransport({ baseUrl: server.url }));
  headers = { authorization: `Bearer ${server.key}` };
});
afterAll(() => started.close());

const messages = [{ role: "user", content: "Weather?" }];
const openai = (more: object = {}) => JSON.stringify({ model: "gpt-4.1", messages, ...more });
const anthropic = (more: object = {}) => JSON.stringify({ model: "gpt-4.1", max_tokens: 9, messages, ...more });
const said = { text: "It is raining." };

test("a whole answer in either dialect", async () => {
  upstream.script(whole.openai(said), whole.openai(said));
  const completion = await gateway.createChatCompletion({ body: openai() }, { headers });
  expect(JSON.parse(completion.body)).toMatchObject({ choices: [{ message: { content: said.text } }] });
  expect(upstream.last.body.toString()).toBe(openai());
  const message = await gateway.createMessage({ body: anthropic() }, { headers });
  expect(JSON.parse(message.body)).toMatchObject({ content: [{ type: "text", text: said.text }] });
});

test("a stream in either dialect", async () => {
  upstream.script(streamed.openai(said), streamed.openai(said));
  const chunks: string[] = [];
  for await (const { data } of gateway.streamChatCompletion({ body: openai({ stream: true }) }, { headers })) {
    chunks.push(data);
  }
  const deltas = chunks.map((data) => JSON.parse(data) as { choices: { delta: { content?: string } }[] });
  expect(deltas.map(({ choices }) => choices[0]?.delta.content ?? "").join("")).toBe(said.text);
  const events: string[] = [];
  for await (const { event } of gateway.streamMessage({ body: anthropic({ stream: true }) }, { headers })) {
    events.push(event);
  }
  expect([events[0], events.at(-1)]).toEqual(["message_start", "message_stop"]);
});

test("a provider is told nothing of the protocol that the call came by", async () => {
  const transports = [
    createGrpcTransport({ baseUrl: server.url }),
    createConnectTransport({ baseUrl: server.url, httpVersion: "1.1" }),
  ];
  for (const transport of transports) {
    upstream.script(whole.openai(said));
    const client = createClient(GatewayService, transport);
    await client.createChatCompletion(
      { body: openai() },
      { headers: { ...headers, "x-trace": "1" }, timeoutMs: 9_000 },
    );
    const names = Object.keys(upstream.last.headers);
    expect(names).toContain("x-trace");
    expect(names.filter((name) => /^(?:grpc|connect)-/u.test(name))).toEqual([]);
  }
});

test("tokens are counted, and told where by an estimate", async () => {
  let told: Headers | undefined;
  const onHeader = (seen: Headers) => (told = seen);
  const { inputTokens } = await gateway.countMessageTokens({ body: anthropic() }, { headers, onHeader });
  expect(inputTokens).toBeGreaterThan(0);
  expect(told?.get("x-cairn-loss")).toBe("count_tokens; emulated");
});

test("a model may take longer than any other call", async () => {
  upstream.script(async (response, request) => {
    await new Promise((later) => setTimeout(later, 1_500));
    await whole.openai(said)(response, request);
  });
  expect((await gateway.createChatCompletion({ body: openai() }, { headers })).body).toContain(said.text);
});

test("what the provider refuses, and what we do, comes as a code with its words", async () => {
  const refused = async (call: Promise<unknown>) => ConnectError.from(await call.catch((error: unknown) => error));
  upstream.script(json(429, { error: { message: 'slow "down"' } }, { "x-should-retry": "false" }));
  const limited = await refused(gateway.createChatCompletion({ body: openai() }, { headers }));
  expect([limited.code, limited.rawMessage]).toEqual([Code.ResourceExhausted, 'slow "down"']);
  const unknown = await refused(gateway.createChatCompletion({ body: openai({ model: "opus-5" }) }, { headers }));
  expect([unknown.code, unknown.rawMessage]).toEqual([Code.NotFound, expect.stringContaining("claude-opus-5")]);
  const stranger = await refused(gateway.createChatCompletion({ body: openai() }));
  expect(stranger.code).toBe(Code.Unauthenticated);
  const stream = (model: string) =>
    gateway.streamChatCompletion({ body: openai({ stream: true, model }) }, { headers });
  const first = (model: string) => refused(stream(model)[Symbol.asyncIterator]().next());
  upstream.script(json(429, { error: { message: "slower" } }, { "x-should-retry": "false" }));
  const inStream = await first("gpt-4.1");
  expect([inStream.code, inStream.rawMessage]).toEqual([Code.ResourceExhausted, "slower"]);
  const unknownInStream = await first("opus-5");
  expect([unknownInStream.code, unknownInStream.rawMessage]).toEqual([unknown.code, unknown.rawMessage]);
});

test("an RPC that streams wants a body that says so, the others one that does not", async () => {
  const refused = async (call: Promise<unknown>) => ConnectError.from(await call.catch((error: unknown) => error));
  const first = async (body: string) =>
    gateway.streamChatCompletion({ body }, { headers })[Symbol.asyncIterator]().next();
  const asked = upstream.received.length;
  const streams = openai({ stream: true });
  const unary = await refused(gateway.createChatCompletion({ body: streams }, { headers }));
  expect([unary.code, unary.rawMessage]).toEqual([
    Code.InvalidArgument,
    expect.stringContaining("the RPC that streams"),
  ]);
  expect((await refused(gateway.createMessage({ body: anthropic({ stream: true }) }, { headers }))).code).toBe(
    unary.code,
  );
  for (const body of [
    openai(),
    openai({ stream: false }),
    openai({ metadata: { stream: true } }),
    openai({ user: '"stream": true' }),
  ]) {
    const stream = await refused(first(body));
    expect([stream.code, stream.rawMessage]).toEqual([
      Code.InvalidArgument,
      expect.stringContaining("does not stream"),
    ]);
  }
  expect(upstream.received).toHaveLength(asked);
  // Whoever only counts is no stream.
  const counted = await gateway.countMessageTokens({ body: anthropic({ stream: true }) }, { headers });
  expect(counted.inputTokens).toBeGreaterThan(0);
  // What a text says is no member.
  upstream.script(whole.openai(said));
  const quoting = openai({ user: '"stream": true', metadata: { stream: true } });
  expect((await gateway.createChatCompletion({ body: quoting }, { headers })).body).toContain(said.text);
});

test("a whole answer is read up to a bound", async () => {
  let written = 0;
  upstream.script(async (response, request) => {
    response.writeHead(200, { "content-type": "application/json" });
    for (; written < 200 && !response.destroyed; written++) {
      if (response.write(" ".repeat(2 ** 20))) continue;
      await Promise.race([once(response, "drain"), request.gone]);
    }
    response.end();
  });
  const error = ConnectError.from(
    await gateway.createChatCompletion({ body: openai() }, { headers }).catch((thrown: unknown) => thrown),
  );
  expect([error.code, error.rawMessage]).toEqual([
    Code.Internal,
    "the provider's answer is larger than 33554432 bytes",
  ]);
  expect(written).toBeLessThan(100);
});

test("what a provider refuses is told in its words, wherever it has them", async () => {
  const refused = async (body: unknown) => {
    upstream.script(json(422, body));
    const error = await gateway
      .createChatCompletion({ body: openai() }, { headers })
      .catch((thrown: unknown) => thrown);
    return ConnectError.from(error).rawMessage;
  };
  expect(await refused({ object: "error", message: "from Mistral" })).toBe("from Mistral");
  expect(await refused({ code: "x", error: "from xAI" })).toBe("from xAI");
  expect(await refused({ detail: [{ message: "inner" }], error: { message: "outer" } })).toBe("outer");
  expect(await refused('no JSON, yet a "message": "with\na line"')).toBe("the provider answered 422");
});

test.each([
  ["its provider's dialect", 'event: error\ndata: {"error":{"message":"slow down"}}\n\n', "slow down"],
  ["no JSON", "data: later\n\n", "the provider answered 429"],
])("a stream that is refused in events, in %s, ends as what was refused", async (_, events, message) => {
  upstream.script((response) => {
    response.writeHead(429, { "content-type": "text/event-stream", "x-should-retry": "false" });
    response.end(events);
  });
  const stream = gateway.streamChatCompletion({ body: openai({ stream: true }) }, { headers });
  const first = stream[Symbol.asyncIterator]().next();
  await expect(first).rejects.toMatchObject({ code: Code.ResourceExhausted, rawMessage: message });
});

// Five outages in a row would open the circuit.
test.each([
  [502, Code.Internal],
  [503, Code.Unavailable],
  [400, Code.InvalidArgument],
  [403, Code.PermissionDenied],
  [404, Code.NotFound],
  [408, Code.DeadlineExceeded],
  [409, Code.Aborted],
  [413, Code.ResourceExhausted],
  [418, Code.InvalidArgument],
  [422, Code.InvalidArgument],
  [429, Code.ResourceExhausted],
  [500, Code.Internal],
  [501, Code.Internal],
  [504, Code.DeadlineExceeded],
  [520, Code.Internal],
  [529, Code.Unavailable],
])("a provider's %i has a code of its own", async (status, code) => {
  upstream.script(json(status, { error: { message: "no" } }, { "x-should-retry": "false" }));
  const asked = gateway.createChatCompletion({ body: openai() }, { headers });
  await expect(asked).rejects.toMatchObject({ code, rawMessage: "no" });
});

test("when a provider wants to be asked again is told by every protocol", async () => {
  const baseUrl = server.url;
  const transports = [
    createGrpcTransport({ baseUrl }),
    createGrpcWebTransport({ baseUrl, httpVersion: "2" }),
    createConnectTransport({ baseUrl, httpVersion: "1.1" }),
  ];
  const pushbacks: (string | null)[] = [];
  const wait = { "retry-after": "7", "retry-after-ms": "6500", "x-should-retry": "false" };
  for (const transport of transports) {
    upstream.script(json(429, { error: { message: "slower" } }, wait));
    const asked = createClient(GatewayService, transport).createChatCompletion({ body: openai() }, { headers });
    const { metadata } = ConnectError.from(await asked.catch((error: unknown) => error));
    expect(Object.fromEntries(metadata)).toMatchObject(wait);
    pushbacks.push(metadata.get("grpc-retry-pushback-ms"));
  }
  expect(pushbacks).toEqual(["-1", null, null]);
});

test("what changes only when somebody sets this server up otherwise is not to be asked for again", async () => {
  upstream.script(json(401, { error: { message: "bad key" } }));
  const asked = gateway.createChatCompletion({ body: openai() }, { headers });
  const { code, metadata } = ConnectError.from(await asked.catch((error: unknown) => error));
  expect(code).toBe(Code.Unavailable);
  expect([metadata.get("x-should-retry"), metadata.get("grpc-retry-pushback-ms")]).toEqual(["false", "-1"]);
});

const cuts: [string, Script][] = [
  ["a connection that breaks once the provider has the request", (response) => void response.destroy()],
  [
    "half of an answer",
    (response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "500" });
      response.write("{", () => response.destroy());
    },
  ],
  ["an encoding that nobody asked for", json(200, "{}", { "content-encoding": "br" })],
];

test.each(cuts)("what a model may have worked on is not for clients to send again: %s", async (_, cut) => {
  upstream.script(cut);
  const asked = gateway.createChatCompletion({ body: openai() }, { headers });
  await expect(asked).rejects.toMatchObject({ code: Code.Internal, rawMessage: expect.stringContaining("provider") });
});

test("the log has the cause of a provider's fault, and of an answer that is no stream", async () => {
  upstream.script(json(521, "no", { "x-should-retry": "false" }));
  await expect(gateway.createMessage({ body: anthropic() }, { headers })).rejects.toMatchObject({
    code: Code.Internal,
  });
  await expect.poll(server.output).toContain(String.raw`the provider \"openai\" answered with status 521`);
  upstream.script(json(200, "{}", { "content-length": "2" }));
  const stream = gateway.streamChatCompletion({ body: openai({ stream: true }) }, { headers });
  await expect(stream[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: Code.Internal });
  await expect.poll(server.output).toContain(String.raw`the provider \"openai\" answered with status 200`);
});

test.each([
  ["cannot be reached", "gpt-4.1-mini", []],
  ["refuses", "gpt-5", [json(503, { error: { message: "overloaded" } }, { "x-should-retry": "false" })]],
])("nor where one broke off with it, and who stands in %s", async (_, model, standIn) => {
  upstream.script((response) => void response.destroy(), ...standIn);
  const asked = gateway.createChatCompletion({ body: openai({ model }) }, { headers });
  await expect(asked).rejects.toMatchObject({ code: Code.Internal });
});

test.each([500, 502, 504])("nor where one answered %i, and who stands in is unavailable", async (status) => {
  const error = { error: { message: "broken" } };
  for (const [model, ...standIn] of [["gpt-4.1-mini"], ["gpt-5", 503]] as const) {
    const answers = [status, ...standIn].map((each) => json(each, error, { "x-should-retry": "false" }));
    upstream.script(...answers);
    const asked = gateway.createChatCompletion({ body: openai({ model }) }, { headers });
    await expect(asked).rejects.toMatchObject({ code: Code.Internal });
  }
});

describe("a stream that its provider does not end", () => {
  const begun = `data: ${JSON.stringify({ choices: [{ delta: { content: '"finish_reason":"stop"' } }] })}\n\n`;
  const answer = (end: (response: ServerResponse) => void, type = "text/event-stream"): Script => {
    return (response) => {
      response.writeHead(200, { "content-type": type });
      response.write(begun, () => end(response));
    };
  };
  const read = async () => {
    const told: string[] = [];
    try {
      const stream = gateway.streamChatCompletion({ body: openai({ stream: true }) }, { headers });
      for await (const { data } of stream) told.push(data);
      return [told.length, "ok"];
    } catch (error) {
      return [told.length, ConnectError.from(error).code, ConnectError.from(error).rawMessage];
    }
  };
  const brokeOff = [1, Code.Internal, "the provider's answer broke off"];

  test("ends in an error, and the log has whose it was", async () => {
    const before = server.output().length;
    upstream.script(answer((response) => setTimeout(() => response.destroy(), 50)));
    expect(await read()).toEqual(brokeOff);
    const logged = () => server.output().slice(before);
    await expect.poll(logged).toContain(String.raw`the answer of the provider \"openai\" broke off`);
  });

  test("ends in an error where the connection ends as it should", async () => {
    upstream.script(answer((response) => response.end()));
    expect(await read()).toEqual(brokeOff);
  });

  test("ends in the error that the provider tells", async () => {
    upstream.script(answer((response) => response.end('data: {"error":{"message":"overloaded"}}\n\n')));
    expect(await read()).toEqual([2, "ok"]);
  });

  test("is none where it is a whole answer of unknown length", async () => {
    upstream.script(answer((response) => response.end(), "application/json"));
    expect(await read()).toEqual([0, Code.Internal, "the provider answered with no stream"]);
  });

  test("is none where nothing but its first bytes say that it is a whole answer", async () => {
    const whole = { id: "c", choices: [{ message: { content: "hi" }, finish_reason: "stop" }] };
    upstream.script((response) => {
      response.writeHead(200);
      response.write("\n", () => setTimeout(() => response.end(JSON.stringify(whole)), 20));
    });
    expect(await read()).toEqual([0, Code.Internal, "the provider answered with no stream"]);
  });
});

test("a call that its caller takes back is told apart from a failure", async () => {
  const model = "gpt-4.1-nano";
  const outcomes = async () =>
    (await (await fetch(`${server.url}/metrics`, { headers })).text())
      .split("\n")
      .filter((line) => line.startsWith("cairn_gateway_requests_total") && line.includes(model))
      .map((line) => /outcome="(\w+)"/u.exec(line)?.[1]);
  const ask = async ({ signal, deadline }: { signal?: AbortSignal; deadline?: string }) => {
    const came = upstream.next;
    upstream.script(() => undefined);
    const call = gateway
      .createChatCompletion(
        { body: openai({ model }) },
        { headers: { ...headers, ...(deadline && { "grpc-timeout": deadline }) }, signal },
      )
      .catch((error: unknown) => error);
    await came;
    return call;
  };
  const left = new AbortController();
  upstream.next.then(() => left.abort()).catch(() => undefined);
  expect(ConnectError.from(await ask({ signal: left.signal })).code).toBe(Code.Canceled);
  await expect.poll(outcomes).toEqual(["cancelled"]);
  // The server's alone: a client that keeps it too may take the call back first.
  expect(ConnectError.from(await ask({ deadline: "1000m" })).code).toBe(Code.DeadlineExceeded);
  await expect.poll(async () => (await outcomes()).toSorted()).toEqual(["cancelled", "failed"]);
});
