import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { waysToLeave, type Leaving } from "../support/leaving.ts";
import { Rest } from "../support/rest.ts";
import { startGateway, type TestGateway } from "./support/gateway.ts";
import { exchangeStates } from "./support/ledger.ts";

/** What a caller who leaves had is let go of, stored as far as it came, and charged: by either protocol. */

let gateway: TestGateway;
let rest: Rest;
let usedBefore: number;
let statesBefore: Record<string, number>;

beforeAll(async () => {
  gateway = await startGateway();
  rest = new Rest(gateway.server);
});
afterAll(() => gateway.close());
beforeEach(async () => {
  usedBefore = await used();
  statesBefore = exchangeStates(gateway.server);
});

async function usage(): Promise<{ input_tokens: number; output_tokens: number }> {
  return (await rest.get("/api/v1/usage")).body.total;
}

/** Tokens that the account has used this month. */
async function used(): Promise<number> {
  const { input_tokens, output_tokens } = await usage();
  return input_tokens + output_tokens;
}

async function openRequests(): Promise<string | undefined> {
  const { body } = await rest.get("/metrics");
  return (body as string).split("\n").find((line) => line.startsWith("cairn_gateway_open_requests "));
}

const piece = (content: string) =>
  `data: ${JSON.stringify({ id: "c", choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;

describe.each(Object.entries(waysToLeave))("%s", (way, open) => {
  const ask = (session: string, content: string, stream = true): Leaving => {
    const headers = { authorization: `Bearer ${rest.key}`, "x-session-id": session };
    const body = JSON.stringify({ model: "gpt-4.1", stream, messages: [{ role: "user", content }] });
    return open(gateway.server.url, { path: "/v1/chat/completions", headers, body });
  };

  const expectLetGo = async () => {
    await gateway.upstream.last.gone;
    await expect.poll(openRequests).toBe("cairn_gateway_open_requests 0");
    await expect.poll(async () => (await used()) - usedBefore).toBeGreaterThan(100);
  };

  test("within the answer", async () => {
    const session = `within: ${way}`.replaceAll("/", " ");
    gateway.upstream.script((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(piece("Once upon a"));
      const more = setInterval(() => response.write(": not yet\n\n"), 20);
      response.once("close", () => clearInterval(more));
    });
    const { begun, leave } = ask(session, "Tell me the tale of the lighthouse.".repeat(40));
    await begun;
    leave();
    await expectLetGo();
    expect(exchangeStates(gateway.server)).toEqual({ ...statesBefore, partial: (statesBefore["partial"] ?? 0) + 1 });
    const stored = async () =>
      (await rest.get(`/api/v1/sessions/${encodeURIComponent(session)}/messages`)).body.messages;
    await expect
      .poll(stored)
      .toMatchObject([{ role: "user" }, { role: "assistant", content: "Once upon a", metadata: { state: "partial" } }]);
  });

  test("within a whole answer that does not tell its length", async () => {
    const before = await usage();
    gateway.upstream.script((response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write(`{"id":"c","choices":[{"index":0,"message":{"content":"${"Once upon a time. ".repeat(100)}`);
    });
    const { begun, leave } = ask(`whole: ${way}`, "Tell me the tale of the lighthouse.".repeat(40), false);
    await begun;
    leave();
    await expectLetGo();
    expect((await usage()).output_tokens - before.output_tokens).toBeGreaterThan(100);
  });

  test("before the head", async () => {
    const came = gateway.upstream.next;
    gateway.upstream.script(() => undefined);
    const { leave } = ask(`before: ${way}`, "Is anybody there, by the sea?".repeat(40));
    await came;
    leave();
    await expectLetGo();
    expect(exchangeStates(gateway.server)["open"] ?? 0).toBe(0);
  });
});
