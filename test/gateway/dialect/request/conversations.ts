import type Anthropic from "@anthropic-ai/sdk";
import type OpenAI from "openai";

/** The SDK's types no longer name what only older models take. */
export type AnthropicBody = Anthropic.MessageCreateParams & { temperature?: number; top_p?: number; top_k?: number };

export const png = "iVBORw0KGgo=";
export const pdf = "JVBERi0xLjcK";

const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

/** Everything that OpenAI's dialect can say of a conversation with tools. */
export function openaiConversation(model: string) {
  return {
    model,
    messages: [
      { role: "system", content: "Be brief." },
      { role: "developer", content: [{ type: "text", text: "Use metric units." }] },
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
        content: "",
        tool_calls: [
          { id: "call_1", type: "function", function: { name: "weather", arguments: '{"city":"Bern"}' } },
          { id: "call_2", type: "function", function: { name: "now", arguments: "" } },
        ],
      },
      { role: "tool", tool_call_id: "call_1", content: "12 degrees" },
      { role: "tool", tool_call_id: "call_2", content: [{ type: "text", text: "noon" }] },
      { role: "user", content: "Thanks. In French?" },
    ],
    tools: [
      { type: "function", function: { name: "weather", description: "Tells the weather.", parameters: schema } },
      { type: "function", function: { name: "now" } },
    ],
    tool_choice: "required",
    parallel_tool_calls: false,
    max_completion_tokens: 500,
    temperature: 1.5,
    stop: "END",
    user: "user-1",
    stream: true,
    stream_options: { include_usage: true },
  } satisfies OpenAI.ChatCompletionCreateParams;
}

/** The same of Anthropic's. */
export function anthropicConversation(model: string) {
  return {
    model,
    max_tokens: 500,
    system: [
      { type: "text", text: "Be brief." },
      { type: "text", text: "Use metric units.", cache_control: { type: "ephemeral", ttl: "1h" } },
    ],
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "What is this, and the weather there?" },
          { type: "image", source: { type: "base64", media_type: "image/png", data: png } },
          { type: "image", source: { type: "url", url: "https://example.com/a.jpg" } },
          { type: "document", title: "trip.pdf", source: { type: "base64", media_type: "application/pdf", data: pdf } },
        ],
      },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "", signature: "sig-1" },
          { type: "redacted_thinking", data: "opaque" },
          { type: "tool_use", id: "toolu_1", name: "weather", input: { city: "Bern" } },
          { type: "tool_use", id: "toolu_2", name: "now", input: {} },
        ],
      },
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "toolu_1",
            content: [
              { type: "text", text: "12 degrees" },
              { type: "image", source: { type: "base64", media_type: "image/png", data: png } },
            ],
          },
          { type: "tool_result", tool_use_id: "toolu_2", content: "no clock", is_error: true },
          { type: "text", text: "Thanks. In French?", cache_control: { type: "ephemeral" } },
        ],
      },
    ],
    tools: [
      { name: "weather", description: "Tells the weather.", input_schema: { ...schema, type: "object" } },
      { name: "now", input_schema: { type: "object", properties: {} } },
    ],
    tool_choice: { type: "tool", name: "weather", disable_parallel_tool_use: true },
    thinking: { type: "enabled", budget_tokens: 10_000 },
    temperature: 1,
    top_k: 40,
    stop_sequences: ["END"],
    metadata: { user_id: "user-1" },
    stream: true,
  } satisfies AnthropicBody;
}
