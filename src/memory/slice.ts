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

/** Does all of a work; others have their turn where it yields, once a slice is over. */
export async function inTurns<Result>(work: Generator<undefined, Result>, sliceMs: number): Promise<Result> {
  const slice = new Slice(sliceMs);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (slice.isOver) await slice.renew();
  }
}
