import { Backoff } from "./backoff.ts";

export type BackgroundWorkerOptions = {
  /** Between the end of a pass and the next, where nothing wakes it. Each worker has its own. */
  intervalMs?: number;
  /** Told of what will be tried again; of which account, where it is one's. */
  onError?: (error: unknown, account?: string) => void;
};

/** Makes a pass again and again, never two at a time: at an interval, at once after `wake`, later after failures. */
export abstract class BackgroundWorker {
  protected readonly onError: (error: unknown, account?: string) => void;
  readonly #intervalMs: number;
  readonly #backoff = new Backoff();
  #abort = new AbortController();
  #running: Promise<void> | undefined;
  #woken = false;
  #rouse: (() => void) | undefined;

  constructor(usualMs: number, { intervalMs = usualMs, onError = () => undefined }: BackgroundWorkerOptions) {
    this.#intervalMs = intervalMs;
    this.onError = onError;
  }

  /** Does what there is to do. Once the signal is aborted it ends soon, and gives back what it had claimed. */
  protected abstract pass(signal: AbortSignal): Promise<void>;

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
        await this.pass(signal);
        this.#backoff.clear("pass");
      } catch (error) {
        if (signal.aborted) return;
        this.onError(error);
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
