import { describe, expect, test } from "vitest";
import type { ChatEvent } from "../../../src/gateway/chat/event.ts";
import type { Signature } from "../../../src/gateway/chat/request.ts";
import { formatSignature, parseSignature, type SignatureOf } from "../../../src/gateway/chat/signature.ts";
import type { JsonObject, JsonValue } from "../../../src/json.ts";
import { Losses } from "../../../src/gateway/chat/loss.ts";
import { formatRequest as formatAnthropicRequest } from "../../../src/gateway/dialect/anthropic/request/format-request.ts";
import { withoutForeignThoughts } from "../../../src/gateway/dialect/anthropic/thoughts.ts";
import { thoughtsFrom, withThoughtsFrom } from "../../../src/gateway/chat/thoughts-from.ts";
import { formatRequest as formatOpenAiRequest } from "../../../src/gateway/dialect/openai/request/format-request.ts";
import { parseRequest as parseAnthropicRequest } from "../../../src/gateway/dialect/anthropic/request/parse-request.ts";
import { formatRequest as formatGeminiRequest } from "../../../src/gateway/dialect/gemini/request/format-request.ts";
import { parseRequest as parseOpenAiRequest } from "../../../src/gateway/dialect/openai/request/parse-request.ts";
import { capabilitiesOf } from "../../../src/gateway/model/families.ts";
import { providerOf } from "../support/provider.ts";
import {
  callers,
  callerNames,
  dataOf,
  readWire,
  upstreams,
  writeWire,
  type Caller,
  type Upstream,
} from "./answer-support.ts";
import { response, whole } from "./answer-wires.ts";

test.each<[Signature | undefined, SignatureOf, string]>([
  [{ by: "anthropic", value: "EqQB==" }, "thinking", "EqQB=="],
  [{ by: "gemini", value: "c2ln" }, "thinking", "cairn:gemini:c2ln"],
  [{ by: "gemini", value: "c2ln" }, "tool", "cairn:gemini:tool:c2ln"],
  [{ by: "openai", value: "a:b\nc" }, "thinking", "cairn:openai:a:b\nc"],
  [{ by: "anthropic", value: "cairn:gemini:x" }, "thinking", "cairn:anthropic:cairn:gemini:x"],
  [undefined, "thinking", "cairn:openai:"],
])("%j of %s is %s, and back", (signature, of, text) => {
  expect(formatSignature(signature, of)).toBe(text);
  expect(parseSignature(text)).toEqual({ ...(signature && { signature }), of });
});

test("what nobody tagged is Anthropic's own; what is empty is no signature", () => {
  expect(parseSignature("cairn:meta:x")).toEqual({
    signature: { by: "anthropic", value: "cairn:meta:x" },
    of: "thinking",
  });
  expect(parseSignature("")).toEqual({ of: "thinking" });
});

test("redacted thinking passes as it was, and another's with its tag", () => {
  const events = (by: "anthropic" | "gemini"): ChatEvent[] => [
    { type: "start", id: "a", model: "m" },
    { type: "redacted_thinking", data: "d=", by },
    { type: "text_start" },
    { type: "text", text: "a" },
    { type: "end", finish: { reason: "stop" } },
  ];
  const block = (data: string) => ({ type: "redacted_thinking", data });
  expect(callers.anthropic.formatAnswer(events("anthropic"))).toMatchObject({ content: [block("d="), {}] });
  expect(callers.anthropic.formatAnswer(events("gemini"))).toMatchObject({ content: [block("cairn:gemini:d="), {}] });
  expect(callers.openai.formatAnswer(events("anthropic"))).toMatchObject({
    choices: [{ message: { thinking_blocks: [block("d=")] } }],
  });
  expect(readWire("anthropic", writeWire("anthropic", events("gemini")))).toContainEqual(events("gemini")[1]);
});

/** The next request of a caller that sends the answer's message back as it got it, in the provider's words. */
function nextRequest(upstream: "anthropic" | "gemini", caller: Caller, body: JsonObject): string {
  const answer = callers[caller].formatAnswer(upstreams[upstream].readAnswer(body));
  const asked = { role: "user", content: "And?" };
  const model = upstream === "gemini" ? "gemini-3-pro-preview" : "claude-sonnet-4-5";
  const ids = [...JSON.stringify(answer).matchAll(/"id":"((?:call|toolu)_\w+)"/gu)].map(([, id]) => id!);
  const request: JsonObject =
    caller === "openai"
      ? {
          model,
          messages: [
            asked,
            messageOf(answer),
            ...ids.map((tool_call_id) => ({ role: "tool", tool_call_id, content: "r" })),
          ],
        }
      : {
          model,
          max_tokens: 9,
          messages: [
            asked,
            { role: "assistant", content: answer["content"]! },
            {
              role: "user",
              content: [
                ...ids.map((tool_use_id) => ({ type: "tool_result", tool_use_id })),
                { type: "text", text: "And?" },
              ],
            },
          ],
        };
  const parsed = { openai: parseOpenAiRequest, anthropic: parseAnthropicRequest }[caller](request);
  const format = { anthropic: formatAnthropicRequest, gemini: formatGeminiRequest }[upstream];
  const capabilities = capabilitiesOf(providerOf(upstream, model), model);
  return JSON.stringify(format(parsed, { capabilities, losses: new Losses() }));
}

