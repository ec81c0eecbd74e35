import { invalid } from "../error.ts";
import { beginningOf, isBlank, isDotSegment, isWithin } from "./text.ts";

/** The user whose memory everybody in the account shares; the specification's default. */
export const systemUser = "system";

/** Whose memory: the first argument of every store method. There is no query without it. */
export type Scope = { readonly account: string; readonly user: string };

/** The users whose memory this scope reads: its own and `system`'s. */
export function visibleUsers(scope: Scope): string[] {
  return scope.user === systemUser ? [systemUser] : [systemUser, scope.user];
}

/** Holds a user's name to what the contract says of it: " ana" would be somebody else than "ana". Errors: invalid_argument. */
export function checkUser(user: string, field: string): void {
  if (isDotSegment(user)) throw invalid(field, 'must not be "." or ".."');
  if (!isBlank(user) && user === user.trim() && isWithin(user, longestUser)) return;
  const allowed = `must be a text of 1 to ${longestUser} characters that neither begins nor ends with white space`;
  throw invalid(field, `${allowed}, got ${JSON.stringify(beginningOf(user, longestUser))}`);
}

const longestUser = 200;
