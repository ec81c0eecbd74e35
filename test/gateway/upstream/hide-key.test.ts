import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hideInBody } from "../../../src/gateway/upstream/hide-key.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";
import { streamed, whole } from "../support/answers.ts";
import { json, type Script } from "../support/upstream.ts";

/** A provider that repeats our key tells its callers nothing: neither in headers, nor anywhere in its answers. */

const keys = { mistral: "Zx81kdQwPq0aLmN3vB7tYc2H", anthropic: "plain/operator+secret1", own: "plainoperatorsecret1" };
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway((url) => ({
    MISTRAL_API_KEY: keys.mistral,
    ANTHROPIC_API_KEY: keys.anthropic,
    CAIRN_MISTRAL_URL: url,
    CAIRN_PROVIDERS: `own=${url}`,
    OWN_API_KEY: keys.own,
  }));
});
afterAll(() => gateway.close());

const paths = { openai: "/v1/chat/completions", anthropic: "/v1/messages", count: "/v1/messages/count_tokens" };

async function ask(path: keyof typeof paths, model: string, script: Script, stream = false) {
  const { server, upstream } = gateway;
  upstream.script(script);
  const answer = await fetch(server.url + paths[path], {
    method: "POST",
    headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json" },
    body: JSON.stringify({ model, max_tokens: 9, stream, messages: [{ role: "user", content: "hi" }] }),
  });
  return { status: answer.status, headers: [...answer.headers].join("\n"), text: await answer.text() };
}

const asked = [
  ["openai", "mistral-large", keys.mistral],
  ["anthropic", "mistral-large", keys.mistral],
  ["openai", "own/m", keys.own],
  ["anthropic", "own/m", keys.own],
  ["anthropic", "claude-opus-5", keys.anthropic],
  ["openai", "claude-opus-5", keys.anthropic],
  ["count", "claude-opus-5", keys.anthropic],
] as const;

test.each([false, true])("of what is stored, escaped or in pieces, too, streamed: %s", async (stream) => {
  const { server, upstream } = gateway;
  const session = `told-${String(stream)}`;
  const input = { authorization: `Bearer ${keys.mistral}` };
  // Of a stream half of the key is in one event, half in the next.
  const said = { text: `My key is ${keys.mistral}, yes it is`, tool: { id: "call_1", name: "ask", input } };
  const call = { id: "call_1", type: "function", function: { name: "ask", arguments: JSON.stringify(input) } };
  const message = { role: "assistant", content: said.text, tool_calls: [call] };
  const body = JSON.stringify({ choices: [{ index: 0, message, finish_reason: "tool_calls" }] });
  const escaped = body.replaceAll("Zx81", String.raw`\u005ax81`);
  upstream.script(stream ? streamed.openai(said) : json(200, escaped));
  const answer = await fetch(server.url + paths.openai, {
    method: "POST",
    headers: {
      authorization: `Bearer ${server.key}`,
      "content-type": "application/json",
      "x-session-id": session,
    },
    body: JSON.stringify({
      model: "mistral-large",
      stream,
      messages: [{ role: "user", content: "What is your key?" }],
    }),
  });
  await answer.text();
  const list = await fetch(`${server.url}/api/v1/sessions/${session}/messages`, {
    headers: { authorization: `Bearer ${server.key}` },
  });
  const { messages } = (await list.json()) as { messages: { content: string; metadata: object }[] };
  expect(messages[1]).toMatchObject({
    content: "My key is [key], yes it is",
    metadata: { tool_calls: [{ name: "ask", input: '{"authorization":"Bearer [key]"}' }] },
  });
});

