import { formatError } from "../../gateway/dialect/anthropic/error.ts";
import { toUpstreamError } from "../../gateway/fault.ts";
import type { ForeignPaths } from "../../rest/dispatch.ts";

/**
 * The paths that clients of OpenAI and of Anthropic ask, whichever of the two it is: errors have what either reads, and
 * what REST says beside it.
 */
export const modelPaths: ForeignPaths = {
  prefix: "/v1/",
  served:
    "/v1/chat/completions, /v1/messages, /v1/messages/count_tokens, /v1/models and /v1/gateway/health; " +
    "neither OpenAI's Responses API nor embeddings are served",
  errorBody(error, rest) {
    const { type, error: said } = formatError(toUpstreamError(error));
    const param = error.details[0]?.field ?? null;
    return { type, ...rest, error: { ...(said as object), param, code: error.code } };
  },
};
