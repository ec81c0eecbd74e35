import { setTimeout as later } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Losses } from "../../src/gateway/chat/loss.ts";
import { withoutForeignThoughts, withoutThoughts } from "../../src/gateway/dialect/anthropic/thoughts.ts";
import { Rest } from "../support/rest.ts";
import { whole } from "./support/answers.ts";
import { startGateway, type TestGateway } from "./support/gateway.ts";
import { json, type Upstream } from "./support/upstream.ts";

/** Thoughts that are bound to a conversation that cannot be put back, and those that do not end. */

let gateway: TestGateway;
let upstream: Upstream;
let rest: Rest;

beforeAll(async () => {
  gateway = await startGateway();
  upstream = gateway.upstream;
  rest = new Rest(gateway.server);
});
afterAll(async () => {
  await gateway.close();
});

const thought = { type: "thinking", thinking: "", signature: "sig" };
const messages = [
  { role: "user", content: "Is it raining in Lisbon today?" },
  { role: "assistant", content: [thought, { type: "text", text: "It is." }] },
  { role: "user", content: "And tomorrow, in the afternoon?" },
];
const body = { model: "claude-opus-5", max_tokens: 100, messages };
const bound = json(400, {
  type: "error",
  error: {
    type: "invalid_request_error",
    message: "messages.1.content.0: thinking block is bound to a different conversation",
  },
});

test("are left out once where the provider says so, and that is told", async () => {
  upstream.script(bound, whole.anthropic({ text: "Dry." }));
  const answer = await rest.post("/v1/messages", body);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("x-cairn-loss")).toBe("messages.thinking; dropped");
  const [first, second] = upstream.received.slice(-2).map((request) => request.body.toString());
  expect(second).toBe(first!.replace(`${JSON.stringify(thought)},`, ""));
});

test("are left out where the provider says that they were moved", async () => {
  const message =
    "messages.1.content.2: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.";
  const moved = json(400, { type: "error", error: { type: "invalid_request_error", message } });
  upstream.script(moved, whole.anthropic({ text: "Dry." }));
  const answer = await rest.post("/v1/messages", body);
  expect([answer.status, answer.headers.get("x-cairn-loss")]).toEqual([200, "messages.thinking; dropped"]);
});

test("stay where the provider refuses for another reason, whose words pass", async () => {
  const sent = upstream.received.length;
  const refused = { type: "error", error: { type: "invalid_request_error", message: "max_tokens: too large" } };
  upstream.script(json(400, refused));
  const answer = await rest.post("/v1/messages", body);
  expect([answer.status, answer.body]).toEqual([400, refused]);
  expect(upstream.received).toHaveLength(sent + 1);
});

test("are not asked for a third time", async () => {
  const sent = upstream.received.length;
  upstream.script(bound, bound);
  const answer = await rest.post("/v1/messages", body);
  expect(answer.status).toBe(400);
  expect(answer.body.error.message).toContain("bound to a different conversation");
  expect(upstream.received).toHaveLength(sent + 2);
});

const unthought = json(400, {
  type: "error",
  error: {
    type: "invalid_request_error",
    message:
      "messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is " +
      "enabled, a final `assistant` message must start with a thinking block.",
  },
});
const stoodIn = (content: object[]) => ({
  model: "claude-haiku-4-5",
  max_tokens: 4_000,
  thinking: { type: "enabled", budget_tokens: 2_000 },
  context_management: {
    edits: [{ type: "clear_thinking_20251015", keep: "all" }, { type: "clear_tool_uses_20250919" }],
  },
  messages: [
    { role: "user", content: "Is it raining in Lisbon today?" },
    { role: "assistant", content: [...content, { type: "tool_use", id: "call_1", name: "rain", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "call_1", content: "no" }] },
  ],
});

test("that a stand-in had none of, or others than Claude's, do not keep Claude from going on: it does not think then", async () => {
  const call = stoodIn([]);
  const expected = JSON.stringify({
    ...call,
    thinking: { type: "disabled" },
    context_management: { edits: [{ type: "clear_tool_uses_20250919" }] },
  });
  const headers = { "x-cairn-memory": "off" };

  upstream.script(unthought, whole.anthropic({ text: "It is dry." }));
  const answer = await rest.post("/v1/messages", call, headers);
  expect([answer.status, answer.headers.get("x-cairn-loss")]).toEqual([200, "reasoning.without_signature; dropped"]);
  expect(upstream.last.body.toString()).toBe(expected);

  upstream.script(unthought, whole.anthropic({ text: "It is dry." }));
  const tagged = stoodIn([{ type: "thinking", thinking: "hm", signature: "cairn:openai:" }]);
  const told = "thinking; dropped, reasoning.without_signature; dropped";
  const other = await rest.post("/v1/messages", tagged, headers);
  expect([other.status, other.headers.get("x-cairn-loss")]).toEqual([200, told]);
  expect(upstream.last.body.toString()).toBe(expected);

  upstream.script(unthought, json(200, { input_tokens: 7 }));
  const counted = await rest.post("/v1/messages/count_tokens", tagged, headers);
  expect([counted.status, counted.headers.get("x-cairn-loss")]).toEqual([200, told]);
  expect(upstream.last.body.toString()).toBe(expected);
});

test("that are bound may be what a call began with: then Claude does not think either", async () => {
  const sent = upstream.received.length;
  upstream.script(bound, unthought, whole.anthropic({ text: "It is dry." }));
  const answer = await rest.post("/v1/messages", stoodIn([thought]), { "x-cairn-memory": "off" });
  const told = "messages.thinking; dropped, reasoning.without_signature; dropped";
  expect([answer.status, answer.headers.get("x-cairn-loss")]).toEqual([200, told]);
  expect(upstream.received).toHaveLength(sent + 3);
});

