import { asks } from "../asks.ts";
import type { Row } from "../row.ts";

const refusing = { openai: "gpt-5", anthropic: "claude-opus-5" };
const six = [..."abcdef"];

export const parameterRows: readonly Row[] = [
  asks("Temperature", {
    from: { openai: { temperature: 0.3 }, anthropic: { temperature: 0.3 } },
    at: {
      openai: { temperature: 0.3 },
      anthropic: { temperature: 0.3 },
      gemini: { generationConfig: { temperature: 0.3 } },
    },
  }),
  asks("A temperature above one", {
    from: { openai: { temperature: 1.7 }, anthropic: "Anthropic's dialect ends at one." },
    at: { anthropic: { temperature: 1 }, gemini: { generationConfig: { temperature: 1.7 } } },
    lost: { anthropic: "temperature; emulated" },
  }),
  asks("Of the likeliest tokens so many percent", {
    from: { openai: { top_p: 0.9 }, anthropic: { top_p: 0.9 } },
    at: { openai: { top_p: 0.9 }, anthropic: { top_p: 0.9 }, gemini: { generationConfig: { topP: 0.9 } } },
  }),
  asks("Temperature and percentage at once", {
    from: { openai: { temperature: 0.3, top_p: 0.9 }, anthropic: { temperature: 0.3, top_p: 0.9 } },
    at: {
      openai: { temperature: 0.3, top_p: 0.9 },
      anthropic: { temperature: 0.3 },
      gemini: { generationConfig: { temperature: 0.3, topP: 0.9 } },
    },
    lost: { anthropic: "top_p; dropped" },
  }),
  asks("Of the likeliest tokens so many", {
    from: { openai: { top_k: 40 }, anthropic: { top_k: 40 } },
    at: { gemini: ({ caller }) => (caller === "anthropic" ? { generationConfig: { topK: 40 } } : {}) },
    lost: {
      openai: "top_k; dropped",
      anthropic: "top_k; dropped",
      gemini: ({ caller }) => (caller === "openai" ? "top_k; dropped" : undefined),
    },
  }),
  asks("Sampling, for a model that refuses it", {
    models: refusing,
    from: { openai: { temperature: 0.3, top_p: 0.9 }, anthropic: { temperature: 0.3, top_p: 0.9 } },
    at: { gemini: { generationConfig: { temperature: 0.3, topP: 0.9 } } },
    lost: { openai: "temperature; dropped, top_p; dropped", anthropic: "temperature; dropped, top_p; dropped" },
  }),
  asks("A temperature of one, for a model that refuses all others", {
    models: refusing,
    from: { openai: { temperature: 1 }, anthropic: { temperature: 1 } },
    at: { gemini: { generationConfig: { temperature: 1 } } },
  }),
  asks("Stop sequences", {
    from: { openai: { stop: ["END", "STOP"] }, anthropic: { stop_sequences: ["END", "STOP"] } },
    at: {
      openai: { stop: ["END", "STOP"] },
      anthropic: { stop_sequences: ["END", "STOP"] },
      gemini: { generationConfig: { stopSequences: ["END", "STOP"] } },
    },
  }),
  asks("One stop sequence", {
    from: { openai: { stop: "END" }, anthropic: { stop_sequences: ["END"] } },
    at: {
      openai: { stop: ["END"] },
      anthropic: { stop_sequences: ["END"] },
      gemini: { generationConfig: { stopSequences: ["END"] } },
    },
  }),
  asks("More stop sequences than the provider takes", {
    from: { openai: { stop: six }, anthropic: { stop_sequences: six } },
    at: {
      openai: { stop: six.slice(0, 4) },
      anthropic: { stop_sequences: six },
      gemini: { generationConfig: { stopSequences: six.slice(0, 5) } },
    },
    lost: { openai: "stop; dropped", gemini: "stop; dropped" },
  }),
  asks("A stop sequence of white space", {
    from: { openai: { stop: ["\n\n", "END"] }, anthropic: { stop_sequences: ["\n\n", "END"] } },
    at: {
      openai: { stop: ["\n\n", "END"] },
      anthropic: { stop_sequences: ["END"] },
      gemini: { generationConfig: { stopSequences: ["\n\n", "END"] } },
    },
    lost: { anthropic: "stop; dropped" },
  }),
  asks("A stop sequence, for a model that takes none", {
    models: { openai: "gpt-5" },
    from: { openai: { stop: ["END"] }, anthropic: { stop_sequences: ["END"] } },
    at: { anthropic: { stop_sequences: ["END"] }, gemini: { generationConfig: { stopSequences: ["END"] } } },
    lost: { openai: "stop; dropped" },
  }),
  asks("No bound of the answer", {
    from: { openai: { max_tokens: undefined }, anthropic: "Anthropic's dialect demands one." },
    at: { anthropic: { max_tokens: 64_000 }, gemini: { generationConfig: undefined } },
  }),
  asks("The bound of the answer under both its names", {
    from: { openai: { max_tokens: 5, max_completion_tokens: 7 }, anthropic: { max_tokens: 7 } },
    at: {
      openai: { max_completion_tokens: 7 },
      anthropic: { max_tokens: 7 },
      gemini: { generationConfig: { maxOutputTokens: 7 } },
    },
  }),
  asks("The bound of the answer, for a provider that knows its old name only", {
    models: { openai: "mistral-large-4" },
    from: { openai: {}, anthropic: {} },
    at: {
      openai: ({ stream }) => ({
        max_completion_tokens: undefined,
        max_tokens: 64,
        ...(stream && { stream_options: undefined }),
      }),
    },
  }),
  asks("A bound above what the model can", {
    from: { openai: { max_tokens: 1_000_000 }, anthropic: { max_tokens: 1_000_000 } },
    at: {
      openai: { max_completion_tokens: 32_768 },
      anthropic: { max_tokens: 64_000 },
      gemini: { generationConfig: { maxOutputTokens: 65_536 } },
    },
    lost: { openai: "max_tokens; emulated", anthropic: "max_tokens; emulated", gemini: "max_tokens; emulated" },
  }),
  asks("A seed", {
    from: { openai: { seed: 7 }, anthropic: { seed: 7 } },
    at: { gemini: ({ caller }) => (caller === "openai" ? { generationConfig: { seed: 7 } } : {}) },
    lost: {
      openai: "seed; dropped",
      anthropic: "seed; dropped",
      gemini: ({ caller }) => (caller === "openai" ? undefined : "seed; dropped"),
    },
  }),
  asks("Penalties", {
    from: {
      openai: { frequency_penalty: 0.5, presence_penalty: -0.5 },
      anthropic: { frequency_penalty: 0.5, presence_penalty: -0.5 },
    },
    at: {},
    lost: {
      openai: "frequency_penalty; dropped, presence_penalty; dropped",
      anthropic: "frequency_penalty; dropped, presence_penalty; dropped",
      gemini: "frequency_penalty; dropped, presence_penalty; dropped",
    },
  }),
  asks("The caller's own name for its user", {
    from: { openai: { user: "u-1" }, anthropic: { metadata: { user_id: "u-1" } } },
    at: { openai: { user: "u-1" }, anthropic: { metadata: { user_id: "u-1" } } },
    lost: { gemini: "user; dropped" },
  }),
  asks("Several answers at once, and how likely each token was", {
    from: { openai: { n: 2, logprobs: true, top_logprobs: 3 }, anthropic: { n: 2, logprobs: true, top_logprobs: 3 } },
    at: {},
    lost: {
      openai: "n; dropped, logprobs; dropped, top_logprobs; dropped",
      anthropic: "n; dropped, logprobs; dropped, top_logprobs; dropped",
      gemini: "n; dropped, logprobs; dropped, top_logprobs; dropped",
    },
  }),
  asks("Members that nobody knows", {
    from: { openai: { new_thing: { a: 1 }, "odd name": true }, anthropic: { new_thing: { a: 1 }, "odd name": true } },
    at: {},
    lost: {
      openai: "new_thing; dropped, odd%20name; dropped",
      anthropic: "new_thing; dropped, odd%20name; dropped",
      gemini: "new_thing; dropped, odd%20name; dropped",
    },
  }),
  asks("Members that say only what holds anyway", {
    from: {
      openai: {
        n: 1,
        logprobs: false,
        store: false,
        service_tier: "auto",
        response_format: { type: "text" },
        stop: null,
      },
      anthropic: { service_tier: "auto", stop_sequences: null },
    },
    at: {},
  }),
];
