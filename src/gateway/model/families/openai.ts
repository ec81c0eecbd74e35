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
 * OpenAI's may know `max_tokens` only: these models have this at OpenAI's own endpoint alone.
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
  familyOf(openai, /^gpt-\d(\.\d)?-chat/u, {}, bounds),
  familyOf(five, /^gpt-5\.5(?!\d)/u),
  familyOf(five, /^gpt-5\.4(?!\d)/u, { thinksByDefault: false }),
  familyOf(five, /^gpt-5\.[23](?!\d)/u, { thinksByDefault: false, toolsOnlyWithoutThinking: false }),
  familyOf(reasoning, /^gpt-5\.1(?!\d)/u, { thinksByDefault: false, efforts: ["none", "low", "medium", "high"] }),
  familyOf(reasoning, /^gpt-5(?![.\d])/u, { efforts: ["minimal", "low", "medium", "high"] }),
  familyOf(five, /^gpt-([6-9]|5\.\d)/u, { cacheBreaks: true }),
  familyOf(reasoning, /^o\d/u, { maxOutputTokens: 100_000 }),
  familyOf(openai, /^gpt-4\.1/u, { maxOutputTokens: 32_768 }, bounds),
  familyOf(openai, /^(gpt-4o|chatgpt)/u, {}, bounds),
  familyOf(openai, /^gpt-[34]/u, { documents: false, schemaAnswers: false, maxOutputTokens: 4_096 }, bounds),
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

/**
 * DeepSeek, from api-docs.deepseek.com, "Thinking Mode": on by default, turned off by a switch, `reasoning_content` goes
 * back with every turn that called tools, and no call is forced meanwhile. No developer role, no schema but "a JSON
 * object", no images but in the vision models. "Chat Prefix Completion" is of another endpoint. What an assistant said
 * must be one text: "invalid type: sequence, expected a string".
 */
const deepseek: Capabilities = {
  ...plain,
  thinksByDefault: true,
  images: false,
  schemaAnswers: false,
  replaysReasoning: true,
};
const deepseekEndpoint: Partial<Capabilities> = {
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
const mistralEndpoint: Partial<Capabilities> = {
  prefixMark: true,
  turnsBehindTools: false,
  seed: "random_seed",
  endUser: false,
  streamOptions: false,
  toolIds: "nine",
};

const thinkingMistral: Partial<Capabilities> = { thinking: "effort", efforts: ["none", "high"] };

/** Meta's Llama API, from llama.developer.meta.com, "OpenAI compatibility". */
const metaEndpoint: Partial<Capabilities> = { penalties: false, seed: undefined, endUser: false, ...bounds };

export const openaiFamilies: readonly Family[] = [
  ...openaiOwn,
  familyOf(grok, /^grok-4\.20.*reasoning/u, { thinking: "none", efforts: [] }, bounds),
  familyOf(grok, /^grok-4\.3/u, { efforts: ["none", "low", "medium", "high"] }, bounds),
  familyOf(grok, /^grok/u, {}, bounds),
  familyOf(deepseek, /^deepseek.*vision/u, { images: true }, deepseekEndpoint),
  familyOf(deepseek, /^deepseek/u, {}, deepseekEndpoint),
  familyOf(plain, /^mistral-(small-2603|medium-3\.5)/u, thinkingMistral, mistralEndpoint),
  familyOf(plain, /^codestral/u, { images: false }, mistralEndpoint),
  familyOf(plain, /^(mistral|ministral|magistral|pixtral|devstral)/u, {}, mistralEndpoint),
  familyOf(plain, /^(muse|llama)/u, {}, metaEndpoint),
  // Google's own OpenAI endpoint.
  familyOf(plain, /^gemini-([3-9]|\d\d)/u, {
    thinking: "effort",
    efforts: ["low", "medium", "high"],
    signedCalls: true,
  }),
  familyOf(plain, /^/u),
];
