import type { Key } from "../../account/account.ts";
import { AppError } from "../../error.ts";

/** Members that tell OpenRouter, LiteLLM, Vercel's gateway and their like of other models than `model`: they may ask one of those. */
const members = [
  "models",
  "route",
  "preset",
  "fallbacks",
  "default_fallbacks",
  "context_window_fallbacks",
  "content_policy_fallbacks",
  "model_list",
  "user_config",
  "providerOptions",
];

/** Headers that tell Portkey and Helicone the same. */
const headers = ["x-portkey-config", "helicone-fallbacks"];

/** Of the names of a body's members, folded: one by which its provider may choose another model. */
export function memberOfOtherModels(names: readonly string[]): string | undefined {
  return members.find((name) => names.includes(name.toLowerCase()));
}

/** The same for a request's headers. */
export function headerOfOtherModels(given: Readonly<Record<string, unknown>>): string | undefined {
  return headers.find((name) => given[name] !== undefined);
}

/**
 * `chooser` is such a member or header, where there is one. Errors: permission_denied, where who is held to some models, or
 * to a budget by their prices, names others beside.
 */
export function permitOthers({ models = [], monthlyBudgetMicros }: Key, chooser: string | undefined): void {
  if (chooser === undefined || (models.length === 0 && monthlyBudgetMicros === undefined)) return;
  const held = models.length > 0 ? `may use only ${models.join(", ")}` : "has a budget in US dollars";
  throw new AppError(
    "permission_denied",
    `${chooser}: must be absent, because this key ${held}, and the provider might use another model`,
  );
}
