/**
 * The headers that answers have beside those of HTTP itself: what pages of other origins may read (CORS), what the API's
 * document describes, and what the gateway tells of memory all follow from these lists.
 */

/** Of every answer. */
export const commonHeaders = ["X-Request-Id", "X-RateLimit-Remaining", "X-RateLimit-Reset"] as const;

/** What memory did for a request to a model: docs/gateway-memory.md has them in full. */
export const memoryHeaders = [
  "X-Cairn-Memory",
  "X-Cairn-Memory-Reason",
  "X-Cairn-Memory-Items",
  "X-Cairn-Memory-Rules",
  "X-Cairn-Memory-Omitted",
  "X-Cairn-Memory-Tokens",
  "X-Cairn-Memory-Position",
  "X-Cairn-Memory-Replay",
  "X-Cairn-Memory-Replayed",
  "X-Cairn-Memory-Ms",
  "X-Cairn-Retrieval-Id",
  "X-Cairn-Session",
] as const;

/** Of a model's answer, whether it came or failed. */
export const modelHeaders = [...memoryHeaders, "X-Cairn-Model", "X-Cairn-Loss", "X-Cairn-Upstream-Request-Id"] as const;

/** Of some answers: those of Anthropic's dialect, refusals, directives, MCP. */
export const otherHeaders = [
  "Retry-After",
  "Request-Id",
  "X-Should-Retry",
  "X-Cairn-Unread",
  "Mcp-Session-Id",
] as const;
