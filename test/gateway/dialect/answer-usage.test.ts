import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Finish, Usage } from "../../../src/gateway/chat/event.ts";
import type { JsonObject } from "../../../src/json.ts";
import {
  formatFinish as formatAnthropicFinish,
  readFinish as readAnthropicFinish,
} from "../../../src/gateway/dialect/anthropic/answer/finish.ts";
import * as anthropic from "../../../src/gateway/dialect/anthropic/answer/usage.ts";
import * as gemini from "../../../src/gateway/dialect/gemini/answer/usage.ts";
import {
  formatFinish as formatOpenAiFinish,
  readFinish as readOpenAiFinish,
} from "../../../src/gateway/dialect/openai/answer/finish.ts";
import * as openai from "../../../src/gateway/dialect/openai/answer/usage.ts";

describe("usage", () => {
  test.each<[string, JsonObject, Usage]>([
    ["OpenAI without details", { prompt_tokens: 7, completion_tokens: 3 }, { input: 7, output: 3 }],
    [
      "OpenAI with a cache, read and written",
      { prompt_tokens: 17, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 5, cache_write_tokens: 2 } },
      { input: 10, output: 3, cacheRead: 5, cacheWrite: 2 },
    ],
    [
      "OpenAI, whose completion includes what was thought",
      { prompt_tokens: 7, completion_tokens: 30, total_tokens: 37, completion_tokens_details: { reasoning_tokens: 9 } },
      { input: 7, output: 30, reasoning: 9 },
    ],
    [
      "xAI, whose completion does not",
      { prompt_tokens: 7, completion_tokens: 21, total_tokens: 37, completion_tokens_details: { reasoning_tokens: 9 } },
      { input: 7, output: 30, reasoning: 9 },
    ],
    [
      "DeepSeek",
      { prompt_tokens: 17, completion_tokens: 3, prompt_cache_hit_tokens: 5, prompt_cache_miss_tokens: 12 },
      { input: 12, output: 3, cacheRead: 5 },
    ],
    [
      "a server that counts its cache apart",
      { prompt_tokens: 2, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 5 } },
      { input: 0, output: 3, cacheRead: 5 },
    ],
  ])("of %s", (_who, json, usage) => expect(openai.readUsage(json)).toEqual(usage));

  test("of Gemini: thoughts are output, the cache is not input, what its own tools read is", () => {
    const json = {
      promptTokenCount: 10,
      toolUsePromptTokenCount: 7,
      cachedContentTokenCount: 4,
      candidatesTokenCount: 5,
      thoughtsTokenCount: 6,
    };
    expect(gemini.readUsage(json)).toEqual({ input: 13, output: 11, cacheRead: 4, reasoning: 6 });
    expect(gemini.readUsage(undefined)).toBeUndefined();
  });

  test("of Anthropic: what a cache keeps for an hour is told apart, and a stream's end need not repeat it", () => {
    const cache_creation = { ephemeral_5m_input_tokens: 3, ephemeral_1h_input_tokens: 6 };
    const json = { input_tokens: 1, cache_creation_input_tokens: 9, cache_creation, output_tokens: 2 };
    const usage = { input: 1, output: 2, cacheWrite: 9, cacheWrite1h: 6 };
    expect(anthropic.readUsage(json)).toEqual(usage);
    const ended = anthropic.withUsage(json, { input_tokens: null, cache_creation: null, output_tokens: 7 });
    expect(anthropic.readUsage(ended)).toEqual({ ...usage, output: 7 });
    expect(anthropic.readUsage({ ...json, cache_creation: null })).not.toHaveProperty("cacheWrite1h");
  });

  test("of Anthropic: what was read and written to compact the conversation counts, too", () => {
    const json = {
      input_tokens: 23_000,
      cache_read_input_tokens: 5,
      output_tokens: 1_000,
      iterations: [
        { type: "compaction", input_tokens: 180_000, cache_read_input_tokens: 7, output_tokens: 3_500 },
        { type: "message", input_tokens: 23_000, cache_read_input_tokens: 5, output_tokens: 1_000 },
      ],
    };
    const compaction = { input: 180_000, output: 3_500, cacheRead: 7 };
    const usage = { input: 203_000, output: 4_500, cacheRead: 12, compactions: [compaction] };
    expect(anthropic.readUsage(json)).toEqual(usage);
    const started = { input_tokens: 23_000, cache_read_input_tokens: 5, output_tokens: 1 };
    const { input_tokens: _, ...untold } = json;
    const { iterations: __, ...uncompacted } = json;
    for (const [start, end] of [
      [started, json],
      [started, untold],
      [json, untold],
      [json, uncompacted],
      [json, { output_tokens: 1_000 }],
    ] as const) {
      expect(anthropic.readUsage(anthropic.withUsage(start, end))).toEqual(usage);
    }
  });

  test("of Anthropic: what a compaction wrote for an hour is told apart, too", () => {
    const written = (ephemeral_1h_input_tokens: number) => ({
      input_tokens: 1,
      cache_creation_input_tokens: 60,
      cache_creation: { ephemeral_1h_input_tokens, ephemeral_5m_input_tokens: 60 - ephemeral_1h_input_tokens },
      output_tokens: 2,
    });
    const usage = (...iterations: JsonObject[]) => anthropic.readUsage({ ...written(20), iterations });
    expect(usage({ type: "compaction", ...written(50) })).toMatchObject({ cacheWrite: 120, cacheWrite1h: 70 });
    expect(usage({ type: "message", ...written(20) })).toMatchObject({ cacheWrite: 60, cacheWrite1h: 20 });
  });

  const count = fc.nat(1_000_000);
  const counts = fc.record(
    { input: count, output: count, cacheRead: count, cacheWrite: count },
    { requiredKeys: ["input", "output", "cacheRead"] },
  );

  test("what is written is what was read, in both dialects", () => {
    fc.assert(
      fc.property(counts, (usage) => {
        expect(openai.readUsage(openai.formatUsage(usage))).toEqual(usage);
        expect(anthropic.readUsage(anthropic.formatUsage(usage))).toEqual({ cacheWrite: 0, ...usage });
      }),
    );
  });

  test("OpenAI's prompt is what Anthropic counts in three", () => {
    fc.assert(
      fc.property(counts, (usage) => {
        const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens } = anthropic.formatUsage(usage);
        const sum = Number(input_tokens) + Number(cache_creation_input_tokens) + Number(cache_read_input_tokens);
        expect(openai.formatUsage(usage)).toMatchObject({ prompt_tokens: sum, total_tokens: sum + usage.output });
      }),
    );
  });
});

