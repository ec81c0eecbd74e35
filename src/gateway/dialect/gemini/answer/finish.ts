import type { Finish, FinishReason } from "../../../chat/event.ts";

/** `finishReason`. Gemini says `STOP` after calls of tools too. */
export function readFinish(raw: string, calledTools: boolean): Finish {
  const reason = reasonOf(raw);
  return { reason: reason === "stop" && calledTools ? "tool_use" : reason, raw };
}

function reasonOf(raw: string): FinishReason {
  switch (raw) {
    case "MAX_TOKENS":
      return "length";
    case "SAFETY":
    case "RECITATION":
    case "LANGUAGE":
    case "BLOCKLIST":
    case "PROHIBITED_CONTENT":
    case "SPII":
    case "IMAGE_SAFETY":
    case "IMAGE_PROHIBITED_CONTENT":
    case "IMAGE_RECITATION":
    // "Unknown reason" in Google's words: the answer is not whole, and nothing says that asking again helps.
    case "OTHER":
    case "IMAGE_OTHER":
      return "content_filter";
    case "MALFORMED_FUNCTION_CALL":
    case "UNEXPECTED_TOOL_CALL":
    case "TOO_MANY_TOOL_CALLS":
    case "MISSING_THOUGHT_SIGNATURE":
    case "MALFORMED_RESPONSE":
      return "error";
    default:
      return "stop";
  }
}
