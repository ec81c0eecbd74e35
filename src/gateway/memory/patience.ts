/** Thrown where memory took longer than it may. */
export class TooLate extends Error {
  override readonly name = "TooLate";
}

/** How long all that memory looks up for a request may take. It ends before that when the caller goes. */
export class Patience implements Disposable {
  /** Of `performance.now()`: when it ends, if the caller stays. */
  readonly endsAtMs: number;
  readonly #caller: AbortSignal;
  readonly #over = Promise.withResolvers<never>();
  readonly #timer: NodeJS.Timeout;
  /** Most requests search for nothing: a signal of their own would take longer than what they do. */
  #controller: AbortController | undefined;
  #reason: unknown;

  constructor(caller: AbortSignal, ms: number) {
    this.#caller = caller;
    this.endsAtMs = performance.now() + ms;
    this.#over.promise.catch(() => undefined); // who waits hears of it
    this.#timer = setTimeout(() => this.#end(new TooLate()), ms);
    if (caller.aborted) this.#end(caller.reason);
    else caller.addEventListener("abort", this.#onGone, { once: true });
  }

  /** Aborts when it ends. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    return this.#controller.signal;
  }

  /**
   * What work brings, unless patience ends before: then it goes on, and nobody waits for it. Errors: TooLate; the
   * caller's reason; what the work throws.
   */
  wait<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#over.promise]);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#caller.removeEventListener("abort", this.#onGone);
  }

  readonly #onGone = (): void => this.#end(this.#caller.reason);

  #end(reason: unknown): void {
    this[Symbol.dispose]();
    this.#reason = reason;
    this.#over.reject(reason);
    this.#controller?.abort(reason);
  }
}
