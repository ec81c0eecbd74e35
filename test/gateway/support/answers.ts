import { json, sse, type Script } from "./upstream.ts";

/** How each dialect's provider says the same: a text, then the call of a tool. */
export type Said = { id?: string; text: string; tool?: { id: string; name: string; input: object } };

export const whole: Record<"openai" | "anthropic" | "gemini", (said: Said) => Script> = {
  openai: ({ text, tool }) =>
    json(200, {
      id: "chatcmpl-1",
      object: "chat.completion",
      created: 1,
      model: "m",
      choices: [
        {
          index: 0,
          message: {
            role: "assistant",
            content: text,
            ...(tool && { tool_calls: [{ id: tool.id, type: "function", function: call(tool) }] }),
          },
          finish_reason: tool ? "tool_calls" : "stop",
        },
      ],
      usage: { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19, prompt_tokens_details: { cached_tokens: 4 } },
    }),
  anthropic: ({ id = "msg_1", text, tool }) =>
    json(200, {
      id,
      type: "message",
      role: "assistant",
      model: "m",
      content: [{ type: "text", text }, ...(tool ? [{ type: "tool_use", ...tool }] : [])],
      stop_reason: tool ? "tool_use" : "end_turn",
      stop_sequence: null,
      usage: { input_tokens: 8, cache_read_input_tokens: 4, output_tokens: 7 },
    }),
  gemini: ({ text, tool }) =>
    json(200, {
      candidates: [
        {
          content: {
            role: "model",
            parts: [{ text }, ...(tool ? [{ functionCall: { name: tool.name, args: tool.input } }] : [])],
          },
          finishReason: "STOP",
        },
      ],
      usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 7, cachedContentTokenCount: 4 },
      modelVersion: "m",
      responseId: "r1",
    }),
};

export const streamed: typeof whole = {
  openai: ({ text, tool }) => {
    const chunk = (delta: object, finish: string | null = null) => ({
      data: {
        id: "chatcmpl-1",
        object: "chat.completion.chunk",
        created: 1,
        model: "m",
        choices: [{ index: 0, delta, finish_reason: finish }],
      },
    });
    const [head, tail] = tool ? halves(JSON.stringify(tool.input)) : ["", ""];
    return sse(
      chunk({ role: "assistant", content: "" }),
      ...halves(text).map((content) => chunk({ content })),
      ...(tool
        ? [
            chunk({
              tool_calls: [{ index: 0, id: tool.id, type: "function", function: { name: tool.name, arguments: "" } }],
            }),
            chunk({ tool_calls: [{ index: 0, function: { arguments: head } }] }),
            chunk({ tool_calls: [{ index: 0, function: { arguments: tail } }] }),
          ]
        : []),
      chunk({}, tool ? "tool_calls" : "stop"),
      {
        data: {
          id: "chatcmpl-1",
          object: "chat.completion.chunk",
          created: 1,
          model: "m",
          choices: [],
          usage: { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 },
        },
      },
      { data: "[DONE]" },
    );
  },
  anthropic: ({ id = "msg_1", text, tool }) => {
    const event = (type: string, data: object) => ({ event: type, data: { type, ...data } });
    const [head, tail] = tool ? halves(JSON.stringify(tool.input)) : ["", ""];
    return sse(
      event("message_start", {
        message: {
          id,
          type: "message",
          role: "assistant",
          model: "m",
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: 12, output_tokens: 1 },
        },
      }),
      event("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
      event("ping", {}),
      ...halves(text).map((piece) =>
        event("content_block_delta", { index: 0, delta: { type: "text_delta", text: piece } }),
      ),
      event("content_block_stop", { index: 0 }),
      ...(tool
        ? [
            event("content_block_start", {
              index: 1,
              content_block: { type: "tool_use", id: tool.id, name: tool.name, input: {} },
            }),
            event("content_block_delta", { index: 1, delta: { type: "input_json_delta", partial_json: head } }),
            event("content_block_delta", { index: 1, delta: { type: "input_json_delta", partial_json: tail } }),
            event("content_block_stop", { index: 1 }),
          ]
        : []),
      event("message_delta", {
        delta: { stop_reason: tool ? "tool_use" : "end_turn", stop_sequence: null },
        usage: { output_tokens: 7 },
      }),
      event("message_stop", {}),
    );
  },
  gemini: ({ text, tool }) => {
    const part = (parts: object[], more: object = {}) => ({
      data: {
        candidates: [{ content: { role: "model", parts }, index: 0, ...more }],
        modelVersion: "m",
        responseId: "r1",
        usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 7 },
      },
    });
    return sse(
      ...halves(text).map((piece) => part([{ text: piece }])),
      part(tool ? [{ functionCall: { name: tool.name, args: tool.input } }] : [], { finishReason: "STOP" }),
    );
  },
};

function call({ name, input }: NonNullable<Said["tool"]>) {
  return { name, arguments: JSON.stringify(input) };
}

function halves(text: string): [string, string] {
  const middle = Math.floor(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}
