import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../src/json.ts";
import { Losses } from "../../../../src/gateway/chat/loss.ts";
import type { DialectName } from "../../../../src/gateway/chat/request.ts";
import { schemaInstruction } from "../../../../src/gateway/dialect/request/schema-instruction.ts";
import { capabilitiesOf } from "../../../../src/gateway/model/families.ts";
import { providerOf } from "../../support/provider.ts";
import { format, parse, translate, type Caller } from "./speak.ts";

/** What is asked in members, and what of it arrives: all but the model, the messages and the tools. */
type Row = [asked: JsonObject, model: string, arrives: JsonObject, losses?: string[]];

const upstreamOf = (model: string): DialectName =>
  model.startsWith("claude") ? "anthropic" : model.startsWith("gemini") ? "gemini" : "openai";

function arrives(caller: Caller, members: JsonObject, model: string) {
  const ground = caller === "anthropic" ? { max_tokens: 9_000 } : {};
  const messages = [{ role: "user", content: "hi" }];
  const { body, losses } = translate(caller, upstreamOf(model), { model, messages, ...ground, ...members });
  const { model: _, messages: _m, contents: _c, tools: _t, ...rest } = body;
  return { rest, losses };
}

const tools = [{ type: "function", function: { name: "f" } }];
const schema = { type: "object", properties: { a: { type: "object" } } };
const closed = {
  ...schema,
  properties: { a: { type: "object", additionalProperties: false } },
  additionalProperties: false,
};
const jsonSchema = { type: "json_schema", json_schema: { name: "n", schema } };
const most = { max_tokens: 64_000 };

