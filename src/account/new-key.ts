import { invalid } from "../error.ts";
import { systemUser } from "../memory/scope.ts";
import { keyScopes, type KeyScope, type NewKey } from "./account.ts";

/** Of a key that is made without naming any. */
export const defaultScopes: readonly KeyScope[] = ["memory:read", "memory:write", "gateway"];

/** What holds for every key, wherever it is made. Errors: invalid_argument. */
export function checkNewKey({ scopes, user, expiresAtMs }: NewKey, nowMs: number): void {
  if (user === systemUser) throw invalid("user_id", `must be a user; nobody acts for "${systemUser}" alone`);
  if (user !== undefined && scopes.includes("admin")) {
    throw invalid("scopes", "must not hold admin for a key that is bound to a user");
  }
  if (expiresAtMs !== undefined && expiresAtMs <= nowMs) throw invalid("expires_at", "must be in the future");
}

/** Each scope once, in the order of the list. Errors: invalid_argument for an unknown one. */
export function parseScopes(given: string[]): KeyScope[] {
  const unknown = given.find((scope) => !keyScopes.some((known) => known === scope));
  if (unknown !== undefined) throw invalid("scopes", `must be one of ${keyScopes.join(", ")}`);
  return keyScopes.filter((scope) => given.includes(scope));
}
