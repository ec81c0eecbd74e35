import type { Account, Key } from "./account.ts";
import type { Limiter, LimitAnswer, LimitLeft } from "./limiter.ts";
import { MinuteLimiter } from "./minute-limiter.ts";

type Who = { account: Pick<Account, "id" | "plan">; key: Pick<Key, "user"> };

/** What a request is counted against: its account's plan and, where its key is bound to a user, before that the user. */
export class CallerLimiter {
  readonly #plans: Pick<Limiter, "take" | "look">;
  readonly #users: MinuteLimiter | undefined;

  /** `userPerMinute`: what all keys that are bound to one user may ask for together; without it, as much as the plan. */
  constructor(plans: Pick<Limiter, "take" | "look">, userPerMinute: number | undefined) {
    this.#plans = plans;
    this.#users = userPerMinute === undefined ? undefined : new MinuteLimiter(userPerMinute);
  }

  /** What is refused for its user takes nothing from the plan, which others share. Errors: as `Limiter.take`. */
  async take(who: Who, nowMs: number, weight = 1): Promise<LimitAnswer & { isUsers?: boolean }> {
    const user = userOf(who);
    const own = user === undefined ? undefined : this.#users?.take(user, nowMs, weight);
    if (own?.allowed === false) return { ...own, isUsers: true };
    const answer = await this.#plans.take(who.account, nowMs, weight);
    return answer.allowed ? { ...answer, ...scarcer(answer, own) } : answer;
  }

  /** What is left as far as this process knows; counts nothing. */
  look(who: Who, nowMs: number): LimitLeft {
    const user = userOf(who);
    const own = user === undefined ? undefined : this.#users?.look(user, nowMs);
    return scarcer(this.#plans.look(who.account, nowMs), own);
  }
}

function userOf({ account, key }: Who): string | undefined {
  return key.user === undefined ? undefined : `${account.id} ${key.user}`;
}

function scarcer(plan: LimitLeft, own: LimitLeft | undefined): LimitLeft {
  const { remaining, resetEpochS } = own !== undefined && own.remaining < plan.remaining ? own : plan;
  return { remaining, resetEpochS };
}
