import type { LimitAnswer, LimitLeft } from "./limiter.ts";
import { MinuteLimiter } from "./minute-limiter.ts";
import { networkOf } from "./network.ts";

/** Limits callers without a good key by their address. Those of one IPv6 network count together. */
export class AddressLimiter {
  readonly #networks: MinuteLimiter;

  constructor(perMinute: number, networksMax?: number) {
    this.#networks = new MinuteLimiter(perMinute, networksMax);
  }

  /** Counts a request of an address, if it is allowed. */
  take(address: string, nowMs: number): LimitAnswer {
    return this.#networks.take(networkOf(address), nowMs);
  }

  /** What an address has left; counts nothing. */
  look(address: string, nowMs: number): LimitLeft {
    return this.#networks.look(networkOf(address), nowMs);
  }
}
