import { AppError } from "../error.ts";

/** Counts the requests to models that each account has open in this process, and bounds them. */
export class OpenRequests {
  readonly #perAccount: number;
  readonly #open = new Map<string, number>();
  #onIdle: (() => void) | undefined;

  constructor(perAccount: number) {
    this.#perAccount = perAccount;
  }

  /**
   * Takes a place until it is disposed of: `using place = openRequests.enter(account)`. Disposing of it again changes nothing.
   * Errors: rate_limited, where the account has no place left.
   */
  enter(account: string): Disposable {
    const open = this.#open.get(account) ?? 0;
    if (open >= this.#perAccount) {
      const message = `this account already has ${open} requests to models open, which is the maximum`;
      throw new AppError("rate_limited", message, { retryAfterS: 1 });
    }
    this.#open.set(account, open + 1);
    let isHeld = true;
    return {
      [Symbol.dispose]: () => {
        if (isHeld) this.#leave(account);
        isHeld = false;
      },
    };
  }

  /** How many all accounts have open. */
  get total(): number {
    return [...this.#open.values()].reduce((sum, open) => sum + open, 0);
  }

  /** Waits until none is open, `timeoutMs` at most. Whether none is. */
  async idle(timeoutMs: number): Promise<boolean> {
    if (this.#open.size === 0) return true;
    const idle = Promise.withResolvers<void>();
    this.#onIdle = idle.resolve;
    const signal = AbortSignal.timeout(timeoutMs);
    signal.addEventListener("abort", () => idle.resolve(), { once: true });
    await idle.promise;
    return this.#open.size === 0;
  }

  #leave(account: string): void {
    const open = (this.#open.get(account) ?? 0) - 1;
    if (open > 0) this.#open.set(account, open);
    else this.#open.delete(account);
    if (this.#open.size === 0) this.#onIdle?.();
  }
}
