import type { HeaderFields } from "../../call.ts";
import { retryAfterMs } from "../../retry-after.ts";
import { neverArrived } from "./failure.ts";

/** How often one request is tried again; clients try again on top of that. */
const retriesMax = 2;
const backoffMs = 500;
/** A longer wait is left to the caller, who may know better what to do with the time. */
const waitMsMax = 5_000;
/** Nothing is tried later than this after the first try. */
const withinMs = 10_000;

/** Too many requests, unavailable, overloaded: nobody has worked on it. Other 5xx errors may have been charged for. */
export const refusals = [429, 503, 529];

export type Tried<Answer extends Head = Head> = { answer: Answer } | { error: unknown };
export type Head = { status: number; headers: HeaderFields };

/** Decides on further tries of one request. */
export class Retries {
  readonly #sinceMs = performance.now();
  readonly #isClients: boolean;
  #done = 0;

  /** `headers`: the caller's. The official clients count their own retries in one of them: then we add none. */
  constructor(headers: HeaderFields) {
    this.#isClients = Number(headers["x-stainless-retry-count"] ?? 0) > 0;
  }

  /** How long to wait until the next try; `undefined` where there is none. */
  next(tried: Tried): number | undefined {
    if (this.#done === retriesMax || !this.#isWorthIt(tried)) return undefined;
    const pauseMs = Math.random() * backoffMs * 2 ** this.#done;
    const waitMs = ("answer" in tried ? retryAfterMs(tried.answer.headers) : undefined) ?? pauseMs;
    const elapsedMs = performance.now() - this.#sinceMs;
    if (waitMs > waitMsMax || elapsedMs + waitMs > withinMs) return undefined;
    this.#done++;
    return waitMs;
  }

  #isWorthIt(tried: Tried): boolean {
    if (!("answer" in tried)) return neverArrived(tried.error);
    return !this.#isClients && isRetryable(tried.answer);
  }
}

/** The provider's own word goes before ours. */
function isRetryable({ status, headers }: Head): boolean {
  switch (headers["x-should-retry"]) {
    case "true":
      return status >= 400;
    case "false":
      return false;
    default:
      return refusals.includes(status);
  }
}
