import type { Signature } from "./request.ts";

/**
 * An answer, as a stream of what happens in it, in no dialect. A whole answer is the same events at once. Between
 * `start` and `end`, parts come one after another: each begins with its `*_start`, and ends where the next begins. Only
 * `usage` may come at any time, also before `start`, where a provider says at once what was read.
 */
export type ChatEvent =
  | { type: "start"; id: string; model: string; createdAtS?: number }
  | { type: "text_start" }
  | { type: "text"; text: string }
  /** `from`: the provider, where the caller is not of its dialect. */
  | { type: "thinking_start"; from?: string }
  | { type: "thinking"; text: string }
  /** Of the thinking part that is open, and its last. Signed text is followed by an empty part of thinking with it. */
  | { type: "signature"; signature: Signature }
  | { type: "redacted_thinking"; data: string; by: Signature["by"] }
  | { type: "refusal_start" }
  | { type: "refusal"; text: string }
  | { type: "tool_start"; id: string; name: string; signature?: Signature }
  /** A piece of the JSON text of the open tool's input. */
  | { type: "tool_input"; json: string }
  /** Cumulative: a later one replaces what it names. */
  | { type: "usage"; usage: Usage }
  | { type: "end"; finish: Finish }
  /** Instead of `end`: the provider failed after it had begun. */
  | { type: "error"; error: UpstreamError };

/**
 * Tokens. `input` leaves out what was read from or written to a cache; `output` includes what was thought. The sum of
 * `input`, `cacheRead` and `cacheWrite` is what OpenAI calls `prompt_tokens`.
 */
export type Usage = {
  input: number;
  output: number;
  cacheRead?: number;
  cacheWrite?: number;
  /** What of `cacheWrite` is kept for an hour: it costs more. */
  cacheWrite1h?: number;
  reasoning?: number;
  /** What of these counts was read and written to compact the conversation: each is priced by its own prompt. */
  compactions?: Usage[];
};

/** A small closed union; `raw` is the provider's own word, kept beside it. */
export type Finish = { reason: FinishReason; raw?: string; stopSequence?: string };
export type FinishReason = "stop" | "tool_use" | "length" | "content_filter" | "error";

/** What a provider answered instead of a model's answer. */
export type UpstreamError = {
  status: number;
  /** The kind in our closed list; each dialect has a word of its own for it. */
  kind: ErrorKind;
  message: string;
  /** The provider's own code or type, where it said one. */
  raw?: string;
  /** The member that was at fault, where it is known. */
  param?: string;
  /** Where reading the answer failed here: for the log, and no caller. */
  cause?: unknown;
};

export type ErrorKind =
  | "invalid_request"
  | "authentication"
  | "permission"
  | "not_found"
  | "too_large"
  | "rate_limit"
  | "overloaded"
  | "timeout"
  | "unavailable"
  | "internal";
