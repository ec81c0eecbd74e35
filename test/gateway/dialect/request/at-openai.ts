import type OpenAI from "openai";
import { pdf, png } from "./conversations.ts";

type OpenaiBody = OpenAI.ChatCompletionCreateParams;

/** Of every request. */
const always = {
  tools: [
    {
      type: "function",
      function: {
        name: "weather",
        description: "Tells the weather.",
        parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
      },
    },
    { type: "function", function: { name: "now", parameters: { type: "object", properties: {} } } },
  ],
  parallel_tool_calls: false,
  max_completion_tokens: 500,
  user: "user-1",
  stream: true,
  stream_options: { include_usage: true },
} satisfies Partial<OpenaiBody>;

/** What a caller of OpenAI's dialect said, behind the system text. */
const fromOpenai = [
  {
    role: "user",
    name: "ann",
    content: [
      { type: "text", text: "What is this, and the weather there?" },
      { type: "image_url", image_url: { url: `data:image/png;base64,${png}` } },
      { type: "image_url", image_url: { url: "https://example.com/a.jpg", detail: "high" } },
      { type: "file", file: { filename: "trip.pdf", file_data: `data:application/pdf;base64,${pdf}` } },
    ],
  },
  {
    role: "assistant",
    content: null,
    tool_calls: [
      { id: "call_1", type: "function", function: { name: "weather", arguments: '{"city":"Bern"}' } },
      { id: "call_2", type: "function", function: { name: "now", arguments: "{}" } },
    ],
  },
  { role: "tool", tool_call_id: "call_1", content: "12 degrees" },
  { role: "tool", tool_call_id: "call_2", content: "noon" },
  { role: "user", content: "Thanks. In French?" },
] satisfies OpenaiBody["messages"];

/** What a caller of Anthropic's said, up to the last turn. */
const fromAnthropic = [
  {
    role: "user",
    content: [
      { type: "text", text: "What is this, and the weather there?" },
      { type: "image_url", image_url: { url: `data:image/png;base64,${png}` } },
      { type: "image_url", image_url: { url: "https://example.com/a.jpg" } },
      { type: "file", file: { filename: "trip.pdf", file_data: `data:application/pdf;base64,${pdf}` } },
    ],
  },
  {
    role: "assistant",
    content: null,
    tool_calls: [
      { id: "toolu_1", type: "function", function: { name: "weather", arguments: '{"city":"Bern"}' } },
      { id: "toolu_2", type: "function", function: { name: "now", arguments: "{}" } },
    ],
  },
  { role: "tool", tool_call_id: "toolu_1", content: "12 degrees" },
  { role: "tool", tool_call_id: "toolu_2", content: "Error: no clock" },
] satisfies OpenaiBody["messages"];

/** What arrives at openai, by caller and model. */
export const atOpenai = [
  {
    caller: "openai" as const,
    model: "gpt-4.1",
    losses: [],
    body: {
      ...always,
      model: "gpt-4.1",
      messages: [
        { role: "system", content: "Be brief." },
        { role: "system", content: "Use metric units." },
        ...fromOpenai,
      ],
      tool_choice: "required",
      temperature: 1.5,
      stop: ["END"],
    } satisfies OpenaiBody,
  },
  {
    caller: "openai" as const,
    model: "gpt-5.6-sol",
    losses: ["temperature", "stop", "reasoning.with_tools"],
    body: {
      ...always,
      model: "gpt-5.6-sol",
      messages: [
        { role: "developer", content: "Be brief." },
        { role: "developer", content: "Use metric units." },
        ...fromOpenai,
      ],
      tool_choice: "required",
      reasoning_effort: "none",
    } satisfies OpenaiBody,
  },
  {
    caller: "anthropic" as const,
    model: "gpt-4.1",
    losses: ["cache_control", "thinking", "~tool_result.image", "~tool_result.is_error", "top_k", "reasoning.budget"],
    body: {
      ...always,
      model: "gpt-4.1",
      messages: [
        { role: "system", content: "Be brief." },
        { role: "system", content: "Use metric units." },
        ...fromAnthropic,
        {
          role: "user",
          content: [
            { type: "text", text: "Result of the tool call toolu_1:" },
            { type: "image_url", image_url: { url: `data:image/png;base64,${png}` } },
            { type: "text", text: "Thanks. In French?" },
          ],
        },
      ],
      tool_choice: { type: "function", function: { name: "weather" } },
      temperature: 1,
      stop: ["END"],
    } satisfies OpenaiBody,
  },
  {
    caller: "anthropic" as const,
    model: "gpt-5.6-sol",
    losses: [
      "cache_control.ttl",
      "thinking",
      "~tool_result.image",
      "~tool_result.is_error",
      "top_k",
      "stop",
      "~reasoning.budget",
      "reasoning.with_tools",
    ],
    body: {
      ...always,
      model: "gpt-5.6-sol",
      messages: [
        { role: "developer", content: "Be brief." },
        {
          role: "developer",
          content: [{ type: "text", text: "Use metric units.", prompt_cache_breakpoint: { mode: "explicit" } }],
        },
        ...fromAnthropic,
        {
          role: "user",
          content: [
            { type: "text", text: "Result of the tool call toolu_1:" },
            { type: "image_url", image_url: { url: `data:image/png;base64,${png}` } },
            { type: "text", text: "Thanks. In French?", prompt_cache_breakpoint: { mode: "explicit" } },
          ],
        },
      ],
      tool_choice: { type: "function", function: { name: "weather" } },
      reasoning_effort: "none",
    } satisfies OpenaiBody,
  },
];
