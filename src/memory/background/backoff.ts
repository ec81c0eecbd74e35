/** After a failure the next try is this long away, doubled by each further one up to the limit. */
const firstDelayMs = 500;
const lastDelayMs = 30_000;

/** How long to leave alone what fails, by key. */
export class Backoff {
  readonly #failed = new Map<string, { delayMs: number; untilMs: number }>();

  ready(key: string): boolean {
    return (this.#failed.get(key)?.untilMs ?? 0) <= Date.now();
  }

  /** Notes a failure; answers the delay before the next try. */
  fail(key: string): number {
    const before = this.#failed.get(key)?.delayMs;
    const delayMs = before === undefined ? firstDelayMs : Math.min(before * 2, lastDelayMs);
    this.#failed.set(key, { delayMs, untilMs: Date.now() + delayMs });
    return delayMs;
  }

  clear(key: string): void {
    this.#failed.delete(key);
  }
}
