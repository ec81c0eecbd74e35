import type { Account, Key } from "./account.ts";
import { boundUserOf } from "./bound-user.ts";
import type { Limiter, LimitAnswer, LimitLeft } from "./limiter.ts";
import { MinuteLimiter } from "./minute-limiter.ts";

type Who = { account: Pick<Account, "id" | "plan">; key: Pick<Key, "user"> };

/** An answer, and whose bound refuses where one does. */
export type CallerAnswer = LimitAnswer & { refusedBy?: "user" | "plan" };

/** What a request is counted against: its account's plan and, where its key is bound to a user, before that the user. */
export class CallerLimiter {
  readonly #plans: Pick<Limiter, "take" | "look">;
  readonly #users: MinuteLimiter | undefined;

  /** `userPerMinute`: what all keys that are bound to one user may ask for together; without it, as much as the plan. */
  constructor(plans: Pick<Limiter, "take" | "look">, userPerMinute: number | undefined) {
    this.#plans = plans;
    this.#users = userPerMinute === undefined ? undefined : new MinuteLimiter(userPerMinute);
  }

  /** What is refused takes nothing: neither from the plan, which others share, nor from the user. Errors: as `Limiter.take`. */
  async take({ account, key }: Who, nowMs: number, weight = 1): Promise<CallerAnswer> {
    const user = boundUserOf(account, key);
    const own = user === undefined ? undefined : this.#users?.take(user, nowMs, weight);
    if (own?.allowed === false) return { ...own, refusedBy: "user" };
    let isAllowed = false;
    try {
      const answer = await this.#plans.take(account, nowMs, weight);
      isAllowed = answer.allowed;
      return isAllowed ? { ...answer, ...scarcer(answer, own) } : { ...answer, refusedBy: "plan" };
    } finally {
      if (user !== undefined && !isAllowed) this.#users?.giveBack(user, nowMs, weight);
    }
  }

  /** What is left as far as this process knows; counts nothing. */
  look({ account, key }: Who, nowMs: number): LimitLeft {
    const user = boundUserOf(account, key);
    const own = user === undefined ? undefined : this.#users?.look(user, nowMs);
    return scarcer(this.#plans.look(account, nowMs), own);
  }
}

function scarcer(plan: LimitLeft, own: LimitLeft | undefined): LimitLeft {
  const { remaining, resetEpochS } = own !== undefined && own.remaining < plan.remaining ? own : plan;
  return { remaining, resetEpochS };
}
