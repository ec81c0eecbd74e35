import { CairnError } from "./error.ts";

/** How long a call may go on: until its time is over, or its caller takes it back. To be closed. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #timeoutMs: number;
  readonly #endsAtMs: number;
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #outer: AbortSignal | undefined;

  constructor(timeoutMs: number, outer: AbortSignal | undefined) {
    outer?.throwIfAborted();
    this.#timeoutMs = timeoutMs;
    this.#endsAtMs = performance.now() + timeoutMs;
    this.#timer = setTimeout(() => this.#controller.abort(this.#timeout()), timeoutMs);
    this.#outer = outer;
    outer?.addEventListener("abort", this.#takenBack);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether there is more time than this. */
  allows(ms: number): boolean {
    return performance.now() + ms < this.#endsAtMs;
  }

  /** Fails with the reason where the call ends meanwhile. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const { signal } = this;
      const timer = setTimeout(done, ms);
      signal.addEventListener("abort", done);
      function done() {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        if (signal.aborted) reject(signal.reason);
        else resolve();
      }
    });
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener("abort", this.#takenBack);
  }

  readonly #takenBack = (): void => this.#controller.abort(this.#outer?.reason);

  #timeout(): CairnError {
    return new CairnError({ code: "deadline_exceeded", reason: `no answer within ${this.#timeoutMs} ms (timeoutMs)` });
  }
}
