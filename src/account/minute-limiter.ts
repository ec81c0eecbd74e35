import type { LimitAnswer, LimitLeft } from "./limiter.ts";
import { isCurrent, startOf, windowMs } from "./window.ts";

type Count = { startsAtMs: number; used: number };

/** So many requests in a UTC minute for whoever is counted, in this process's memory. */
export class MinuteLimiter {
  readonly #perMinute: number;
  readonly #countsMax: number;
  /** Least recently seen first. */
  readonly #counts = new Map<string, Count>();

  /** `countsMax`: so many are remembered; of more, those that were seen last. */
  constructor(perMinute: number, countsMax = 50_000) {
    this.#perMinute = perMinute;
    this.#countsMax = countsMax;
  }

  /** Counts a request of `weight`, if it is allowed. */
  take(who: string, nowMs: number, weight = 1): LimitAnswer {
    const count = this.#countOf(who, nowMs);
    this.#counts.delete(who);
    this.#counts.set(who, count);
    this.#forget(startOf("minute", nowMs));
    const allowed = count.used + weight <= this.#perMinute;
    if (allowed) count.used += weight;
    const { remaining, resetEpochS } = this.#leftOf(count);
    const retryAfterS = allowed ? 0 : Math.max(1, Math.ceil(resetEpochS - nowMs / 1_000));
    return { allowed, remaining, resetEpochS, retryAfterS };
  }

  /** Takes back what was counted at `nowMs`, unless the minute is over. */
  giveBack(who: string, nowMs: number, weight: number): void {
    const count = this.#counts.get(who);
    if (count?.startsAtMs === startOf("minute", nowMs)) count.used = Math.max(0, count.used - weight);
  }

  /** What is left; counts nothing. */
  look(who: string, nowMs: number): LimitLeft {
    return this.#leftOf(this.#countOf(who, nowMs));
  }

  #countOf(who: string, nowMs: number): Count {
    const known = this.#counts.get(who);
    if (known && isCurrent("minute", known.startsAtMs, nowMs)) return known;
    return { startsAtMs: startOf("minute", nowMs), used: 0 };
  }

  #leftOf({ startsAtMs, used }: Count): LimitLeft {
    return { remaining: this.#perMinute - used, resetEpochS: (startsAtMs + windowMs.minute) / 1_000 };
  }

  #forget(startsAtMs: number): void {
    for (const [who, count] of this.#counts) {
      if (count.startsAtMs >= startsAtMs && this.#counts.size <= this.#countsMax) return;
      this.#counts.delete(who);
    }
  }
}