const fromOpenai: Row[] = [
  // The bound of the answer.
  [{}, "gpt-5", {}],
  [{}, "claude-haiku-4-5", most],
  [{ max_tokens: 7, max_completion_tokens: 8 }, "claude-haiku-4-5", { max_tokens: 8 }],
  [{ max_tokens: 99_999 }, "claude-haiku-4-5", most, ["~max_tokens"]],
  [{ max_tokens: 7 }, "mistral-large-4", { max_tokens: 7 }],
  [{ max_tokens: 7 }, "my-own-model", { max_tokens: 7 }],
  [{ max_tokens: 7 }, "gemini-2.5-flash", { generationConfig: { maxOutputTokens: 7 } }],
  // Sampling.
  [{ temperature: 2 }, "claude-haiku-4-5", { ...most, temperature: 1 }, ["~temperature"]],
  [{ temperature: 0.5, top_p: 0.9 }, "claude-haiku-4-5", { ...most, temperature: 0.5 }, ["top_p"]],
  [{ temperature: 0.5, top_p: 0.9 }, "claude-opus-4-8", { max_tokens: 128_000 }, ["temperature", "top_p"]],
  [{ temperature: 1, top_p: 1 }, "gpt-5", {}],
  [{ seed: 1 }, "claude-haiku-4-5", most, ["seed"]],
  [JSON.parse('{"__proto__":{},"constructor":1}'), "claude-haiku-4-5", most, ["__proto__", "constructor"]],
  [{ ユーザ: 1, "a b": 1 }, "claude-haiku-4-5", most, ["%E3%83%A6%E3%83%BC%E3%82%B6", "a%20b"]],
  [{ ["😀".repeat(31)]: 1, "\ud83d": 1 }, "claude-haiku-4-5", most, ["%F0%9F%98%80".repeat(5), "%EF%BF%BD"]],
  [{ ["a".repeat(59) + "ü"]: 1, ["b".repeat(99)]: 1 }, "claude-haiku-4-5", most, ["a".repeat(59), "b".repeat(60)]],
  [{ seed: 1 }, "mistral-large-4", { random_seed: 1 }],
  [{ seed: 1 }, "deepseek-v4-pro", {}, ["seed"]],
  [{ seed: 1 }, "gemini-2.5-flash", { generationConfig: { seed: 1 } }],
  [{ presence_penalty: 1, frequency_penalty: 0 }, "claude-haiku-4-5", most, ["presence_penalty"]],
  [{ frequency_penalty: 1 }, "gpt-4o", { frequency_penalty: 1 }],
  [{ frequency_penalty: 1 }, "grok-4.5", {}, ["frequency_penalty"]],
  // Stop.
  [{ stop: ["a", " "] }, "claude-haiku-4-5", { ...most, stop_sequences: ["a"] }, ["stop"]],
  [{ stop: [..."abcdef"] }, "gemini-2.5-flash", { generationConfig: { stopSequences: [..."abcde"] } }, ["stop"]],
  [{ stop: "a" }, "gpt-5", {}, ["stop"]],
  // Thinking.
  [{ reasoning_effort: "minimal" }, "gpt-5", { reasoning_effort: "minimal" }],
  [{ reasoning_effort: "none" }, "gpt-5", { reasoning_effort: "minimal" }, ["~reasoning.off"]],
  [{ reasoning_effort: "max" }, "gpt-5.2", { reasoning_effort: "xhigh" }, ["~reasoning.effort"]],
  [{ reasoning_effort: "high" }, "gpt-4o", {}, ["reasoning.effort"]],
  [{ reasoning_effort: "none" }, "gpt-4o", {}],
  [{ reasoning_effort: "none" }, "deepseek-v4-pro", { thinking: { type: "disabled" } }],
  [{ reasoning_effort: "high", tools }, "gpt-5.6-sol", { reasoning_effort: "none" }, ["reasoning.with_tools"]],
  [{ reasoning_effort: "high", tools }, "gpt-5.2", { reasoning_effort: "high" }],
  [
    { reasoning_effort: "medium" },
    "claude-opus-5-5",
    { max_tokens: 128_000, thinking: { type: "adaptive" }, output_config: { effort: "medium" } },
  ],
  [
    { reasoning_effort: "none" },
    "claude-opus-5-5",
    { max_tokens: 128_000, thinking: { type: "adaptive" }, output_config: { effort: "low" } },
    ["~reasoning.off"],
  ],
  [{ reasoning_effort: "none" }, "claude-opus-5", { max_tokens: 128_000, thinking: { type: "disabled" } }],
  [{ reasoning_effort: "none" }, "claude-opus-4-8", { max_tokens: 128_000 }],
  [
    { reasoning_effort: "high", temperature: 0.5 },
    "claude-haiku-4-5",
    { ...most, thinking: { type: "enabled", budget_tokens: 16_384 } },
    ["~reasoning.budget", "temperature"],
  ],
  [
    { reasoning_effort: "high", max_tokens: 5_000 },
    "claude-haiku-4-5",
    { max_tokens: 5_000, thinking: { type: "enabled", budget_tokens: 4_999 } },
    ["~reasoning.budget"],
  ],
  [{ reasoning_effort: "high", max_tokens: 500 }, "claude-haiku-4-5", { max_tokens: 500 }, ["reasoning.budget"]],
  [
    { reasoning_effort: "xhigh" },
    "gemini-3.5-flash",
    { generationConfig: { thinkingConfig: { thinkingLevel: "high" } } },
    ["~reasoning.effort"],
  ],
  [
    { reasoning_effort: "none" },
    "gemini-4-argon",
    { generationConfig: { thinkingConfig: { thinkingLevel: "low" } } },
    ["~reasoning.off"],
  ],
  [{ reasoning_effort: "none" }, "gemini-2.5-flash", { generationConfig: { thinkingConfig: { thinkingBudget: 0 } } }],
  [
    { reasoning_effort: "none" },
    "gemini-2.5-pro",
    { generationConfig: { thinkingConfig: { thinkingBudget: 128 } } },
    ["~reasoning.off"],
  ],
  [
    { reasoning_effort: "low" },
    "gemini-2.5-pro",
    { generationConfig: { thinkingConfig: { thinkingBudget: 1_536 } } },
    ["~reasoning.budget"],
  ],
  [{ reasoning_effort: "low" }, "mistral-small-2603", { reasoning_effort: "high" }, ["~reasoning.effort"]],
  // Choice of tools.
  [{ tool_choice: "none", tools }, "claude-haiku-4-5", { ...most, tool_choice: { type: "none" } }],
  [{ tool_choice: "auto" }, "claude-haiku-4-5", most],
  [
    { parallel_tool_calls: false, tools },
    "claude-haiku-4-5",
    { ...most, tool_choice: { type: "auto", disable_parallel_tool_use: true } },
  ],
  [
    { tool_choice: "required", tools },
    "claude-fable-5-1",
    { max_tokens: 128_000, tool_choice: { type: "auto" } },
    ["~tool_choice.forced"],
  ],
  [
    { tool_choice: "required", tools },
    "claude-sonnet-5",
    { max_tokens: 128_000, tool_choice: { type: "any" }, thinking: { type: "disabled" } },
    ["reasoning.with_tools"],
  ],
  [
    { tool_choice: { type: "function", function: { name: "f" } }, tools },
    "deepseek-v4-pro",
    { tool_choice: { type: "function", function: { name: "f" } }, thinking: { type: "disabled" } },
    ["reasoning.with_tools"],
  ],
  [
    { tool_choice: { type: "allowed_tools", allowed_tools: { mode: "required", tools: [tools[0]!] } }, tools },
    "gemini-2.5-flash",
    { toolConfig: { functionCallingConfig: { mode: "ANY" } } },
    ["~tool_choice.allowed_tools"],
  ],
  [
    { functions: [{ name: "f" }], function_call: { name: "f" } },
    "gemini-2.5-flash",
    { toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["f"] } } },
    ["tool_choice.parallel"],
  ],
  [{ tools: [{ type: "custom", custom: { name: "c" } }] }, "claude-haiku-4-5", most, ["tools.custom"]],
  // The form of the answer.
  [
    { response_format: jsonSchema },
    "claude-haiku-4-5",
    { ...most, output_config: { format: { type: "json_schema", schema: closed } } },
    ["~response_format.additional_properties"],
  ],
  [
    { response_format: { type: "json_object" } },
    "claude-haiku-4-5",
    { ...most, system: [{ type: "text", text: "Answer with one JSON object and nothing else." }] },
    ["~response_format.json_object"],
  ],
  [
    { response_format: jsonSchema },
    "gemini-3.5-flash",
    { generationConfig: { responseMimeType: "application/json", responseJsonSchema: schema } },
  ],
  [
    { response_format: jsonSchema },
    "deepseek-v4-pro",
    { response_format: { type: "json_object" } },
    ["~response_format.json_schema"],
  ],
  [
    { response_format: { ...jsonSchema, json_schema: { ...jsonSchema.json_schema, description: "Where it is." } } },
    "gemini-2.5-flash",
    { generationConfig: { responseMimeType: "application/json", responseJsonSchema: schema } },
    ["response_format.json_schema.description"],
  ],
  [{ response_format: { type: "text" } }, "gpt-4o", {}],
  // Who asks, and the stream.
  [{ safety_identifier: "s", user: "u" }, "claude-haiku-4-5", { ...most, metadata: { user_id: "s" } }],
  [{ user: "u" }, "mistral-large-4", {}, ["user"]],
  [{ stream: true }, "gpt-4o", { stream: true, stream_options: { include_usage: true } }],
  [{ stream: true }, "mistral-large-4", { stream: true }],
  [{ stream: true }, "gemini-2.5-flash", {}],
  // What no other dialect has.
  [{ n: 2, logprobs: true, store: false, user: null, x_new: {} }, "gemini-2.5-flash", {}, ["n", "logprobs", "x_new"]],
];

