import type { Cairn } from "../cairn.ts";
import { refused } from "../error.ts";
import { checkTimeout } from "../options.ts";

/** Options of a client with memory. */
export type MemoryOptions = {
  cairn: Cairn;
  /** Session in which the conversation is stored. */
  session_id: string;
  /** User whose memory it is. Default: `system`, whose memory everybody in the account shares. */
  user_id?: string | undefined;
  /** Label of the platform, stored with each message. */
  source?: string | undefined;
  /** Maximum number of memories shown with a question: 1 to 100. Default: 8. */
  limit?: number | undefined;
  /** Minimum score of memories shown: 0 to 1. Default: 0.26. */
  min_similarity?: number | undefined;
  /** Time a search may keep a question waiting, in milliseconds: 1 to 600,000. Default: 1000. */
  searchTimeoutMs?: number | undefined;
  /**
   * Time that storing may keep an answer waiting, and that one store may take, in milliseconds: 1 to 600,000. Answers to
   * one question are stored one after the other; those that wait for others are returned meanwhile. Default: 2000.
   */
  storeTimeoutMs?: number | undefined;
  /** Called when memory fails. The model is asked in any case. Default: `console.warn`. */
  onError?: ((error: unknown) => void) | undefined;
};

/** The options, with their defaults. */
export type MemorySettings = ReturnType<typeof memorySettingsOf>;

/** Throws a CairnError that names the option. */
export function memorySettingsOf(options: MemoryOptions) {
  const { cairn, session_id, user_id, source, limit = 8, min_similarity = 0.26 } = options;
  if (typeof session_id !== "string" || session_id.trim() === "") throw refused("session_id", "must not be blank");
  const { searchTimeoutMs = 1_000, storeTimeoutMs = 2_000 } = options;
  const { onError = (error) => console.warn("cairn: memory failed:", error) } = options;
  return {
    cairn,
    session_id,
    user_id,
    source,
    limit,
    min_similarity,
    searchTimeoutMs: checkTimeout(searchTimeoutMs, "searchTimeoutMs"),
    storeTimeoutMs: checkTimeout(storeTimeoutMs, "storeTimeoutMs"),
    onError,
  };
}
