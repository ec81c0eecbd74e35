import type { AppError } from "../error.ts";
import type { Keys } from "./keys.ts";

/** What goes on for a key: `signal` aborts for the reason that ended the key. Dispose of it when it is over. */
export type Watched = Disposable & { signal: AbortSignal };

/** Ends what goes on for a key soon after the key has ended, by whichever process: at the next of its regular looks. */
export class KeyWatch {
  readonly #keys: Pick<Keys, "ended">;
  readonly #everyMs: number;
  /** By the id of a key. */
  readonly #watched = new Map<string, Set<AbortController>>();
  #isLooking = false;

  constructor(keys: Pick<Keys, "ended">, everyMs = 2_000) {
    this.#keys = keys;
    this.#everyMs = everyMs;
  }

  watch(key: string): Watched {
    const controller = new AbortController();
    const own = this.#watched.get(key) ?? new Set();
    this.#watched.set(key, own.add(controller));
    if (!this.#isLooking) this.#lookLater();
    const leave = () => {
      own.delete(controller);
      if (own.size === 0 && this.#watched.get(key) === own) this.#watched.delete(key);
    };
    return { signal: controller.signal, [Symbol.dispose]: leave };
  }

  async #look(): Promise<void> {
    const keys = [...this.#watched.keys()];
    for (const key of keys) this.#end(key, await this.#endOf(key));
    this.#isLooking = false;
    if (this.#watched.size > 0) this.#lookLater();
  }

  #lookLater(): void {
    this.#isLooking = true;
    setTimeout(() => void this.#look(), this.#everyMs).unref();
  }

  /** A key that cannot be read now is good until the next look. */
  async #endOf(key: string): Promise<AppError | undefined> {
    try {
      return await this.#keys.ended(key, Date.now());
    } catch {
      return undefined;
    }
  }

  #end(key: string, reason: AppError | undefined): void {
    if (reason === undefined) return;
    for (const controller of this.#watched.get(key) ?? []) controller.abort(reason);
  }
}
