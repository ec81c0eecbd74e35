import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hideInEvents } from "../../../src/gateway/upstream/hide-key.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";
import { json, type Script } from "../support/upstream.ts";

/** A provider that repeats our key tells its callers nothing: neither in headers, nor in errors, whatever form they have. */

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

  test("as JSON may escape it", async () => {
    const escaped = key
      .replaceAll("+", String.raw`\u002B`)
      .replaceAll("/", String.raw`\/`)
      .replace("l", String.raw`\u006c`);
    const answer = await ask(path, model, json(403, `{"error":{"message":"The key ${escaped} is unknown"}}`));
    expect(answer.text).toContain("The key [key] is unknown");
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

  test("an error of status 200", async () => {
    if (path === "count") return;
    const answer = await ask(path, model, json(200, { type: "error", error: { message } }));
    expect(answer.text).not.toContain(key);
  });
});

describe("the bytes of a stream", () => {
  const key = "plainoperatorsecret1";
  const credential = { reveal: () => key };
  const event = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 40 }).map((content) => JSON.stringify({ content })),
    fc.constant(JSON.stringify({ content: `my word is ${key}, no "error"` })),
    fc.constant(JSON.stringify({ error: { message: `The key ${key} is unknown` } })),
  );

  test("are as they came but for errors, however they are cut", async () => {
    const world = fc.record({
      events: fc.array(event),
      cuts: fc.array(fc.nat(400)),
      end: fc.constantFrom("\n\n", "\r\n\r\n"),
    });
    await fc.assert(
      fc.asyncProperty(world, async ({ events, cuts, end }) => {
        const all = Buffer.from(events.map((data) => `data: ${data}${end}`).join(""));
        const shown = events.map((data) => (data.startsWith('{"error"') ? data.replace(key, "[key]") : data));
        const passed = await collect(hideInEvents(piecesOf(...cutAt(all, cuts)), credential));
        // What shares a piece with an error may lose the key as well.
        const hidden = (text: string) => text.replaceAll(key, "[key]");
        expect(hidden(passed)).toBe(hidden(shown.map((data) => `data: ${data}${end}`).join("")));
        expect(passed).not.toContain(`The key ${key}`);
      }),
    );
  });

  test("pass at once where they are no error, and behind one", async () => {
    const pieces = ['data: {"content":"a"', '}\n\ndata: {"error":"', `${key}"`, "}\n\nda", 'ta: {"content":"b'];
    const passed: string[] = [];
    for await (const piece of hideInEvents(piecesOf(...pieces.map((text) => Buffer.from(text))), credential)) {
      passed.push(Buffer.from(piece).toString());
    }
    expect(passed).toEqual(['data: {"content":"a"', "}\n\n", 'data: {"error":"[key]"}\n\nda', 'ta: {"content":"b']);
  });

  test("of an error without an end go on, in pieces", async () => {
    const long = Array.from({ length: 100 }, () => Buffer.from(`${"x".repeat(5_000)}${key}`));
    let longest = 0;
    let text = "";
    for await (const piece of hideInEvents(piecesOf(Buffer.from('{"error":'), ...long), credential)) {
      longest = Math.max(longest, piece.length);
      text += Buffer.from(piece).toString();
    }
    expect(longest).toBeLessThan(100_000);
    expect(text).toBe(`{"error":${`${"x".repeat(5_000)}[key]`.repeat(100)}`);
  });

  test("are the same where the key is a word", async () => {
    const text = 'data: {"error":{"message":"ollama is asleep"}}\n\n';
    expect(await collect(hideInEvents(piecesOf(Buffer.from(text)), { reveal: () => "ollama" }))).toBe(text);
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
