import { catalog } from "./catalog.ts";
import type { Target } from "./route.ts";

/**
 * The names of a model: with its provider; and alone, where that leads to the same provider. So `gpt-*` means OpenAI's
 * models, not those that another endpoint gives such names.
 */
export function namesOf({ provider, model }: Target): string[] {
  const qualified = `${provider.id}/${model}`;
  const listed = catalog.find(({ id }) => id === model);
  const leadsHere = listed
    ? listed.provider === provider.id
    : provider.prefixes.some((prefix) => model.startsWith(prefix));
  return leadsHere ? [qualified, model] : [qualified];
}

/** Whether a pattern (a name, or the beginning of one before a star) means a model of these names. */
export function fits(pattern: string, names: readonly string[]): boolean {
  if (!pattern.endsWith("*")) return names.includes(pattern);
  const beginning = pattern.slice(0, -1);
  return names.some((name) => name.startsWith(beginning));
}
