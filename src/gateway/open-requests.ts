import type { Account, Key } from "../account/account.ts";
import { boundUserOf } from "../account/bound-user.ts";
import { AppError } from "../error.ts";

/** So many users with keys of their own can have all the places that they may: the others are for others. */
const usersMin = 10;
/** A user has so many even of few: a program may ask several models at once. */
const perUserMin = 8;

/** Counts the requests to models that each account and each user with a key has open in this process, and bounds them. */
export class OpenRequests {
  readonly #perAccount: number;
  readonly #perUser: number;
  readonly #open = new Map<string, number>();
  readonly #ofUsers = new Map<string, number>();
  #onIdle: (() => void) | undefined;

  constructor(perAccount: number) {
    this.#perAccount = perAccount;
    this.#perUser = Math.min(perAccount, Math.max(perUserMin, Math.ceil(perAccount / usersMin)));
  }

  /**
   * Takes a place until it is disposed of: `using place = openRequests.enter(caller)`. Disposing of it again changes nothing.
   * Errors: rate_limited, where the account has no place left, or the user that the key is bound to.
   */
  enter({ account, key }: { account: Pick<Account, "id">; key: Pick<Key, "user"> }): Disposable {
    const user = boundUserOf(account, key);
    const refuse = (who: string, open: number) => {
      const message = `this ${who} already has ${open} requests to models open, which is the maximum`;
      return new AppError("rate_limited", message, { retryAfterS: 1 });
    };
    const ofAccount = this.#open.get(account.id) ?? 0;
    if (ofAccount >= this.#perAccount) throw refuse("account", ofAccount);
    const ofUser = user === undefined ? 0 : (this.#ofUsers.get(user) ?? 0);
    if (ofUser >= this.#perUser) throw refuse("user", ofUser);
    add(this.#open, account.id, 1);
    if (user !== undefined) add(this.#ofUsers, user, 1);
    let isHeld = true;
    return {
      [Symbol.dispose]: () => {
        if (isHeld) this.#leave(account.id, user);
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

  #leave(account: string, user: string | undefined): void {
    if (user !== undefined) add(this.#ofUsers, user, -1);
    add(this.#open, account, -1);
    if (this.#open.size === 0) this.#onIdle?.();
  }
}

/** Whoever has none open is not in the map. */
function add(counts: Map<string, number>, who: string, change: number): void {
  const count = (counts.get(who) ?? 0) + change;
  if (count > 0) counts.set(who, count);
  else counts.delete(who);
}