const fromAnthropic: Row[] = [
  [
    { thinking: { type: "disabled", display: "summarized" } },
    "gemini-2.5-flash",
    { generationConfig: { maxOutputTokens: 9_000, thinkingConfig: { thinkingBudget: 0 } } },
  ],
  [{ thinking: { type: "adaptive" } }, "gpt-4o", { max_completion_tokens: 9_000 }, ["reasoning"]],
  [{ "a\r\nb: ü": 1 }, "gpt-4o", { max_completion_tokens: 9_000 }, ["a%0D%0Ab%3A%20%C3%BC"]],
  [
    Object.fromEntries(Array.from({ length: 22 }, (_, i) => [`x${i}`, 1])),
    "gpt-4o",
    { max_completion_tokens: 9_000 },
    [...Array.from({ length: 20 }, (_, i) => `x${i}`), "others"],
  ],
  [{ top_k: 5 }, "gpt-4o", { max_completion_tokens: 9_000 }, ["top_k"]],
  [{ top_k: 5 }, "gemini-2.5-flash", { generationConfig: { maxOutputTokens: 9_000, topK: 5 } }],
  [
    { thinking: { type: "enabled", budget_tokens: 2_000 } },
    "gpt-5",
    { max_completion_tokens: 9_000, reasoning_effort: "medium" },
    ["~reasoning.budget"],
  ],
  [{ thinking: { type: "disabled" } }, "gpt-5.2", { max_completion_tokens: 9_000, reasoning_effort: "none" }],
  [
    { thinking: { type: "adaptive" }, output_config: { effort: "low" } },
    "gpt-5.2",
    { max_completion_tokens: 9_000, reasoning_effort: "low" },
  ],
  [
    { thinking: { type: "enabled", budget_tokens: 2_000 } },
    "gemini-2.5-flash",
    { generationConfig: { maxOutputTokens: 9_000, thinkingConfig: { thinkingBudget: 2_000, includeThoughts: true } } },
  ],
  [
    { thinking: { type: "adaptive", display: "omitted" } },
    "gemini-2.5-flash",
    { generationConfig: { maxOutputTokens: 9_000, thinkingConfig: { thinkingBudget: -1 } } },
  ],
  [
    { tools: [{ type: "web_search_20250305", name: "web_search" }], tool_choice: { type: "tool", name: "web_search" } },
    "gpt-4o",
    { max_completion_tokens: 9_000 },
    ["tools.web_search_20250305"],
  ],
  [
    { output_config: { effort: null, task_budget: { type: "tokens", total: 20_000 } } },
    "gpt-4o",
    { max_completion_tokens: 9_000 },
    ["output_config.task_budget"],
  ],
  [
    { output_config: { format: { type: "json_schema", schema } } },
    "gpt-4o",
    {
      max_completion_tokens: 9_000,
      response_format: { type: "json_schema", json_schema: { name: "answer", schema, strict: true } },
    },
  ],
  [
    { metadata: { user_id: "u".repeat(65) } },
    "gpt-4o",
    { max_completion_tokens: 9_000, user: "f20e249d15fa4b9f44ba21d154f62e1efa76ddfdce5d25139a33a4787cee5a8b" },
    ["~user"],
  ],
  [{ container: "c", service_tier: "auto" }, "gpt-4o", { max_completion_tokens: 9_000 }, ["container"]],
];

describe("members", () => {
  test.each(fromOpenai)("openai %j to %s", (asked, model, expected, losses = []) => {
    expect(arrives("openai", asked, model)).toEqual({ rest: expected, losses });
  });
  test.each(fromAnthropic)("anthropic %j to %s", (asked, model, expected, losses = []) => {
    expect(arrives("anthropic", asked, model)).toEqual({ rest: expected, losses });
  });
});

test.each(["openai", "gemini"] as const)("%s: a model that cannot be held to a schema is told of it", (upstream) => {
  const request = parse.openai({
    model: "m",
    messages: [{ role: "user", content: "hi" }],
    response_format: jsonSchema,
  });
  const losses = new Losses();
  const capabilities = { ...capabilitiesOf(providerOf(upstream, "m"), "m"), schemaAnswers: false };
  const said = JSON.stringify(format[upstream](request, { capabilities, losses }));
  expect(said).toContain(JSON.stringify(schemaInstruction(schema)));
  expect(losses.list()).toEqual([{ what: "response_format.json_schema", how: "emulated" }]);
});
