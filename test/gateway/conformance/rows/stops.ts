import { says, type Answering } from "../answers.ts";
import type { Caller, Upstream } from "../column.ts";
import type { Row } from "../row.ts";

/** How a text ends: the providers' words, or why one has none, and what callers of another dialect hear. */
function stop(
  name: string,
  words: Record<Upstream, string | { none: string }>,
  heard: Record<Caller, string>,
  more: Partial<Pick<Answering, "told">> & { stopSequence?: string } = {},
): Row {
  const { stopSequence, ...rest } = more;
  return says(name, {
    said: ({ upstream }) => {
      const word = words[upstream];
      if (typeof word !== "string") return word.none;
      return { parts: [{ text: "Well" }], finish: { [upstream]: word }, ...(stopSequence && { stopSequence }) };
    },
    heard: {
      openai: { content: "Well", finish_reason: heard.openai },
      anthropic: {
        content: [{ type: "text", text: "Well" }],
        stop_reason: heard.anthropic,
      },
    },
    ...rest,
  });
}

const onlyAnthropics = { none: "Only Anthropic's dialect has a word for it." };

export const stopRows: readonly Row[] = [
  stop(
    "It is complete",
    { openai: "stop", anthropic: "end_turn", gemini: "STOP" },
    { openai: "stop", anthropic: "end_turn" },
  ),
  stop(
    "It is as long as it may be",
    { openai: "length", anthropic: "max_tokens", gemini: "MAX_TOKENS" },
    { openai: "length", anthropic: "max_tokens" },
  ),
  stop(
    "It was stopped by a filter",
    { openai: "content_filter", anthropic: "refusal", gemini: "SAFETY" },
    { openai: "content_filter", anthropic: "refusal" },
  ),
  stop(
    "It met a stop sequence",
    {
      openai: { none: "In OpenAI's dialect that is a complete answer." },
      anthropic: "stop_sequence",
      gemini: { none: "In Gemini's dialect that is a complete answer." },
    },
    { openai: "stop", anthropic: "stop_sequence" },
    { stopSequence: "END" },
  ),
  stop(
    "The context is full",
    { openai: onlyAnthropics, anthropic: "model_context_window_exceeded", gemini: onlyAnthropics },
    { openai: "length", anthropic: "model_context_window_exceeded" },
  ),
  stop(
    "The provider paused it",
    { openai: onlyAnthropics, anthropic: "pause_turn", gemini: onlyAnthropics },
    { openai: "stop", anthropic: "pause_turn" },
  ),
  stop(
    "A word that nobody knows",
    { openai: "new_reason", anthropic: "new_reason", gemini: "NEW_REASON" },
    { openai: "stop", anthropic: "end_turn" },
  ),
];