function messageOf(completion: JsonObject): JsonValue {
  const [choice] = completion["choices"] as JsonObject[]; // our own completions have one choice
  return choice!["message"]!;
}

describe.each(callerNames)("through a caller of %s that sends back what it got, come back", (caller) => {
  test.each<[string, Upstream & ("anthropic" | "gemini"), JsonObject, string]>([
    ["Gemini's signature of a call", "gemini", whole.gemini, '"thoughtSignature":"c2ln"'],
    [
      "Gemini's signature of a text",
      "gemini",
      response([{ text: "a", thoughtSignature: "dGV4dA" }], "STOP"),
      '{"text":"","thoughtSignature":"dGV4dA"}',
    ],
    [
      "Anthropic's thinking",
      "anthropic",
      whole.anthropic,
      '{"type":"thinking","thinking":"Two things to ask.","signature":"EqQB=="}',
    ],
    [
      "Anthropic's redacted thinking",
      "anthropic",
      {
        type: "message",
        content: [
          { type: "redacted_thinking", data: "d=" },
          { type: "text", text: "a" },
        ],
        stop_reason: "end_turn",
      },
      '{"type":"redacted_thinking","data":"d="}',
    ],
  ])("%s", (_what, upstream, body, expected) => {
    const request = nextRequest(upstream, caller, body);
    expect(request).toContain(expected);
    expect(request).not.toContain("cairn:");
  });
});

describe.each([
  ["whole", (events: ChatEvent[]) => callers.anthropic.formatAnswer(events)["content"] as JsonObject[]],
  [
    "streamed",
    (events: ChatEvent[]) => {
      const pieces = dataOf(writeWire("anthropic", events)) as { type: string; delta: JsonObject }[]; // as they are written
      const deltas = pieces.filter(({ type }) => type === "content_block_delta");
      const [thinking, signature] = deltas.map(({ delta }) => delta);
      return [{ type: "thinking", thinking: thinking!["thinking"]!, signature: signature!["signature"]! }];
    },
  ],
] as const)("thoughts that nobody signed, %s", (_how, contentOf) => {
  const answered: ChatEvent[] = [
    { type: "start", id: "a", model: "m" },
    { type: "thinking_start" },
    { type: "thinking", text: "hm" },
    { type: "text_start" },
    { type: "text", text: "a" },
    { type: "end", finish: { reason: "stop" } },
  ];
  const asked = (model: string, from: string) => ({
    model,
    max_tokens: 9,
    messages: [
      { role: "user", content: "hi" },
      { role: "assistant", content: [...contentOf(thoughtsFrom(from, answered)), { type: "text", text: "a" }] },
      { role: "user", content: "And?" },
    ],
  });

  test.each([
    ["deepseek", "deepseek-v4-pro", "deepseek", [], /"reasoning_content":"hm"/u],
    ["deepseek", "deepseek-v4-pro", "google", ["thinking"], /^(?!.*hm)/u],
    ["deepseek", "deepseek-v4-pro", "mistral", ["thinking"], /^(?!.*hm)/u],
    ["google", "gemini-2.5-pro", "google", [], /\{"text":"hm","thought":true\}/u],
    ["google", "gemini-2.5-pro", "deepseek", ["thinking"], /^(?!.*hm)/u],
  ])("at %s (%s), of %s: loses %j", (id, model, from, lost, expected) => {
    const losses = new Losses();
    const format = { deepseek: formatOpenAiRequest, google: formatGeminiRequest }[id]!; // as above
    const request = withThoughtsFrom(id, parseAnthropicRequest(asked(model, from)), losses);
    const capabilities = capabilitiesOf(providerOf(id === "google" ? "gemini" : "openai", model), model);
    const said = JSON.stringify(format(request, { capabilities, losses }));
    expect(losses.list().map(({ what }) => what)).toEqual(lost);
    expect(said).toMatch(expected);
  });

  test("at Anthropic, in its own bytes", () => {
    const losses = new Losses();
    const body = Buffer.from(JSON.stringify(asked("claude-opus-5", "deepseek")));
    expect(withoutForeignThoughts(body, losses).toString()).not.toContain("hm");
    expect(losses.list()).toEqual([{ what: "thinking", how: "dropped" }]);
  });
});