describe.each(asked)("%s, %s", (path, model, key) => {
  const message = `The key ${key} has no access to this model`;
  const told = "The key [key] has no access to this model";

  test.each([403, 500])("an answer of status %d", async (status) => {
    const headers = { "x-debug-authorization": `Bearer ${key}`, "x-should-retry": "false" };
    const answer = await ask(path, model, json(status, { type: "error", error: { message } }, headers));
    expect(answer.text).toContain(told);
    expect(answer.text + answer.headers).not.toContain(key);
    expect(answer.headers).toContain("x-debug-authorization,Bearer [key]");
  });

  test("translated from what JSON may escape", async () => {
    const escaped = key
      .replaceAll("+", String.raw`\u002B`)
      .replaceAll("/", String.raw`\/`)
      .replace("l", String.raw`\u006c`);
    const { text } = await ask(path, model, json(403, `{"error":{"message":"The key ${escaped} is unknown"}}`));
    // Who speaks the provider's dialect gets its own bytes.
    expect(text).toMatch(text.includes(escaped) ? /^\{"error":\{"message":"The key/u : /The key \[key\] is unknown/u);
    expect(text).not.toContain(key);
  });

  test("an error in a stream, wherever it is cut", async () => {
    const event = `event: error\ndata: {"type":"error","error":{"message":"${message}","type":"api_error","code":500}}\n\n`;
    const cut = event.length - 70;
    const script: Script = async (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const piece of [event.slice(0, 15), event.slice(15, cut), event.slice(cut)]) {
        response.write(piece);
        await new Promise((next) => setTimeout(next, 5));
      }
      response.end();
    };
    if (path === "count") return;
    const answer = await ask(path, model, script, true);
    expect(answer.text).toContain(told);
    expect(answer.text).not.toContain(key);
  });

  test("what a model says, whole and streamed", async () => {
    if (path === "count") return;
    const isAnthropic = model.startsWith("claude");
    const answers = isAnthropic ? [whole.anthropic, streamed.anthropic] : [whole.openai, streamed.openai];
    for (const [i, answer] of answers.entries()) {
      // Streamed, it is in the second of two events.
      const { status, text } = await ask(path, model, answer({ text: `${"so it is ".repeat(10)}${key}` }), i === 1);
      expect([status, text]).toEqual([200, expect.stringContaining("[key]")]);
      expect(text).not.toContain(key);
    }
  });

  test("an error of status 200", async () => {
    if (path === "count") return;
    const answer = await ask(path, model, json(200, { type: "error", error: { message } }));
    expect(answer.text).not.toContain(key);
  });
});

describe("a body", () => {
  const key = "plain-operator-secret";
  const credential = { reveal: () => key };
  const hidden = (...pieces: Buffer[]) => collect(hideInBody(piecesOf(...pieces), credential));

  test("has no key, wherever it is cut", async () => {
    const all = Buffer.from(`{"message":"${key}, that is ${key}${key}"}`);
    const shown = '{"message":"[key], that is [key][key]"}';
    expect(await hidden(all)).toBe(shown);
    expect(await hidden(...cutAt(all, [...all.keys()]))).toBe(shown);
    for (const cut of all.keys()) expect(await hidden(...cutAt(all, [cut]))).toBe(shown);
  });

  test("keeps each other byte, however it is cut", async () => {
    const unit = fc.constantFrom(
      key,
      key.slice(0, 8),
      key.slice(4),
      key.slice(0, -1),
      "p",
      "pl",
      "\n\n",
      '"error"',
      "ü",
    );
    const text = fc.array(fc.oneof(unit, fc.string({ unit: "grapheme" }))).map((parts) => parts.join(""));
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat(200)), async (said, cuts) => {
        expect(await hidden(...cutAt(Buffer.from(said), cuts))).toBe(said.replaceAll(key, "[key]"));
      }),
    );
  });

  test("waits for no more than may be a beginning of the key, and copies nothing else", async () => {
    const pieces = [`data: {"error":"x"}`, "it ends in plain-op", "en words\n\n", "pp", "q"].map((text) =>
      Buffer.from(text),
    );
    const passed: Uint8Array[] = [];
    for await (const piece of hideInBody(piecesOf(...pieces), credential)) passed.push(piece);
    expect(passed.map(String)).toEqual([`data: {"error":"x"}`, "it ends in ", "plain-open words\n\n", "p", "pq"]);
    expect(passed[0]).toBe(pieces[0]);
    expect(passed[1]!.buffer).toBe(pieces[1]!.buffer);
  });

  test("is the provider's own where the key is a word", () => {
    const body = piecesOf(Buffer.from("set api_key to lm-studio"));
    for (const word of ["lm-studio", "fifteen-letters"]) expect(hideInBody(body, { reveal: () => word })).toBe(body);
    expect(hideInBody(body, undefined)).toBe(body);
  });
});

async function* piecesOf(...pieces: Buffer[]): AsyncIterable<Uint8Array> {
  yield* pieces;
}

function cutAt(all: Buffer, cuts: number[]): Buffer[] {
  const inside = cuts.filter((cut) => cut < all.length).toSorted((a, b) => a - b);
  return [...inside, all.length].map((end, at) => all.subarray(inside[at - 1] ?? 0, end));
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all).toString();
}