test("that are missing are not asked for a third time", async () => {
  const sent = upstream.received.length;
  upstream.script(unthought, unthought);
  const answer = await rest.post("/v1/messages", stoodIn([]), { "x-cairn-memory": "off" });
  expect(answer.status).toBe(400);
  expect(upstream.received).toHaveLength(sent + 2);
});

test("that are missing where no call is gone on from are the caller's to know of", async () => {
  const sent = upstream.received.length;
  upstream.script(unthought);
  const { messages, ...asked } = stoodIn([]);
  const begun = { role: "assistant", content: "It will" };
  const answer = await rest.post(
    "/v1/messages",
    { ...asked, messages: [...messages, begun] },
    { "x-cairn-memory": "off" },
  );
  expect(answer.status).toBe(400);
  expect(answer.body.error.message).toContain("must start with a thinking block");
  expect(upstream.received).toHaveLength(sent + 1);
});

test("are cut out of the bytes around them; what would be empty stays", () => {
  const odd = `{"x":1e2, "messages":[ {"role":"user","content":"\\u00e9"},{"content": [ {"type":"redacted_thinking","data":"d"} ,
    {"type":"text","text":"a"},{"type":"thinking","thinking":"t","signature":"s"}, {"type":"tool_use","id":"i","name":"n","input":{}} ],
    "role":"assistant"}, {"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"s"}]} ]}`;
  const cut = withoutThoughts(Buffer.from(odd)).toString();
  expect(cut).toContain('{"content": [{"type":"text","text":"a"},{"type":"tool_use","id":"i","name":"n","input":{}}],');
  expect(cut).toContain('{"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"s"}]}');
  expect(cut.startsWith('{"x":1e2, "messages":[ {"role":"user","content":"\\u00e9"},')).toBe(true);
});

const foreign = (signature: string) => ({ type: "thinking", thinking: "", signature });

test("of another provider stay away from Claude, who would refuse them: in answers, counts and what is inspected", async () => {
  const calls = [foreign("cairn:gemini:tool:c2ln"), { type: "tool_use", id: "t", name: "f", input: {} }];
  const results = [{ type: "tool_result", tool_use_id: "t", content: "x" }];
  const said = (content: object[]) => [
    { role: "user", content: "Is it raining?" },
    { role: "assistant", content },
    { role: "user", content: results },
  ];
  const mixed = { model: "claude-opus-5", max_tokens: 100, messages: said([foreign("cairn:openai:"), ...calls]) };
  const expected = JSON.stringify({ ...mixed, messages: said(calls.slice(1)) });
  const told = "thinking; dropped, tool_call.signature; dropped";

  upstream.script(whole.anthropic({ text: "Dry." }));
  const headers = { "x-cairn-memory": "off" };
  const answer = await rest.post("/v1/messages", mixed, headers);
  expect([answer.status, answer.headers.get("x-cairn-loss")]).toEqual([200, told]);
  expect(upstream.last.body.toString()).toBe(expected);

  upstream.script(json(200, { input_tokens: 7 }));
  await rest.post("/v1/messages/count_tokens", mixed);
  expect(upstream.last.body.toString()).toBe(expected);

  const shown = await rest.post("/v1/messages", { ...mixed, model: "cairn/inspect:claude-opus-5" }, headers);
  expect(shown.headers.get("x-cairn-loss")).toBe(told);
  expect(shown.body.content[0].text).not.toContain("cairn:");
});

test("of another provider are cut out of the bytes around them; Claude's own stay, and no message is left empty", () => {
  const losses = new Losses();
  const odd = `{"x":1e2, "messages":[ 1, "cairn:", {"role":"user","content":"\\"cairn:"},{"content": [ {"type":"redacted_thinking","data":"cairn:gemini:d"} ,
    {"type":"thinking","thinking":"t","signature":"EqQB"},{"type":"thinking","thinking":""} ], "role":"assistant"},
    {"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"cairn:openai:"}]},
    {"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"cairn:anthropic:cairn:x"}]} ]}`;
  const cut = withoutForeignThoughts(Buffer.from(odd), losses).toString();
  expect(cut).toBe(
    odd
      .replace(/\[ \{"type":"redacted[^}]*\} ,\s+/u, "[")
      .replace('""} ]', '""}]')
      .replace(
        /\{"type":"thinking","thinking":"","signature":"cairn:openai:"\}/u,
        '{"type":"text","text":"(no content)"}',
      )
      .replace("cairn:anthropic:cairn:x", "cairn:x"),
  );
  expect(losses.list().map(({ what }) => what)).toEqual(["thinking.signature", "thinking"]);
});

test("that do not end are bounded where they are translated: what came is passed, and the provider's request ends", async () => {
  const thought = { candidates: [{ content: { parts: [{ text: "x".repeat(2 ** 20), thought: true }] } }] };
  const event = `data: ${JSON.stringify(thought)}\n\n`;
  let sent = 0;
  upstream.script(async (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (; sent < 2_000 && !response.destroyed; sent++) {
      if (!response.write(event)) await later(1);
    }
    response.end();
  });
  const answer = await rest.post("/v1/chat/completions", {
    model: "gemini-2.5-flash",
    stream: true,
    messages: [{ role: "user", content: "Think." }],
  });
  const events = (answer.body as string).trimEnd().split("\n\n");
  expect(events.filter((each) => each.includes("reasoning_content"))).toHaveLength(15);
  expect(events.at(-1)).toContain(
    'data: {"error":{"message":"the provider sent more than 16777216 characters of thinking"',
  );
  await upstream.last.gone;
  expect(sent).toBeLessThan(2_000);
}, 60_000);
