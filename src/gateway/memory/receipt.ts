import type { memoryHeaders } from "../../answer-headers.ts";
import type { GatewayUse } from "../../memory/entity/retrieval.ts";

/** Why a request was shown nothing new; `timeout`, `error` and `words_only` also why it may have been shown less than there is. */
export type SkipReason =
  /** `X-Cairn-Memory: off`, or a budget of nothing. */
  | "off"
  /** The turn only returns what tools gave. */
  | "tool_results"
  /** A request that a tool makes for itself: see RequestClass. */
  | "auxiliary"
  | "compaction"
  /** Sent before: it is shown what it was shown then. */
  | "retry"
  /** The user says nothing in it that could be searched for. */
  | "no_text"
  /** One or two words that ask nothing, such as "thanks" or "go on". */
  | "too_short"
  /** Nothing scored high enough. */
  | "nothing_relevant"
  /** What did is longer than the budget. */
  | "budget"
  /** Words alone were looked for: the embedder is down or was late. It may have been shown less than there is. */
  | "words_only"
  | "timeout"
  | "error";

/** What memory did for one request. */
export type MemoryReceipt = Omit<GatewayUse, "reason" | "replay" | "losses"> & {
  reason?: SkipReason;
  sessionId: string;
  retrievalId?: string;
  replay: "none" | "complete" | "incomplete" | "unknown";
};

/** The same for the receipt of the search, before anything is lost of the request. */
export function useOf({ sessionId: _session, retrievalId: _retrieval, ...use }: MemoryReceipt): GatewayUse {
  return { ...use, losses: [] };
}

/** All but the session, which is added once it is known whether it could be stored. */
type ReceiptHeader = Lowercase<Exclude<(typeof memoryHeaders)[number], "X-Cairn-Session">>;

/** What each header says of a receipt; those that say nothing are left out. */
const told: Readonly<Record<ReceiptHeader, (receipt: MemoryReceipt) => string | undefined>> = {
  "x-cairn-memory": ({ positions }) => (positions.length > 0 ? "applied" : "skipped"),
  "x-cairn-memory-reason": ({ reason }) => reason,
  "x-cairn-memory-items": ({ items }) => String(items),
  "x-cairn-memory-tokens": ({ tokens }) => String(tokens),
  "x-cairn-memory-rules": ({ rules }) => rules?.toString(),
  "x-cairn-memory-position": ({ positions }) => positions.join(", ") || undefined,
  "x-cairn-memory-omitted": ({ omitted }) => (omitted > 0 ? String(omitted) : undefined),
  "x-cairn-memory-replay": ({ replay }) => (replay === "none" ? undefined : replay),
  "x-cairn-memory-replayed": ({ replay, replayed }) => (replay === "none" ? undefined : String(replayed)),
  "x-cairn-memory-ms": ({ ms }) => ms.toFixed(1),
  "x-cairn-retrieval-id": ({ retrievalId }) => retrievalId,
};

/**
 * The receipt's headers before anything is stored; those of a request without new memory, or for which memory failed in
 * part, say why.
 */
export function receiptHeaders(receipt: MemoryReceipt): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, valueOf] of Object.entries(told)) {
    const value = valueOf(receipt);
    if (value !== undefined) headers[name] = value;
  }
  return headers;
}

/** Where the conversation is stored. Where the store has failed, that goes before every other reason. */
export function storedHeaders({ sessionId }: MemoryReceipt, isStored: boolean): Record<string, string> {
  if (!isStored) return { "x-cairn-memory-reason": "not_stored" };
  return sessionId === "" ? {} : { "x-cairn-session": encodeURIComponent(sessionId) };
}
