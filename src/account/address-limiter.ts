import type { LimitAnswer } from "./limiter.ts";
import { networkOf } from "./network.ts";
import { windowMs } from "./window.ts";

type Count = { startsAtMs: number; used: number };

/** Limits callers without a good key by their address, in this process's memory. */
export class AddressLimiter {
  readonly #perMinute: number;
  readonly #maxAddresses: number;
  /** Least recently seen first. */
  readonly #counts = new Map<string, Count>();

  constructor(perMinute: number, maxAddresses = 50_000) {
    this.#perMinute = perMinute;
    this.#maxAddresses = maxAddresses;
  }

  take(address: string, nowMs: number): LimitAnswer {
    const key = networkOf(address);
    const startsAtMs = nowMs - (nowMs % windowMs.minute);
    const known = this.#counts.get(key);
    const count = known && known.startsAtMs >= startsAtMs ? known : { startsAtMs, used: 0 };
    this.#counts.delete(key);
    this.#counts.set(key, count);
    this.#forget(startsAtMs);
    const allowed = count.used < this.#perMinute;
    if (allowed) count.used++;
    const renewsAtMs = count.startsAtMs + windowMs.minute;
    return {
      allowed,
      remaining: this.#perMinute - count.used,
      resetEpochS: renewsAtMs / 1_000,
      retryAfterS: allowed ? 0 : Math.max(1, Math.ceil((renewsAtMs - nowMs) / 1_000)),
    };
  }

  #forget(startsAtMs: number): void {
    for (const [key, count] of this.#counts) {
      if (count.startsAtMs >= startsAtMs && this.#counts.size <= this.#maxAddresses) return;
      this.#counts.delete(key);
    }
  }
}
