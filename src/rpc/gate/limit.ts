import type { Caller } from "../../account/account.ts";
import type { CallerLimiter } from "../../account/caller-limiter.ts";
import type { LimitAnswer, LimitLeft } from "../../account/limiter.ts";
import type { Call } from "../../call.ts";
import { AppError } from "../../error.ts";

export type RequestLimiter = Pick<CallerLimiter, "take" | "look">;

/**
 * Counts a request, or what a batch weighs beyond one, against the account's plan and the user that its key is bound to,
 * and says what is left, also where it could not be counted. Errors: rate_limited; as `Limiter.take`.
 */
export async function count(call: Call, caller: Caller, limiter: RequestLimiter, weight: number): Promise<void> {
  const answer = await limiter.take(caller, Date.now(), weight).catch((error: unknown) => {
    setLimitHeaders(call, limiter.look(caller, Date.now()));
    throw error;
  });
  setLimitHeaders(call, answer);
  if (answer.allowed) return;
  const isUsers = answer.refusedBy === "user";
  const who = isUsers ? "this server" : `the plan "${caller.account.plan}"`;
  const requests = isUsers ? "requests for this user" : "requests";
  if (answer.remaining === 0) throw spentWindow(answer, `${who} allows no more ${requests} now`);
  throw spentWindow(
    answer,
    `${who} allows ${answer.remaining} more ${requests} now, and this batch counts as ${weight} more`,
  );
}

/** Tells the caller what is left, and when the window is renewed. */
export function setLimitHeaders(call: Call, { remaining, resetEpochS }: LimitLeft): void {
  call.setHeader("X-RateLimit-Remaining", String(remaining));
  call.setHeader("X-RateLimit-Reset", String(resetEpochS));
}

/** The error `rate_limited`, with when to try again. */
export function spentWindow({ retryAfterS }: LimitAnswer, message: string): AppError {
  return new AppError("rate_limited", `${message}; try again in ${retryAfterS} s`, { retryAfterS });
}
