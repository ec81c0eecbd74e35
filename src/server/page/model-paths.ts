import { formatError } from "../../gateway/dialect/anthropic/error.ts";
import { toUpstreamError } from "../../gateway/fault.ts";
import type { ForeignPaths } from "../../rest/dispatch.ts";

/** OpenAI's other APIs, by the first segment behind the version, and what does the same here. */
const unserved: ReadonlyMap<string, string> = new Map([
  [
    "responses",
    "OpenAI's Responses API is not served: set the client to chat completions (POST /v1/chat/completions), or use POST /v1/messages",
  ],
  ["completions", "text completions are not served: send messages to POST /v1/chat/completions or POST /v1/messages"],
  [
    "embeddings",
    "embeddings are not served: ask the provider directly; to search memory by meaning, use POST /api/v1/memory/search",
  ],
]);

/**
 * The paths that clients of OpenAI and of Anthropic ask, whichever of the two it is: errors have what either reads, and
 * what REST says beside it.
 */
export const modelPaths: ForeignPaths = {
  prefix: "/v1/",
  served: "/v1/chat/completions, /v1/messages, /v1/messages/count_tokens, /v1/models and /v1/gateway/health",
  insteadOf: (path) => unserved.get(/^(?:\/v1)+\/(\w+)/u.exec(path)?.[1] ?? ""),
  errorBody(error, rest) {
    const { type, error: said } = formatError(toUpstreamError(error));
    const param = error.details[0]?.field ?? null;
    return { type, ...rest, error: { ...(said as object), param, code: error.code } };
  },
};
