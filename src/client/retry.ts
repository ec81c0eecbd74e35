import type { CairnError } from "./error.ts";
import type { Operation } from "./operation.ts";

const firstMs = 500;
const longestMs = 8_000;

/** How long to wait before a call is sent again; undefined where that would be wrong or useless. `tries` is from 1. */
export function pauseMs(error: CairnError, { repeat }: Operation, tries: number): number | undefined {
  if (!isPassing(error, repeat)) return undefined;
  const backoffMs = Math.min(longestMs, firstMs * 2 ** (tries - 1));
  // Never before the time that the server says; and not all clients at once.
  return (error.retryAfterMs ?? backoffMs / 2) + (Math.random() * backoffMs) / 2;
}

/** A request that was not counted or not taken, or whose answer was lost where its idempotency key keeps it from being done twice. */
function isPassing({ status, retryAfterMs }: CairnError, repeat: Operation["repeat"]): boolean {
  switch (status) {
    case 429:
      return true;
    case 503:
    case undefined:
      return repeat !== "never";
    case 409: // the same key is in flight: an earlier try of ours
      return repeat === "keyed" && retryAfterMs !== undefined;
    default:
      return false;
  }
}
