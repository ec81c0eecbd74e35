import { pdf, png, type AnthropicBody } from "./conversations.ts";

/** Of every request. */
const always = {
  max_tokens: 500,
  tools: [
    {
      name: "weather",
      description: "Tells the weather.",
      input_schema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
    },
    { name: "now", input_schema: { type: "object", properties: {} } },
  ],
  stop_sequences: ["END"],
  metadata: { user_id: "user-1" },
  stream: true,
} satisfies Partial<AnthropicBody>;

/** The first turn, whoever the caller is. */
const question = {
  role: "user",
  content: [
    { type: "text", text: "What is this, and the weather there?" },
    { type: "image", source: { type: "base64", media_type: "image/png", data: png } },
    { type: "image", source: { type: "url", url: "https://example.com/a.jpg" } },
    { type: "document", source: { type: "base64", media_type: "application/pdf", data: pdf }, title: "trip.pdf" },
  ],
} satisfies AnthropicBody["messages"][number];

/** What a caller of OpenAI's dialect said. */
const fromOpenai = {
  ...always,
  system: [
    { type: "text", text: "Be brief." },
    { type: "text", text: "Use metric units." },
  ],
  messages: [
    question,
    {
      role: "assistant",
      content: [
        { type: "tool_use", id: "call_1", name: "weather", input: { city: "Bern" } },
        { type: "tool_use", id: "call_2", name: "now", input: {} },
      ],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "call_1", content: [{ type: "text", text: "12 degrees" }] },
        { type: "tool_result", tool_use_id: "call_2", content: [{ type: "text", text: "noon" }] },
      ],
    },
    { role: "user", content: [{ type: "text", text: "Thanks. In French?" }] },
  ],
} satisfies Partial<AnthropicBody>;

/** What a caller of Anthropic's said. */
const fromAnthropic = {
  ...always,
  system: [
    { type: "text", text: "Be brief." },
    { type: "text", text: "Use metric units.", cache_control: { type: "ephemeral", ttl: "1h" } },
  ],
  messages: [
    question,
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
        {
          type: "tool_result",
          tool_use_id: "toolu_2",
          content: [{ type: "text", text: "no clock" }],
          is_error: true,
        },
        { type: "text", text: "Thanks. In French?", cache_control: { type: "ephemeral" } },
      ],
    },
  ],
} satisfies Partial<AnthropicBody>;

/** What arrives at anthropic, by caller and model. */
export const atAnthropic = [
  {
    caller: "openai" as const,
    model: "claude-haiku-4-5",
    losses: ["image.detail", "messages.name", "~temperature"],
    body: {
      ...fromOpenai,
      model: "claude-haiku-4-5",
      tool_choice: { type: "any", disable_parallel_tool_use: true },
      temperature: 1,
    } satisfies AnthropicBody,
  },
  {
    caller: "openai" as const,
    model: "claude-opus-5-5",
    losses: ["image.detail", "messages.name", "~tool_choice.forced", "temperature"],
    body: {
      ...fromOpenai,
      model: "claude-opus-5-5",
      tool_choice: { type: "auto", disable_parallel_tool_use: true },
    } satisfies AnthropicBody,
  },
  {
    caller: "anthropic" as const,
    model: "claude-haiku-4-5",
    losses: ["reasoning.budget"],
    body: {
      ...fromAnthropic,
      model: "claude-haiku-4-5",
      tool_choice: { type: "tool", name: "weather", disable_parallel_tool_use: true },
      temperature: 1,
      top_k: 40,
    } satisfies AnthropicBody,
  },
  {
    caller: "anthropic" as const,
    model: "claude-opus-5-5",
    losses: ["~reasoning.budget", "~tool_choice.forced", "top_k"],
    body: {
      ...fromAnthropic,
      model: "claude-opus-5-5",
      tool_choice: { type: "auto", disable_parallel_tool_use: true },
      thinking: { type: "adaptive" },
      output_config: { effort: "high" },
    } satisfies AnthropicBody,
  },
];
