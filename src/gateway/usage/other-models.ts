import type { Key } from "../../account/account.ts";
import { AppError } from "../../error.ts";

/** Members that tell OpenRouter, LiteLLM and their like of other models than `model`: they may ask one of those. */
const otherModels = [
  "models",
  "route",
  "preset",
  "fallbacks",
  "context_window_fallbacks",
  "content_policy_fallbacks",
  "model_list",
];

/** Of the names of a body's members, folded: one by which its provider may choose another model. */
export function memberOfOtherModels(names: readonly string[]): string | undefined {
  return names.find((name) => otherModels.includes(name));
}

/** Errors: permission_denied, where who is held to some models, or to a budget by their prices, names others beside. */
export function permitOthers({ models = [], monthlyBudgetMicros }: Key, member: string | undefined): void {
  if (member === undefined || (models.length === 0 && monthlyBudgetMicros === undefined)) return;
  const held = models.length > 0 ? `may ask for ${models.join(", ")} only` : "has a budget in US dollars";
  throw new AppError(
    "permission_denied",
    `${member}: this key ${held}, and the provider might choose another model by it`,
  );
}
