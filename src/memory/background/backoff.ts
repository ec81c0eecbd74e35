/** After a failure the next try is `firstMs` away, which each further one doubles, up to `lastMs`. */
type Delays = { firstMs: number; lastMs: number };

/** How long to leave alone what fails, by key. */
export class Backoff {
  readonly #delays: Delays;
  readonly #failed = new Map<string, { delayMs: number; untilMs: number }>();

  constructor(delays: Delays = { firstMs: 500, lastMs: 30_000 }) {
    this.#delays = delays;
  }

  ready(key: string): boolean {
    return (this.#failed.get(key)?.untilMs ?? 0) <= performance.now();
  }

  /** Notes a failure; answers the delay before the next try. */
  fail(key: string): number {
    const before = this.#failed.get(key)?.delayMs;
    const { firstMs, lastMs } = this.#delays;
    const delayMs = before === undefined ? firstMs : Math.min(before * 2, lastMs);
    this.#failed.set(key, { delayMs, untilMs: performance.now() + delayMs });
    return delayMs;
  }

  clear(key: string): void {
    this.#failed.delete(key);
  }
}
