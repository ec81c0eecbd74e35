import type { Effort } from "./request.ts";

/**
 * What the models of a family take, so that a request says only what they understand. Unknown models get what is safe:
 * see `families.ts`.
 */
export type Capabilities = {
  /** Whether `role: "system"` may stand among the messages (Anthropic), after a user's turn. */
  systemInMessages: boolean;
  /** `developer` in place of `system` (OpenAI). */
  developerRole: boolean;
  /** Whether temperature, top_p and top_k are taken at all. */
  sampling: boolean;
  /** How thinking is asked for; `switch` is `effort`, and `thinking: {type: "disabled"}` to turn it off (DeepSeek). */
  thinking: "none" | "budget" | "effort" | "switch" | "adaptive" | "level";
  /** The efforts it takes, in any order; `none` where thinking can be turned off. Empty where it takes no word of it. */
  efforts: readonly (Effort | "none")[];
  /** Whether it thinks when nothing is said. */
  thinksByDefault: boolean;
  /** The least and the most tokens of a thinking budget. */
  budget: { min: number; max: number };
  /** Whether a tool can be forced (`any`, or by name). */
  forcedTools: boolean;
  /** Whether a tool can be forced while it thinks (Anthropic). */
  forcedToolsWithThinking: boolean;
  /** Whether its calls need thinking turned off (OpenAI, on this endpoint). */
  toolsOnlyWithoutThinking: boolean;
  /** Whether a last turn that is the assistant's is continued; others refuse it (Anthropic) or answer anew (OpenAI). */
  prefill: boolean;
  /** Whether such a turn must be marked by `prefix: true`, and is said again by the answer (Mistral). */
  prefixMark: boolean;
  /** Whether anybody but the assistant may speak directly after a tool's result (OpenAI). */
  turnsAfterTools: boolean;
  /** Whether an assistant's content may be parts, and not only one text (OpenAI). */
  assistantParts: boolean;
  /** Whether a call is refused that lacks the thought signature it was made with (Gemini). */
  signedCalls: boolean;
  images: boolean;
  documents: boolean;
  /** Whether an answer can be held to a schema. */
  schemaAnswers: boolean;
  /** Whether frequency_penalty and presence_penalty are taken. */
  penalties: boolean;
  /** Whether stop sequences are taken. */
  stop: boolean;
  /** Whether cache breakpoints can be set. */
  cacheBreaks: boolean;
  /** The member that takes the seed, if any (OpenAI). */
  seed: "seed" | "random_seed" | undefined;
  /** Whether the caller's user may be named in `user` (OpenAI). */
  endUser: boolean;
  /** Whether `stream_options` is taken (OpenAI); where it is not, a stream says its usage anyway. */
  streamOptions: boolean;
  /** What a call's id must look like; others are replaced by one that does. */
  toolIds: "any" | "short" | "word" | "nine";
  /** The most characters of a tool's name; longer ones are replaced. */
  toolNameChars: number;
  /** `max_completion_tokens` rather than `max_tokens` (OpenAI). */
  maxCompletionTokens: boolean;
  /** Whether `reasoning_content` of earlier turns is to be sent back (DeepSeek). */
  replaysReasoning: boolean;
  /** The default where the dialect demands a bound, and the highest it takes. */
  maxOutputTokens: number;
};
