import { setTimeout as later } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withoutThoughts } from "../../src/gateway/thoughts.ts";
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

test("are cut out of the bytes around them; what would be empty stays", () => {
  const odd = `{"x":1e2, "messages":[ {"role":"user","content":"\\u00e9"},{"content": [ {"type":"redacted_thinking","data":"d"} ,
    {"type":"text","text":"a"},{"type":"thinking","thinking":"t","signature":"s"}, {"type":"tool_use","id":"i","name":"n","input":{}} ],
    "role":"assistant"}, {"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"s"}]} ]}`;
  const cut = withoutThoughts(Buffer.from(odd)).toString();
  expect(cut).toContain('{"content": [{"type":"text","text":"a"},{"type":"tool_use","id":"i","name":"n","input":{}}],');
  expect(cut).toContain('{"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"s"}]}');
  expect(cut.startsWith('{"x":1e2, "messages":[ {"role":"user","content":"\\u00e9"},')).toBe(true);
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
