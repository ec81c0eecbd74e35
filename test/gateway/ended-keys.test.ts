import { ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GatewayService } from "../../gen/cairn/gateway/v1/gateway_pb.ts";
import { cairn } from "../support/cli.ts";
import { waysToLeave } from "../support/leaving.ts";
import { Rest } from "../support/rest.ts";
import { startGateway, type TestGateway } from "./support/gateway.ts";
import { exchangeStates } from "./support/ledger.ts";
import type { Script } from "./support/upstream.ts";

/** What a key has open ends soon after the key, whoever ended it and in whichever process. */

/** A look every two seconds, and a second that a finding may be old. */
const soonMs = 3_000;
const timeout = 60_000;

let gateway: TestGateway;
let admin: Rest;
beforeAll(async () => {
  gateway = await startGateway();
  admin = new Rest(gateway.server);
});
afterAll(() => gateway.close());

const chunk = (content: string) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "gpt-4.1", choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;

/** Says something every 50 ms until it is cut off. */
const endless: Script = (response) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const more = setInterval(() => response.write(chunk("and ")), 50);
  response.once("close", () => clearInterval(more));
};

/** As much as is taken. */
const torrent: Script = (response) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const pour = () => {
    while (response.write(chunk("and ".repeat(16_000))));
    response.once("drain", pour);
  };
  pour();
};

const openNow = async () =>
  Number(/^cairn_gateway_open_requests (\d+)$/mu.exec((await admin.get("/metrics")).body as string)![1]);

/** As the only message of Connect's: behind its flags and its length, 512. */
const enveloped = (message: string) => String.fromCharCode(0, 0, 0, 2, 0) + message.padEnd(512);

type Made = { id: string; secret: string };

async function newKey(more = {}): Promise<Made> {
  const { key, secret } = (await admin.post("/api/v1/keys", { name: "page", scopes: ["gateway"], ...more })).body;
  return { id: key.id, secret };
}

const ask = (key: string, path: string, content: string, stream = true) =>
  fetch(gateway.server.url + path, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "gpt-4.1", max_tokens: 9, stream, messages: [{ role: "user", content }] }),
  });

const revoked = "the API key is no longer valid: it was revoked";
const expired = "the API key is no longer valid: it has expired";

const ways: Record<string, { end: (key: Made) => Promise<unknown>; says: string }> = {
  revoked: { end: ({ id }) => admin.delete(`/api/v1/keys/${id}`), says: revoked },
  "revoked by another process": {
    end: ({ id }) => cairn(["keys", "revoke", id], { CAIRN_DATA: gateway.server.data }),
    says: revoked,
  },
  "rotated without an overlap": {
    end: ({ id }) => admin.post(`/api/v1/keys/${id}/rotate`, { overlap_seconds: 0 }),
    says: expired,
  },
  "given an end that has come": {
    end: ({ id }) => admin.patch(`/api/v1/keys/${id}`, { expires_at: new Date(Date.now() + 1_000).toISOString() }),
    says: expired,
  },
};

describe.each(Object.entries(ways))("a key that is %s", (_how, { end, says }) => {
  test("ends a stream with an error event, and the provider's with it; what came is stored", { timeout }, async () => {
    const partial = exchangeStates(gateway.server)["partial"] ?? 0;
    const key = await newKey();
    gateway.upstream.script(endless);
    const stream = await new OpenAI({
      baseURL: `${gateway.server.url}/v1`,
      apiKey: key.secret,
    }).chat.completions.create({
      model: "gpt-4.1",
      stream: true,
      messages: [{ role: "user", content: "Tell me a tale." }],
    });
    let endedMs: number | undefined;
    const failure = (async () => {
      for await (const _ of stream) if (endedMs === undefined) endedMs = await end(key).then(() => performance.now());
    })().then(
      () => "it ended well",
      (error: Error) => error.message,
    );
    expect(await failure).toBe(says);
    expect(performance.now() - endedMs!).toBeLessThan(soonMs + 2_000); // on a busy machine
    await gateway.upstream.last.gone;
    await expect.poll(() => exchangeStates(gateway.server)["partial"] ?? 0).toBe(partial + 1);
  });
});

