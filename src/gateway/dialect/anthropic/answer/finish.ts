import type { Finish, FinishReason } from "../../../chat/event.ts";

/** `stop_reason`, and the sequence that it stopped at. */
export function readFinish(raw: string, stopSequence?: string): Finish {
  return { reason: reasonOf(raw), raw, ...(stopSequence === undefined ? {} : { stopSequence }) };
}

function reasonOf(raw: string): FinishReason {
  switch (raw) {
    case "tool_use":
      return "tool_use";
    case "max_tokens":
    case "model_context_window_exceeded":
      return "length";
    case "refusal":
      return "content_filter";
    default:
      return "stop";
  }
}

/** An answer that ended in an error has no `stop_reason`: it is sent as an error. */
export function formatFinish(reason: FinishReason, { raw, stopSequence }: Finish): string {
  if (raw !== undefined && ofOneReason.has(raw) && reasonOf(raw) === reason) return raw;
  switch (reason) {
    case "tool_use":
      return "tool_use";
    case "length":
      return "max_tokens";
    case "content_filter":
      return "refusal";
    case "stop":
    case "error":
      return stopSequence === undefined ? "end_turn" : "stop_sequence";
  }
}

/** Anthropic's own words for what others tell less finely: kept where the answer is Anthropic's too. */
const ofOneReason = new Set(["pause_turn", "model_context_window_exceeded"]);
