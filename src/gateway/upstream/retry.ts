import type { HeaderFields } from "../../call.ts";
import { retryAfterMs } from "../../retry-after.ts";
import { neverArrived } from "./failure.ts";

/** Further tries of one request; clients have their own behind them. */
const retriesMax = 2;
const backoffMs = 500;
/** A longer wait is the caller's, who knows what else to do with the time. */
const waitMsMax = 5_000;
/** No try begins later than this behind the first. */
const withinMs = 10_000;

/** What nobody has worked on: too many requests, unavailable, overloaded. Other errors of 5xx may have been charged for. */
export const refusals = [429, 503, 529];

/** How one try went. */
export type Tried<Answer extends Head = Head> = { answer: Answer } | { error: unknown };
type Head = { status: number; headers: HeaderFields };

/** Decides on further tries of one request. */
export class Retries {
  readonly #sinceMs = performance.now();
  readonly #isClients: boolean;
  #done = 0;

  /** `headers`: the caller's. The official clients count their own retries in one: behind those there are none of ours. */
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
