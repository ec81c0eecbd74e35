import type { Capabilities } from "../../chat/capabilities.ts";

/** Models whose names begin alike and that take the same. */
export type Family = {
  name: RegExp;
  /** Wherever they run. */
  takes: Capabilities;
};

/** Families as they differ from one of theirs. */
export function familyOf(base: Capabilities, name: RegExp, differs: Partial<Capabilities> = {}): Family {
  return { name, takes: { ...base, ...differs } };
}

/** What nobody refuses, of whoever speaks OpenAI's dialect: the ground that all tables build on. */
export const plain: Capabilities = {
  systemInMessages: false,
  developerRole: false,
  sampling: true,
  thinking: "none",
  efforts: [],
  thinksByDefault: false,
  budget: { min: 1_024, max: 32_000 },
  forcedTools: true,
  forcedToolsWithThinking: true,
  toolsOnlyWithoutThinking: false,
  prefill: true,
  prefixMark: false,
  turnsAfterTools: true,
  assistantParts: true,
  signedCalls: false,
  images: true,
  documents: false,
  schemaAnswers: true,
  penalties: true,
  stop: true,
  cacheBreaks: false,
  seed: "seed",
  endUser: true,
  streamOptions: true,
  toolIds: "any",
  toolNameChars: 64,
  maxCompletionTokens: false,
  replaysReasoning: false,
  maxOutputTokens: Number.MAX_SAFE_INTEGER,
};
