import type { GatewayUse } from "../../memory/retrieval.ts";

/** Why a request was shown nothing new; `timeout` and `error` also why it may have been shown less than there is. */
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

/**
 * The receipt's headers before anything is stored; those of a request without new memory, or for which memory failed in
 * part, say why.
 */
export function receiptHeaders(receipt: MemoryReceipt): Record<string, string> {
  const { reason, retrievalId, positions, replay } = receipt;
  return {
    "x-cairn-memory": positions.length > 0 ? "applied" : "skipped",
    ...(reason !== undefined && { "x-cairn-memory-reason": reason }),
    "x-cairn-memory-items": String(receipt.items),
    "x-cairn-memory-tokens": String(receipt.tokens),
    ...(receipt.rules !== undefined && { "x-cairn-memory-rules": String(receipt.rules) }),
    ...(positions.length > 0 && { "x-cairn-memory-position": positions.join(", ") }),
    ...(receipt.omitted > 0 && { "x-cairn-memory-omitted": String(receipt.omitted) }),
    ...(replay !== "none" && { "x-cairn-memory-replay": replay, "x-cairn-memory-replayed": String(receipt.replayed) }),
    "x-cairn-memory-ms": receipt.ms.toFixed(1),
    ...(retrievalId !== undefined && { "x-cairn-retrieval-id": retrievalId }),
  };
}

/** Where the conversation is stored. Where the store has failed, that goes before every other reason. */
export function storedHeaders({ sessionId }: MemoryReceipt, isStored: boolean): Record<string, string> {
  if (!isStored) return { "x-cairn-memory-reason": "not_stored" };
  return sessionId === "" ? {} : { "x-cairn-session": encodeURIComponent(sessionId) };
}
