import Anthropic from "@anthropic-ai/sdk";
import fc from "fast-check";
import OpenAI from "openai";
import { describe, expect, test } from "vitest";
import type { ChatEvent } from "../../../src/gateway/chat/event.ts";
import { answers } from "./answer-arbitrary.ts";
import { callers, readPieces, upstreamNames, writeWire } from "./answer-support.ts";
import { streamed } from "./answer-wires.ts";

/** The official clients' stream helpers over our bytes: they check the order of events, and put the answer together. */

const answering = (wire: string) => async () =>
  new Response(wire, { headers: { "content-type": "text/event-stream" } });

function readWithOpenAi(wire: string) {
  const client = new OpenAI({ apiKey: "k", baseURL: "http://x/v1", fetch: answering(wire), maxRetries: 0 });
  return client.chat.completions.stream({ model: "m", messages: [], stream_options: { include_usage: true } });
}

function readWithAnthropic(wire: string) {
  const client = new Anthropic({ apiKey: "k", baseURL: "http://x", fetch: answering(wire), maxRetries: 0 });
  return client.messages.stream({ model: "m", max_tokens: 1, messages: [] });
}

const failing: ChatEvent[] = [
  { type: "start", id: "a", model: "m" },
  { type: "text_start" },
  { type: "text", text: "half" },
  { type: "error", error: { status: 529, kind: "overloaded", message: "Overloaded", raw: "overloaded_error" } },
];

describe.each(upstreamNames)("an answer of %s", (upstream) => {
  const events = readPieces(upstream, streamed[upstream]);

  test("through openai's client", async () => {
    const stream = readWithOpenAi(writeWire("openai", events));
    const done: [string, string][] = [];
    stream.on("tool_calls.function.arguments.done", (call) => done.push([call.name, call.arguments]));
    const { choices, usage } = await stream.finalChatCompletion();
    expect(done).toEqual([
      ["weather", '{"city":"Oslo"}'],
      ["time", '{"zone":"CET"}'],
    ]);
    expect(choices[0]!.finish_reason).toBe("tool_calls");
    expect(choices[0]!.message).toMatchObject({ role: "assistant", content: "Let me look." });
    expect(choices[0]!.message.tool_calls).toMatchObject([
      { type: "function", function: { name: "weather", arguments: '{"city":"Oslo"}' } },
      { type: "function", function: { name: "time", arguments: '{"zone":"CET"}' } },
    ]);
    expect(usage).toMatchObject({
      prompt_tokens: 17,
      completion_tokens: 30,
      prompt_tokens_details: { cached_tokens: 5 },
    });
  });

  test("through anthropic's client", async () => {
    const stream = readWithAnthropic(writeWire("anthropic", events));
    const blocks: string[] = [];
    stream.on("contentBlock", (block) => blocks.push(block.type));
    const message = await stream.finalMessage();
    expect(blocks.filter((type) => type !== "thinking")).toEqual(["text", "tool_use", "tool_use"]);
    expect(message.stop_reason).toBe("tool_use");
    expect(message.content[0]).toMatchObject({ type: "thinking", thinking: "Two things to ask." });
    expect(message.content.filter(({ type }) => type === "tool_use")).toMatchObject([
      { name: "weather", input: { city: "Oslo" } },
      { name: "time", input: { zone: "CET" } },
    ]);
    expect(message.usage).toMatchObject({ output_tokens: 30, cache_read_input_tokens: 5 });
  });
});

test("a message with signed thinking that openai's client put together can be sent back as it is", async () => {
  const wire = writeWire("openai", readPieces("anthropic", streamed.anthropic));
  const { choices } = await readWithOpenAi(wire).finalChatCompletion();
  expect(choices[0]!.message).toMatchObject({
    thinking_blocks: [{ type: "thinking", thinking: "Two things to ask.", signature: "EqQB==" }],
  });
});

test("a call without arguments parses, through both clients", async () => {
  const events: ChatEvent[] = [
    { type: "start", id: "a", model: "m" },
    { type: "tool_start", id: "c1", name: "now" },
    { type: "tool_start", id: "c2", name: "here" },
    { type: "end", finish: { reason: "tool_use" } },
  ];
  const { choices } = await readWithOpenAi(writeWire("openai", events)).finalChatCompletion();
  expect(choices[0]!.message.tool_calls).toMatchObject([
    { function: { arguments: "{}" } },
    { function: { arguments: "{}" } },
  ]);
  const { content } = await readWithAnthropic(writeWire("anthropic", events)).finalMessage();
  expect(content).toMatchObject([
    { name: "now", input: {} },
    { name: "here", input: {} },
  ]);
});

test("pings between any two events are nothing", async () => {
  const events = readPieces("gemini", streamed.gemini);
  const pinged = (wire: string, ping: string) => ping + wire.replaceAll("\n\n", `\n\n${ping}`);
  const openAi = readWithOpenAi(pinged(writeWire("openai", events), ": ping\n\n"));
  expect((await openAi.finalChatCompletion()).choices[0]!.message.content).toBe("Let me look.");
  const anthropic = readWithAnthropic(
    pinged(writeWire("anthropic", events), 'event: ping\ndata: {"type": "ping"}\n\n'),
  );
  expect((await anthropic.finalMessage()).stop_reason).toBe("tool_use");
});

describe("any answer that we write", () => {
  test("is put together by openai's client as we say it whole", async () => {
    await fc.assert(
      fc.asyncProperty(answers("openai"), async (events) => {
        const { choices, usage } = await readWithOpenAi(writeWire("openai", events)).finalChatCompletion();
        const { content, refusal, tool_calls } = choices[0]!.message;
        expect(callers.openai.formatAnswer(events)).toMatchObject({
          choices: [
            {
              finish_reason: choices[0]!.finish_reason,
              message: {
                content,
                refusal,
                ...(tool_calls && {
                  tool_calls: tool_calls.map(({ id, type, function: { name, arguments: args } }) => ({
                    id,
                    type,
                    function: { name, arguments: args },
                  })),
                }),
              },
            },
          ],
          usage,
        });
      }),
      { numRuns: 50 },
    );
  });

  test("is put together by anthropic's client as we say it whole", async () => {
    await fc.assert(
      fc.asyncProperty(answers("anthropic"), async (events) => {
        const message = await readWithAnthropic(writeWire("anthropic", events)).finalMessage();
        const expected = callers.anthropic.formatAnswer(events);
        const withoutInputs = (content: unknown): unknown =>
          JSON.parse(JSON.stringify(content, (name, value) => (name === "input" ? 0 : value)));
        expect(withoutInputs(message.content)).toEqual(withoutInputs(expected["content"]));
        expect(message).toMatchObject({ stop_reason: expected["stop_reason"], usage: expected["usage"] });
      }),
      { numRuns: 50 },
    );
  });
});

describe("an overload in the middle of a stream", () => {
  test("is an error of openai's client", async () => {
    const stream = readWithOpenAi(writeWire("openai", failing));
    await expect(stream.finalChatCompletion()).rejects.toMatchObject({ code: "overloaded", type: "server_error" });
  });

  test("is an error of anthropic's client", async () => {
    const stream = readWithAnthropic(writeWire("anthropic", failing));
    await expect(stream.finalMessage()).rejects.toMatchObject({ type: "overloaded_error" });
  });
});
