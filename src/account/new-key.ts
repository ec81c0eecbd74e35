import { invalid } from "../error.ts";
import { checkUser, systemUser } from "../memory/scope.ts";
import { keyScopes, type KeyPolicy, type KeyScope, type NewKey } from "./account.ts";

/** Of a key that is made without naming any. */
export const defaultScopes: readonly KeyScope[] = ["memory:read", "memory:write", "gateway"];

/** What holds for every key, wherever it is made. Errors: invalid_argument. */
export function checkNewKey(key: NewKey, nowMs: number): void {
  const { scopes, user, requireUser, expiresAtMs } = key;
  if (user === systemUser)
    throw invalid("user_id", `must be a user, not "${systemUser}", which stands for what everybody shares`);
  if (user !== undefined) checkUser(user, "user_id");
  if (user !== undefined && scopes.includes("admin")) {
    throw invalid("scopes", "must not include admin for a key that is bound to a user");
  }
  if (user !== undefined && requireUser) {
    throw invalid(
      "require_user",
      "must not be set for a key that is bound to a user, because such a key always names one",
    );
  }
  if (expiresAtMs !== undefined && expiresAtMs <= nowMs) throw invalid("expires_at", "must be in the future");
  checkPolicy(key);
}

const modelsMax = 100;

/**
 * A model's id (`claude-opus-5`), one with its provider (`ollama/qwen3:8b`), or the beginning of either before a star
 * (`claude-*`, `ollama/*`). What stands without a provider means models that are found without one.
 */
const modelPattern = /^(?=.)[A-Za-z0-9._:/@-]{0,200}\*?$/u;

function checkPolicy({ models = [], monthlyTokenBudget: tokens }: KeyPolicy): void {
  if (models.length > modelsMax) throw invalid("models", `must be at most ${modelsMax}, got ${models.length}`);
  for (const [at, model] of models.entries()) {
    if (modelPattern.test(model)) continue;
    throw invalid(
      `models[${at}]`,
      "must be a model's id, <provider>/<model>, or the beginning of one with a * at its end",
    );
  }
  if (tokens !== undefined && !(Number.isSafeInteger(tokens) && tokens >= 1)) {
    throw invalid("monthly_token_budget", `must be a whole number of at least 1, got ${tokens}`);
  }
}

/** Each scope once, in the order of the list. Errors: invalid_argument for an unknown one. */
export function parseScopes(given: string[]): KeyScope[] {
  const unknown = given.find((scope) => !keyScopes.some((known) => known === scope));
  if (unknown !== undefined) throw invalid("scopes", `must be one of ${keyScopes.join(", ")}`);
  return keyScopes.filter((scope) => given.includes(scope));
}
