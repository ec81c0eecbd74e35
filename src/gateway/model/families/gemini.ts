import { familyOf, plain, type Family } from "./family.ts";

/**
 * Gemini. From ai.google.dev: "Thinking" (levels from 3 on, which cannot be turned off; budgets of 2.5 and their
 * ranges), the pages of the models (3.7 Flash and later refuse `minimal`; 4 Argon takes low, medium and high),
 * "Thought signatures" (from 3 on a call without one is refused). Penalties are not enabled for most models: they are
 * left out for all.
 */
const three = {
  ...plain,
  thinking: "level" as const,
  efforts: ["low", "medium", "high"] as const,
  thinksByDefault: true,
  signedCalls: true,
  documents: true,
  penalties: false,
  maxOutputTokens: 65_536,
};

const budget = { ...three, thinking: "budget" as const, efforts: [], signedCalls: false };
const minimal = { efforts: ["minimal", ...three.efforts] as const };

export const geminiFamilies: readonly Family[] = [
  familyOf(budget, /^gemini-2\.5-pro/u, { budget: { min: 128, max: 32_768 } }),
  familyOf(budget, /^gemini-2\.5/u, { budget: { min: 0, max: 24_576 } }),
  familyOf(three, /^gemini-[12](?!\d)/u, {
    thinking: "none",
    thinksByDefault: false,
    signedCalls: false,
    maxOutputTokens: 8_192,
  }),
  familyOf(three, /^gemini-3-pro/u, { efforts: ["low", "high"] }),
  familyOf(three, /^gemini-3(\.[0-6])?-flash/u, minimal),
  familyOf(three, /^/u),
];