describe("finish", () => {
  test.each<[string, Finish["reason"]]>([
    ["stop", "stop"],
    ["length", "length"],
    ["model_length", "length"],
    ["tool_calls", "tool_use"],
    ["function_call", "tool_use"],
    ["content_filter", "content_filter"],
    ["error", "error"],
    ["of_tomorrow", "stop"],
  ])("finish_reason %s is %s", (raw, reason) => expect(readOpenAiFinish(raw)).toEqual({ reason, raw }));

  test.each(["stop", "tool_use", "length", "content_filter"] as const)("%s goes there and back", (reason) => {
    expect(readOpenAiFinish(formatOpenAiFinish(reason)).reason).toBe(reason);
    expect(readAnthropicFinish(formatAnthropicFinish(reason, { reason })).reason).toBe(reason);
  });

  test.each<[Finish, string]>([
    [{ reason: "stop", raw: "STOP" }, "end_turn"],
    [{ reason: "stop", raw: "pause_turn" }, "pause_turn"],
    [{ reason: "stop", raw: "stop_sequence", stopSequence: "\n" }, "stop_sequence"],
    [{ reason: "length", raw: "model_context_window_exceeded" }, "model_context_window_exceeded"],
    [{ reason: "tool_use", raw: "pause_turn" }, "tool_use"],
  ])("%j is Anthropic's %s", (finish, expected) => {
    expect(formatAnthropicFinish(finish.reason, finish)).toBe(expected);
  });
});
