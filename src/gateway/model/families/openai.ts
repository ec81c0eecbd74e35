import type { Capabilities } from "../../chat/capabilities.ts";
import { familyOf, plain, type Family } from "./family.ts";

/**
 * OpenAI's own. From developers.openai.com: "Reasoning models" (no sampling, penalties or stop; the efforts of each),
 * "Prompt caching" (breakpoints from 5.6 on), the reference of chat completions. From 5.4 on, this endpoint answers
 * "Function tools with reasoning_effort are not supported ... set reasoning_effort to 'none'"; gpt-6-astra has no
 * `none`, and so no tools here. `max` is left to the Responses API, as the providers' answers have it for gpt-6-astra.
 */
const openai: Capabilities = {
  ...plain,
  prefill: false,
  documents: true,
  toolIds: "short",
  maxOutputTokens: 16_384,
};

/**
 * OpenAI's models that think take no `max_tokens`, wherever they run. The older ones take both, but endpoints like
 * OpenAI's may know `max_tokens` only: this goes for OpenAI's own endpoint alone (`endpoints.ts`).
 */
const bounds = { maxCompletionTokens: true };

const reasoning: Capabilities = {
  ...openai,
  developerRole: true,
  sampling: false,
  thinking: "effort",
  efforts: ["low", "medium", "high"],
  thinksByDefault: true,
  penalties: false,
  stop: false,
  ...bounds,
  maxOutputTokens: 128_000,
};

const five: Capabilities = {
  ...reasoning,
  efforts: ["none", "low", "medium", "high", "xhigh"],
  toolsOnlyWithoutThinking: true,
};

const openaiOwn: readonly Family[] = [
  familyOf(five, /^gpt-6-astra/u, { efforts: ["low", "medium", "high", "xhigh"], cacheBreaks: true }),
  familyOf(openai, /^gpt-\d(\.\d)?-chat/u),
  familyOf(five, /^gpt-5\.5(?!\d)/u),
  familyOf(five, /^gpt-5\.4(?!\d)/u, { thinksByDefault: false }),
  familyOf(five, /^gpt-5\.[23](?!\d)/u, { thinksByDefault: false, toolsOnlyWithoutThinking: false }),
  familyOf(reasoning, /^gpt-5\.1(?!\d)/u, { thinksByDefault: false, efforts: ["none", "low", "medium", "high"] }),
  familyOf(reasoning, /^gpt-5(?![.\d])/u, { efforts: ["minimal", "low", "medium", "high"] }),
  familyOf(five, /^gpt-([6-9]|5\.\d)/u, { cacheBreaks: true }),
  familyOf(reasoning, /^o\d/u, { maxOutputTokens: 100_000 }),
  familyOf(openai, /^gpt-4\.1/u, { maxOutputTokens: 32_768 }),
  familyOf(openai, /^(gpt-4o|chatgpt)/u),
  familyOf(openai, /^gpt-[34]/u, { documents: false, schemaAnswers: false, maxOutputTokens: 4_096 }),
];

/**
 * xAI, from docs.x.ai: reasoning models refuse penalties and `stop`; 4.20 refuses `reasoning_effort` in any form, 4.3
 * takes `none`.
 */
const grok: Capabilities = {
  ...plain,
  thinking: "effort",
  efforts: ["low", "medium", "high"],
  thinksByDefault: true,
  penalties: false,
  stop: false,
};

/** DeepSeek thinks by default; no images but in the vision models. What else goes for its endpoint is in `endpoints.ts`. */
const deepseek: Capabilities = {
  ...plain,
  thinksByDefault: true,
  images: false,
  schemaAnswers: false,
  replaysReasoning: true,
};

export const openaiFamilies: readonly Family[] = [
  ...openaiOwn,
  familyOf(grok, /^grok-4\.20.*reasoning/u, { thinking: "none", efforts: [] }),
  familyOf(grok, /^grok-4\.3/u, { efforts: ["none", "low", "medium", "high"] }),
  familyOf(grok, /^grok/u),
  familyOf(deepseek, /^deepseek.*vision/u, { images: true }),
  familyOf(deepseek, /^deepseek/u),
  familyOf(plain, /^mistral-(small-2603|medium-3\.5)/u, { thinking: "effort", efforts: ["none", "high"] }),
  familyOf(plain, /^codestral/u, { images: false }),
  // Google's own OpenAI endpoint.
  familyOf(plain, /^gemini-([3-9]|\d\d)/u, {
    thinking: "effort",
    efforts: ["low", "medium", "high"],
    signedCalls: true,
  }),
  familyOf(plain, /^/u),
];
