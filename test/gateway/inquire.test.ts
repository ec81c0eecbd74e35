import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { inquire, type Inquiry } from "../../src/gateway/inquire.ts";
import type { Target } from "../../src/gateway/model/route.ts";
import { Upstreams } from "../../src/gateway/upstream/upstreams.ts";
import { whole } from "./support/answers.ts";
import { json, Upstream } from "./support/upstream.ts";

/** Questions of the server's own, on the real wire. */

let upstream: Upstream;
let upstreams: Upstreams;

beforeEach(async () => {
  upstream = await Upstream.start();
  upstreams = new Upstreams();
});
afterEach(async () => {
  await upstreams.close();
  await upstream.close();
});

type Dialect = keyof typeof whole;

const inquiry: Inquiry = {
  instructions: "Count the words.",
  text: "one two",
  name: "count",
  schema: { type: "object", properties: { words: { type: "integer" } }, required: ["words"] },
  answerTokensMax: 100,
};

function ask(dialect: Dialect, model: string, signal = new AbortController().signal): Promise<string> {
  const key = { reveal: () => "sk-1" };
  const provider = { id: dialect, dialect, url: upstream.url, key, keyVariable: "KEY", prefixes: [], own: false };
  const target: Target = { provider, model };
  return inquire(inquiry, target, upstreams, signal);
}

test.each<[Dialect, string, string]>([
  ["openai", "gpt-5.1", "/chat/completions"],
  ["anthropic", "claude-haiku-4-5", "/messages"],
  ["gemini", "gemini-2.5-flash", "/models/gemini-2.5-flash:generateContent"],
])(
  "%s is asked in its own dialect, with a schema and a bound, and its text is the answer",
  async (dialect, model, path) => {
    upstream.script(whole[dialect]({ text: '{"words":2}' }));
    expect(await ask(dialect, model)).toBe('{"words":2}');
    expect(upstream.last.path).toBe(path);
    expect(JSON.stringify(upstream.last.headers)).toContain("sk-1");
    const body = upstream.last.body.toString();
    expect(body).toContain("Count the words.");
    expect(body).toContain("one two");
    expect(body).toContain('"words"');
    expect(body).toMatch(/(max_completion_tokens|max_tokens|maxOutputTokens)":100\b/u);
  },
);

describe("what is no answer", () => {
  test.each([
    ["a page", json(200, "<html>")],
    ["a refusal", json(200, { choices: [{ index: 0, message: { refusal: "No." }, finish_reason: "stop" }] })],
    ["an error", json(200, { error: { message: "no" } })],
  ])("%s is an empty text", async (_, script) => {
    upstream.script(script);
    expect(await ask("openai", "gpt-5.1")).toBe("");
  });

  test.each([
    [400, "invalid_argument"],
    [413, "invalid_argument"],
    [500, "invalid_argument"],
    [401, "unavailable"],
    [403, "unavailable"],
    [404, "unavailable"],
    [429, "unavailable"],
    [502, "unavailable"],
  ])("a status of %d is an error: %s", async (status, code) => {
    // No other try: it would have to wait too long.
    upstream.always(json(status, { error: { message: "no" } }, { "retry-after": "60" }));
    await expect(ask("openai", "gpt-5.1")).rejects.toMatchObject({ code });
  });

  test("one above a MiB is an error", async () => {
    upstream.script(whole.openai({ text: "x".repeat(2 ** 21) }));
    await expect(ask("openai", "gpt-5.1")).rejects.toMatchObject({ code: "unavailable" });
  });

  test.each(["before its head", "within its body"])("one that is waited for too long is let go: %s", async (place) => {
    upstream.script((response) => {
      if (place === "within its body") response.writeHead(200).write("{");
    });
    const signal = AbortSignal.timeout(200);
    await expect(ask("openai", "gpt-5.1", signal)).rejects.toMatchObject({ name: "TimeoutError" });
    await upstream.last.gone;
  });
});
