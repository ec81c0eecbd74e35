import { says } from "../answers.ts";
import type { Row } from "../row.ts";

const said = [{ text: "ok" }];
const text = [{ type: "text", text: "ok" }];
const none = { cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };

export const usageRows: readonly Row[] = [
  says("Tokens read and written", {
    said: { parts: said, usage: { prompt: 20, completion: 7 } },
    heard: {
      openai: {
        content: "ok",
        usage: {
          prompt_tokens: 20,
          completion_tokens: 7,
          total_tokens: 27,
          prompt_tokens_details: { cached_tokens: 0 },
        },
      },
      anthropic: { content: text, usage: { input_tokens: 20, output_tokens: 7, ...none } },
    },
  }),
  says("Tokens that a cache held", {
    said: ({ upstream }) => ({
      parts: said,
      usage: { prompt: 20, completion: 7, read: 5, ...(upstream !== "gemini" && { written: 2 }) },
    }),
    heard: {
      openai: ({ upstream }) => ({
        content: "ok",
        usage: {
          prompt_tokens: 20,
          completion_tokens: 7,
          total_tokens: 27,
          prompt_tokens_details: { cached_tokens: 5, ...(upstream !== "gemini" && { cache_write_tokens: 2 }) },
        },
      }),
      anthropic: ({ upstream }) => ({
        content: text,
        usage: {
          input_tokens: upstream === "gemini" ? 15 : 13,
          output_tokens: 7,
          cache_creation_input_tokens: upstream === "gemini" ? 0 : 2,
          cache_read_input_tokens: 5,
        },
      }),
    },
  }),
  says("Tokens that were thought", {
    said: { parts: said, usage: { prompt: 20, completion: 7, thought: 4 } },
    heard: {
      openai: {
        content: "ok",
        usage: {
          prompt_tokens: 20,
          completion_tokens: 7,
          total_tokens: 27,
          prompt_tokens_details: { cached_tokens: 0 },
          completion_tokens_details: { reasoning_tokens: 4 },
        },
      },
      anthropic: {
        content: text,
        usage: { input_tokens: 20, output_tokens: 7, ...none, output_tokens_details: { thinking_tokens: 4 } },
      },
    },
  }),
];
