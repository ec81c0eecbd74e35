import { familyOf, plain, type Family } from "./family.ts";

/**
 * Claude. From platform.claude.com: "Adaptive thinking" (which models take a budget, which always think), "Migration
 * guide" of Opus 4.7 (no sampling, efforts up to `xhigh` and `max`) and of Fable 5.1 (`tool_choice` of `any` and `tool`
 * gives 400; Opus 5.5 does the same), "Mid-conversation system messages" (from Opus 4.8 on), "Structured outputs" (from
 * Opus 4.1 and Sonnet 4.5 on), "Prefill not supported" (from 4.6 on), and the output limits of "Models overview".
 *
 * A Claude that is not listed is taken for the newest: it always thinks, is never forced, and is not told anything that
 * one of those below refuses.
 */
const newest = {
  ...plain,
  sampling: false,
  thinking: "adaptive" as const,
  efforts: ["low", "medium", "high"] as const,
  thinksByDefault: true,
  forcedTools: false,
  forcedToolsWithThinking: false,
  prefill: false,
  documents: true,
  penalties: false,
  cacheBreaks: true,
  seed: undefined,
  toolIds: "word" as const,
  toolNameChars: 128,
  maxOutputTokens: 64_000,
};

const five = {
  ...newest,
  systemInMessages: true,
  efforts: ["low", "medium", "high", "xhigh", "max"] as const,
  maxOutputTokens: 128_000,
};

/** It can be turned off, and must be for a forced call. */
const optional = { ...five, forcedTools: true, efforts: ["none", ...five.efforts] as const };

const four = {
  ...newest,
  sampling: true,
  thinksByDefault: false,
  efforts: ["none", "low", "medium", "high", "max"] as const,
  forcedTools: true,
};

const budget = { ...four, thinking: "budget" as const, budget: { min: 1_024, max: 63_999 }, prefill: true };

export const anthropicFamilies: readonly Family[] = [
  familyOf(five, /^claude-(fable|mythos)-5-\d(?!\d)/u),
  familyOf(five, /^claude-(opus|sonnet|haiku)-5-5(?!\d)/u),
  familyOf(five, /^claude-(fable|mythos)-5(?!\d)/u, { forcedTools: true, forcedToolsWithThinking: true }),
  familyOf(optional, /^claude-(opus|sonnet|haiku)-5(?!\d)/u),
  familyOf(optional, /^claude-opus-4-8(?!\d)/u, { thinksByDefault: false }),
  familyOf(optional, /^claude-opus-4-7(?!\d)/u, { thinksByDefault: false, systemInMessages: false }),
  familyOf(four, /^claude-(opus|sonnet)-4-6(?!\d)/u, { maxOutputTokens: 128_000 }),
  familyOf(budget, /^claude-(opus|sonnet|haiku)-4-5(?!\d)/u),
  familyOf(budget, /^claude-opus-4-1(?!\d)/u, { maxOutputTokens: 32_000 }),
  familyOf(budget, /^claude-opus-4(-0|-2\d{7}|$)/u, { maxOutputTokens: 32_000, schemaAnswers: false }),
  familyOf(budget, /^claude-(sonnet-4(-0|-2\d{7}|$)|3-7)/u, { schemaAnswers: false }),
  familyOf(four, /^claude-(instant|2|3)/u, {
    thinking: "none",
    efforts: [],
    prefill: true,
    schemaAnswers: false,
    maxOutputTokens: 4_096,
  }),
  familyOf(newest, /^/u),
];
