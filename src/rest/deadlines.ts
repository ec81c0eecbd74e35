type Waiting = { untilMs: number; tooLate: () => void };

/**
 * Work that must be done within one and the same time. All of it shares one timer: setting and clearing one for every
 * request was 3 % of what a small request costs.
 */
export class Deadlines {
  readonly #ms: number;
  /** In the order of their beginning, which is the order of their ends. */
  readonly #waiting = new Set<Waiting>();
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number) {
    this.#ms = ms;
  }

  /** Waits for `work`; once the time has passed, throws what `onLate` gives. */
  within<T>(work: Promise<T>, onLate: () => Error): Promise<T> {
    return new Promise((resolve, reject) => {
      const waiting = { untilMs: performance.now() + this.#ms, tooLate: () => reject(onLate()) };
      this.#waiting.add(waiting);
      if (this.#timer === undefined) this.#timer = this.#wakeIn(this.#ms);
      const settle =
        <V>(done: (value: V) => void) =>
        (value: V): void => {
          this.#waiting.delete(waiting);
          done(value);
        };
      work.then(settle(resolve), settle(reject));
    });
  }

  /** Whoever waits has a connection, which keeps the process alive; the timer outlives them, and must not. */
  #wakeIn(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#expire(), ms).unref();
  }

  #expire(): void {
    this.#timer = undefined;
    const nowMs = performance.now();
    for (const waiting of this.#waiting) {
      if (waiting.untilMs > nowMs) {
        this.#timer = this.#wakeIn(Math.ceil(waiting.untilMs - nowMs));
        return;
      }
      this.#waiting.delete(waiting);
      waiting.tooLate();
    }
  }
}
