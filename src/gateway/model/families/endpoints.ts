import type { Capabilities } from "../../chat/capabilities.ts";

/* What goes for a provider's endpoint, whatever the model is called. */

/**
 * DeepSeek, from api-docs.deepseek.com, "Thinking Mode": on by default, turned off by a switch, `reasoning_content` goes
 * back with every turn that called tools, and no call is forced meanwhile. No developer role, no schema but "a JSON
 * object". "Chat Prefix Completion" is of another endpoint. What an assistant said must be one text: "invalid type:
 * sequence, expected a string".
 */
export const deepseek: Partial<Capabilities> = {
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
export const mistral: Partial<Capabilities> = {
  prefixMark: true,
  turnsAfterTools: false,
  seed: "random_seed",
  endUser: false,
  streamOptions: false,
  toolIds: "nine",
};

/** Meta's Llama API, from llama.developer.meta.com, "OpenAI compatibility". */
export const meta: Partial<Capabilities> = {
  penalties: false,
  seed: undefined,
  endUser: false,
  maxCompletionTokens: true,
};

/** OpenAI's own, and xAI's. */
export const openai: Partial<Capabilities> = { maxCompletionTokens: true };
