import { ConnectError, createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { expect, test } from "vitest";
import { GatewayService } from "../../gen/cairn/gateway/v1/gateway_pb.ts";
import { startGateway, type TestGateway } from "./support/gateway.ts";
import { charged, exchangeStates } from "./support/ledger.ts";
import type { Script } from "./support/upstream.ts";

/**
 * What callers are told whose models still speak when the server's time to stop is over. Most of that time is waited for, so
 * the tests share it.
 */

/** The shortest of which the last words have half a second: on a busy machine they need it. */
const drains = { CAIRN_DRAIN_MS: "5000" };
const timeout = 60_000;

const chunk = { id: "c", object: "chat.completion.chunk", created: 1, model: "gpt-4.1" };
const choices = [{ index: 0, delta: { role: "assistant", content: "Once" }, finish_reason: null }];
const first = `data: ${JSON.stringify({ ...chunk, choices })}\n\n`;

const says =
  (text: string): Script =>
  (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(text);
  };

const asker =
  ({ server }: TestGateway) =>
  (path: string, stream: boolean, content: string) =>
    fetch(server.url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "gpt-4.1", max_tokens: 9, stream, messages: [{ role: "user", content }] }),
    });

test.concurrent(
  "streams end in an error event of their caller's dialect, and who waits for an answer is refused",
  { timeout },
  async () => {
    const gateway = await startGateway({ ...drains, CAIRN_LOG: "info" });
    const { server, upstream } = gateway;
    const ask = asker(gateway);
    try {
      upstream.script(says(first), says(first), says(`${first}data: {"id":`));
      const passed = await ask("/v1/chat/completions", true, "Tell me a tale.");
      const translated = await ask("/v1/messages", true, "Tell me another tale.");
      const halfSaid = await ask("/v1/chat/completions", true, "Tell me a third tale.");
      upstream.always(() => undefined);
      const waits = ask("/v1/chat/completions", false, "Tell me a last tale.");
      await expect.poll(() => upstream.received.length).toBe(4);
      const stopped = server.stop();

      const stopping = { message: "the server is stopping" };
      const bodies = Promise.all([passed.text(), translated.text(), halfSaid.text().catch(() => "cut"), waits]);
      const [own, other, half, refused] = await bodies;
      expect(own.startsWith(first)).toBe(true);
      expect(JSON.parse(own.slice(first.length).replace("data: ", ""))).toMatchObject({ error: stopping });
      expect(other).toContain("event: error\n");
      expect(JSON.parse(other.split("event: error\ndata: ")[1]!)).toMatchObject({ type: "error", error: stopping });
      expect(half).toBe("cut");
      expect([refused.status, await refused.json()]).toMatchObject([503, { error: stopping }]);
      expect(await stopped).toBe(0);
      expect(exchangeStates(server)).toEqual({ partial: 4 });
      const statuses = [...server.output().matchAll(/"status":(\d+)/gu)].map(([, status]) => status);
      expect(statuses.filter((status) => status === "499")).toEqual([]);
    } finally {
      await gateway.close();
    }
  },
);

test.concurrent(
  "by RPC what a model still says, or is waited for, is internal: sent again, it would be paid for twice",
  { timeout },
  async () => {
    const gateway = await startGateway(drains);
    const { server, upstream } = gateway;
    const headers = { authorization: `Bearer ${server.key}` };
    const bodyOf = (stream: boolean) =>
      JSON.stringify({ model: "gpt-4.1", max_tokens: 9, stream, messages: [{ role: "user", content: "A tale." }] });
    const told: string[] = [];
    const errorOf = (call: Promise<unknown>) => call.then(String, (error: unknown) => ConnectError.from(error).message);
    try {
      const asked = [createGrpcTransport, createConnectTransport].flatMap((create) => {
        const client = createClient(GatewayService, create({ baseUrl: server.url, httpVersion: "2" }));
        const read = async (stream: AsyncIterable<{ data: string }>) => {
          for await (const { data } of stream) told.push(data);
        };
        upstream.script(says(first), says(first));
        return [
          errorOf(read(client.streamChatCompletion({ body: bodyOf(true) }, { headers }))),
          errorOf(read(client.streamMessage({ body: bodyOf(true) }, { headers }))),
        ];
      });
      await expect.poll(() => told.length).toBeGreaterThan(3);
      upstream.always(() => undefined);
      const client = createClient(GatewayService, createGrpcTransport({ baseUrl: server.url }));
      asked.push(errorOf(client.createChatCompletion({ body: bodyOf(false) }, { headers })));
      await expect.poll(() => upstream.received.length).toBe(5);
      const stopped = server.stop();
      expect(await Promise.all(asked)).toEqual(asked.map(() => "[internal] the server is stopping"));
      expect(told.filter((data) => data.includes("stopping"))).toEqual([]);
      expect(await stopped).toBe(0);
    } finally {
      await gateway.close();
    }
  },
);

test.concurrent("what waits for a model is charged once, though another may stand in", { timeout }, async () => {
  const gateway = await startGateway({ ...drains, CAIRN_FALLBACKS: "gpt-4.1=claude-haiku-4-5" });
  const { server, upstream } = gateway;
  try {
    upstream.always(() => undefined);
    const waits = asker(gateway)("/v1/chat/completions", false, "Tell me a tale.");
    await expect.poll(() => upstream.received.length).toBe(1);
    const stopped = server.stop();
    expect((await waits).status).toBe(503);
    expect(await stopped).toBe(0);
    expect(upstream.received).toHaveLength(1);
    expect(charged(server)).toEqual({ "gpt-4.1": 1 });
  } finally {
    await gateway.close();
  }
});
