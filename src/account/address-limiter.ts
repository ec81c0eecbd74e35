import type { LimitAnswer, LimitLeft } from "./limiter.ts";
import { networkOf } from "./network.ts";
import { isCurrent, startOf, windowMs } from "./window.ts";

type Count = { startsAtMs: number; used: number };

/** Limits callers without a good key by their address, in this process's memory. */
export class AddressLimiter {
  readonly #perMinute: number;
  readonly #addressesMax: number;
  /** Least recently seen first. */
  readonly #counts = new Map<string, Count>();

  /** `addressesMax`: so many are remembered; of more, those that were seen last. */
  constructor(perMinute: number, addressesMax = 50_000) {
    this.#perMinute = perMinute;
    this.#addressesMax = addressesMax;
  }

  /** Counts a request of an address, if it is allowed. Those of one IPv6 network count together. */
  take(address: string, nowMs: number): LimitAnswer {
    const key = networkOf(address);
    const count = this.#countOf(key, nowMs);
    this.#counts.delete(key);
    this.#counts.set(key, count);
    this.#forget(startOf("minute", nowMs));
    const allowed = count.used < this.#perMinute;
    if (allowed) count.used++;
    const { remaining, resetEpochS } = this.#leftOf(count);
    const retryAfterS = allowed ? 0 : Math.max(1, Math.ceil(resetEpochS - nowMs / 1_000));
    return { allowed, remaining, resetEpochS, retryAfterS };
  }

  /** What an address has left; counts nothing. */
  look(address: string, nowMs: number): LimitLeft {
    return this.#leftOf(this.#countOf(networkOf(address), nowMs));
  }

  #countOf(key: string, nowMs: number): Count {
    const known = this.#counts.get(key);
    if (known && isCurrent("minute", known.startsAtMs, nowMs)) return known;
    return { startsAtMs: startOf("minute", nowMs), used: 0 };
  }

  #leftOf({ startsAtMs, used }: Count): LimitLeft {
    return { remaining: this.#perMinute - used, resetEpochS: (startsAtMs + windowMs.minute) / 1_000 };
  }

  #forget(startsAtMs: number): void {
    for (const [key, count] of this.#counts) {
      if (count.startsAtMs >= startsAtMs && this.#counts.size <= this.#addressesMax) return;
      this.#counts.delete(key);
    }
  }
}