test("Anthropic's dialect says it in its own words; who waits for an answer gets 401", { timeout }, async () => {
  const key = await newKey();
  gateway.upstream.script(endless, () => undefined);
  const streamed = await ask(key.secret, "/v1/messages", "Tell me another tale.");
  const waits = ask(key.secret, "/v1/chat/completions", "Tell me a third tale.", false);
  await expect.poll(() => gateway.upstream.received.at(-1)!.body.toString()).toContain("third");
  await admin.delete(`/api/v1/keys/${key.id}`);
  const events = await streamed.text();
  expect(JSON.parse(events.split("event: error\ndata: ")[1]!)).toMatchObject({
    type: "error",
    error: { type: "authentication_error", message: revoked },
  });
  const refused = await waits;
  expect([refused.status, ((await refused.json()) as { error: { message: string } }).error.message]).toEqual([
    401,
    revoked,
  ]);
});

test("by RPC it is unauthenticated, also within a stream", { timeout }, async () => {
  const key = await newKey();
  const client = createClient(GatewayService, createGrpcTransport({ baseUrl: gateway.server.url }));
  const body = JSON.stringify({ model: "gpt-4.1", stream: true, messages: [{ role: "user", content: "A tale." }] });
  gateway.upstream.script(endless);
  const read = async () => {
    let isFirst = true;
    const headers = { authorization: `Bearer ${key.secret}` };
    for await (const _ of client.streamChatCompletion({ body }, { headers })) {
      if (isFirst) await admin.delete(`/api/v1/keys/${key.id}`);
      isFirst = false;
    }
  };
  const error = await read().then(
    () => undefined,
    (thrown: unknown) => ConnectError.from(thrown),
  );
  expect(error?.message).toBe(`[unauthenticated] ${revoked}`);
});

describe.each([
  ["/v1/chat/completions", "an HTTP/1.1 connection is cut"],
  ["/v1/chat/completions", "an HTTP/2 stream is reset"],
  ["/cairn.gateway.v1.GatewayService/StreamChatCompletion", "an HTTP/2 stream is reset"],
])("who reads nothing of %s (and leaves only when %s)", (path, way) => {
  test("loses its place soon after its key", { timeout }, async () => {
    const key = await newKey();
    gateway.upstream.script(torrent);
    const messages = [{ role: "user", content: "Tell me a tale that nobody reads." }];
    const asked = JSON.stringify({ model: "gpt-4.1", stream: true, messages });
    const isRpc = path.startsWith("/cairn");
    const headers = {
      authorization: `Bearer ${key.secret}`,
      ...(isRpc && { "content-type": "application/connect+json" }),
    };
    const body = isRpc ? enveloped(JSON.stringify({ body: asked })) : asked;
    const { begun, leave } = waysToLeave[way]!(gateway.server.url, { path, headers, body, reads: false });
    try {
      await begun;
      expect(await openNow()).toBe(1);
      await admin.delete(`/api/v1/keys/${key.id}`);
      await expect.poll(openNow, { timeout: soonMs + 5_000 }).toBe(0);
    } finally {
      leave();
    }
  });
});

test("a predecessor that still has its time goes on, and so does everybody else's", { timeout }, async () => {
  const [old, other, gone] = [await newKey(), await newKey(), await newKey()];
  gateway.upstream.script(endless, endless, endless);
  const streams = await Promise.all(
    [old, other, gone].map((key, n) => ask(key.secret, "/v1/chat/completions", `Tale ${n}, please.`)),
  );
  await admin.post(`/api/v1/keys/${old.id}/rotate`, { overlap_seconds: 60 });
  await admin.delete(`/api/v1/keys/${gone.id}`);
  expect(await streams[2]!.text()).toContain(revoked);
  for (const stream of streams.slice(0, 2)) {
    const reader = stream.body!.getReader();
    for (let pieces = 0; pieces < 20; pieces++) expect((await reader.read()).done).toBe(false);
    await reader.cancel();
  }
});
