/** Thrown where memory took longer than it may. */
export class DeadlinePassed extends Error {
  override readonly name = "DeadlinePassed";
}

/** When all that memory looks up for a request must be found. It passes sooner if the caller goes away. */
export class Deadline implements Disposable {
  /** Of `performance.now()`: when it passes, if the caller stays. */
  readonly atMs: number;
  readonly #caller: AbortSignal;
  readonly #passed = Promise.withResolvers<never>();
  readonly #timer: NodeJS.Timeout;
  /** Most requests search for nothing: a signal of their own would take longer than what they do. */
  #controller: AbortController | undefined;
  #reason: unknown;

  constructor(caller: AbortSignal, ms: number) {
    this.#caller = caller;
    this.atMs = performance.now() + ms;
    this.#passed.promise.catch(() => undefined); // whoever waits is told
    this.#timer = setTimeout(() => this.#pass(new DeadlinePassed()), ms);
    if (caller.aborted) this.#pass(caller.reason);
    else caller.addEventListener("abort", this.#onGone, { once: true });
  }

  /** Aborts when it passes. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    return this.#controller.signal;
  }

  /**
   * The result of work, unless the deadline passes before: then it goes on, and nobody waits for it. Errors:
   * DeadlinePassed; the caller's reason; what the work throws.
   */
  wait<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#passed.promise]);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#caller.removeEventListener("abort", this.#onGone);
  }

  readonly #onGone = (): void => this.#pass(this.#caller.reason);

  #pass(reason: unknown): void {
    this[Symbol.dispose]();
    this.#reason = reason;
    this.#passed.reject(reason);
    this.#controller?.abort(reason);
  }
}
