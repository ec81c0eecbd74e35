import type { Way } from "./ways.ts";

/** How a provider says a text: the bytes of its answer, whole or streamed. */
export function wireOf({ from, isStream }: Way, text: string): string {
  if (!isStream) return JSON.stringify(whole[from](text));
  return [begin[from], delta(from, text), end[from]].join("");
}

export const contentType = ({ isStream }: Way) => (isStream ? "text/event-stream" : "application/json");

/** What a caller of OpenAI's dialect understands of an answer. */
export function heard({ isStream }: Way, text: string): string {
  if (!isStream) return (JSON.parse(text) as Completion).choices[0]!.message.content;
  return text
    .split("\n\n")
    .filter((event) => event.startsWith("data: {"))
    .map((event) => (JSON.parse(event.slice(6)) as Chunk).choices?.[0]?.delta.content ?? "")
    .join("");
}

type Completion = { choices: { message: { content: string } }[] };
type Chunk = { choices?: { delta: { content?: string } }[] };

const chunk = (delta: object, finish: string | null = null) => {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  const data = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "m", choices };
  return `data: ${JSON.stringify(data)}\n\n`;
};
const event = (type: string, data: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;

const message = { id: "msg_1", type: "message", role: "assistant", model: "m", stop_sequence: null };

/** One piece of a streamed text. */
export function delta(from: Way["from"], text: string): string {
  return from === "openai"
    ? chunk({ content: text })
    : event("content_block_delta", { index: 0, delta: { type: "text_delta", text } });
}

export const begin = {
  openai: chunk({ role: "assistant", content: "" }),
  anthropic:
    event("message_start", {
      message: { ...message, content: [], stop_reason: null, usage: { input_tokens: 1, output_tokens: 1 } },
    }) + event("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
};

export const end = {
  openai: `${chunk({}, "stop")}data: [DONE]\n\n`,
  anthropic:
    event("content_block_stop", { index: 0 }) +
    event("message_delta", { delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 7 } }) +
    event("message_stop", {}),
};

const whole = {
  openai: (text: string) => ({
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: "m",
    choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }),
  anthropic: (text: string) => ({
    ...message,
    content: [{ type: "text", text }],
    stop_reason: "end_turn",
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
};
