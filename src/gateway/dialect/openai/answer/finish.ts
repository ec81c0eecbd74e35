import type { Finish, FinishReason } from "../../../chat/event.ts";

/** `finish_reason`. Beside OpenAI's own words: Mistral's, DeepSeek's, and those of servers of open models. */
export function readFinish(raw: string): Finish {
  return { reason: reasonOf(raw), raw };
}

function reasonOf(raw: string): FinishReason {
  switch (raw) {
    case "tool_calls":
    case "function_call":
      return "tool_use";
    case "length":
    case "model_length":
      return "length";
    case "content_filter":
      return "content_filter";
    case "error":
    case "insufficient_system_resource":
      return "error";
    default:
      return "stop";
  }
}

/** An answer that ended in an error has no `finish_reason`: it is sent as an error. */
export function formatFinish(reason: FinishReason, functionCalls = false): string {
  switch (reason) {
    case "tool_use":
      return functionCalls ? "function_call" : "tool_calls";
    case "length":
      return "length";
    case "content_filter":
      return "content_filter";
    case "stop":
    case "error":
      return "stop";
  }
}
