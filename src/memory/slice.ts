import { setImmediate as turn } from "node:timers/promises";

/** Long work in slices: where one is over, `await slice.renew()` lets the event loop turn, and begins the next. */
export class Slice {
  readonly #ms: number;
  #endsAtMs: number;

  constructor(ms: number) {
    this.#ms = ms;
    this.#endsAtMs = performance.now() + ms;
  }

  get isOver(): boolean {
    return performance.now() > this.#endsAtMs;
  }

  async renew(): Promise<void> {
    await turn();
    this.#endsAtMs = performance.now() + this.#ms;
  }
}
