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

/** Runs a pass again and again, never two at a time: at an interval, at once after `wake`, later after failures. */
export class Background {
  readonly #pass: (signal: AbortSignal) => Promise<void>;
  readonly #intervalMs: number;
  readonly #onError: (error: unknown) => void;
  readonly #backoff = new Backoff();
  #abort = new AbortController();
  #running: Promise<void> | undefined;
  #woken = false;
  #rouse: (() => void) | undefined;

  constructor(
    pass: (signal: AbortSignal) => Promise<void>,
    options: { intervalMs: number; onError: (error: unknown) => void },
  ) {
    this.#pass = pass;
    this.#intervalMs = options.intervalMs;
    this.#onError = options.onError;
  }

  start(): void {
    if (this.#running) return;
    this.#abort = new AbortController();
    this.#running = this.#loop(this.#abort.signal);
  }

  /**
   * There is something to do: no need to wait for the interval. A pass under way is followed by another. It begins in the
   * next turn of the event loop: whoever wakes it has an answer to give first.
   */
  wake(): void {
    if (!this.#woken && this.#rouse) setImmediate(() => this.#rouse?.());
    this.#woken = true;
  }

  /** Ends when the pass under way has ended; its signal is aborted. */
  async stop(): Promise<void> {
    this.#abort.abort();
    this.#rouse?.();
    await this.#running;
    this.#running = undefined;
  }

  async #loop(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#woken = false;
      let pauseMs = this.#intervalMs;
      try {
        await this.#pass(signal);
        this.#backoff.clear("pass");
      } catch (error) {
        if (signal.aborted) return;
        this.#onError(error);
        pauseMs = Math.max(pauseMs, this.#backoff.fail("pass"));
        // What woke it fails for now: a flood of writes must not become a flood of tries.
        this.#woken = false;
        await this.#sleep(pauseMs, signal, false);
        continue;
      }
      if (!this.#woken) await this.#sleep(pauseMs, signal, true);
    }
  }

  #sleep(ms: number, signal: AbortSignal, wakes: boolean): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#rouse = undefined;
        resolve();
      };
      const timer = setTimeout(done, ms);
      // The process may end while nothing is done.
      timer.unref();
      this.#rouse = () => {
        if (wakes || signal.aborted) done();
      };
      if (signal.aborted) done();
    });
  }
}
