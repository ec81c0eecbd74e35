import type { Capabilities } from "../../chat/capabilities.ts";

/**
 * DeepSeek, from api-docs.deepseek.com, "Thinking Mode": on by default, turned off by a switch, `reasoning_content` goes
 * back with every turn that called tools, and no call is forced meanwhile. No developer role, no schema but "a JSON
 * object". "Chat Prefix Completion" is of another endpoint. What an assistant said must be one text: "invalid type:
 * sequence, expected a string".
 */
const deepseek: Partial<Capabilities> = {
  thinking: "switch",
  efforts: ["none", "low", "high", "max"],
  forcedToolsWithThinking: false,
  prefill: false,
  assistantParts: false,
  seed: undefined,
  endUser: false,
};

/**
 * Mistral, from docs.mistral.ai: it refuses members it does not know, and ids of calls that have not nine letters. Its
 * errors say the rest: "Unexpected role 'user' after role 'tool'", "Expected last role User or Tool (or Assistant with
 * prefix True)".
 */
const mistral: Partial<Capabilities> = {
  prefixMark: true,
  turnsAfterTools: false,
  seed: "random_seed",
  endUser: false,
  streamOptions: false,
  toolIds: "nine",
};

/** Meta's Llama API, from llama.developer.meta.com, "OpenAI compatibility". */
const meta: Partial<Capabilities> = { penalties: false, seed: undefined, endUser: false, maxCompletionTokens: true };

/** What goes for a provider's endpoint, whatever the model is called, by the provider's id. */
export const endpoints: Readonly<Record<string, Partial<Capabilities>>> = {
  openai: { maxCompletionTokens: true },
  xai: { maxCompletionTokens: true },
  deepseek,
  mistral,
  meta,
};
