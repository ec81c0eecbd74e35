import { afterAll, beforeAll, expect, test } from "vitest";
import { Rest } from "../support/rest.ts";
import { startGateway, type TestGateway } from "./support/gateway.ts";
import { json, sse, type Script } from "./support/upstream.ts";

/** Budgets in dollars at a server that was given no prices: by what Cairn knows. */

let gateway: TestGateway;
beforeAll(async () => void (gateway = await startGateway()));
afterAll(() => gateway.close());

async function keyWith(policy: object): Promise<Rest> {
  const made = await new Rest(gateway.server).post("/api/v1/keys", { scopes: ["gateway"], ...policy });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return new Rest(gateway.server, made.body.secret);
}

const ask = (api: Rest, model: string, more: object = {}) =>
  api.post("/v1/messages", { model, max_tokens: 50, messages: [{ role: "user", content: "Weather?" }], ...more });
const spentOf = async (api: Rest) => (await api.get("/api/v1/usage")).body.keys[0].usd_budget.spent;

const message = { id: "msg_1", type: "message", role: "assistant", model: "m" };
const saying = (usage: object): Script =>
  json(200, {
    ...message,
    content: [{ type: "text", text: "Rain." }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage,
  });

test("a key with a budget in dollars spends it by the models' own prices", async () => {
  const api = await keyWith({ monthly_budget_usd: 0.02 });
  gateway.upstream.script(saying({ input_tokens: 3_000, cache_read_input_tokens: 40_000, output_tokens: 1_000 }));
  expect((await ask(api, "claude-haiku-4-5")).status).toBe(200);
  expect(await spentOf(api)).toBe(0.012); // 3,000 at 1 dollar for a million, 40,000 at .1, 1,000 at 5
  gateway.upstream.script(saying({ input_tokens: 8_000, output_tokens: 0 }));
  expect((await ask(api, "claude-haiku-4-5")).status).toBe(200);
  const spent = await ask(api, "claude-haiku-4-5");
  expect([spent.status, spent.body.error.message]).toEqual([429, expect.stringContaining("0.02 of 0.02 US dollars")]);
});

test("a long request costs more, and so does what its cache keeps for an hour, streamed too", async () => {
  const api = await keyWith({ monthly_budget_usd: 10 });
  const cache_creation = { ephemeral_5m_input_tokens: 30_000, ephemeral_1h_input_tokens: 20_000 };
  const usage = { input_tokens: 60_000, cache_creation_input_tokens: 50_000, cache_creation, output_tokens: 1_000 };
  const cost = 0.07125; // 60,000 at .5, 30,000 at .625, 20,000 at 1, 1,000 at 2.5
  gateway.upstream.script(saying(usage));
  expect((await ask(api, "claude-haiku-5-5")).status).toBe(200);
  expect(await spentOf(api)).toBe(cost);
  const event = (type: string, more: object) => ({ event: type, data: { type, ...more } });
  gateway.upstream.script(
    sse(
      event("message_start", { message: { ...message, content: [], usage: { ...usage, output_tokens: 1 } } }),
      event("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
      event("content_block_delta", { index: 0, delta: { type: "text_delta", text: "Rain." } }),
      event("content_block_stop", { index: 0 }),
      event("message_delta", { delta: { stop_reason: "end_turn" }, usage: { output_tokens: 1_000 } }),
      event("message_stop", {}),
    ),
  );
  expect((await ask(api, "claude-haiku-5-5", { stream: true })).status).toBe(200);
  expect(await spentOf(api)).toBe(2 * cost);
});

test("a model whose price nobody told is still refused", async () => {
  const api = await keyWith({ monthly_budget_usd: 10 });
  gateway.upstream.received.length = 0;
  const { status, body } = await ask(api, "claude-fable-5-2");
  expect([status, body.error.message]).toEqual([403, expect.stringContaining("claude-fable-5-2 has no known price")]);
  expect(gateway.upstream.received).toEqual([]);
});
