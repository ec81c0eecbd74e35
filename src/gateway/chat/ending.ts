import type { ChatEvent, Finish, FinishReason } from "./event.ts";
import { upstreamError } from "./upstream-error.ts";

/** The last event of an answer. A model that failed, such as with a call that nobody can read, did not answer. */
export function endOf(finish: Finish): ChatEvent {
  if (finish.reason !== "error") return { type: "end", finish };
  const message = `the model stopped with an error${finish.raw === undefined ? "" : `: ${finish.raw}`}`;
  return { type: "error", error: upstreamError(502, "unavailable", { message, raw: finish.raw }) };
}

/**
 * What an answer stopped for follows from what is in it: some providers say `stop` after a call of a tool, and agents
 * that believe it never run the tool.
 */
export function settleReason(reason: FinishReason, calledTools: boolean): FinishReason {
  if (reason === "stop" && calledTools) return "tool_use";
  if (reason === "tool_use" && !calledTools) return "stop";
  return reason;
}
