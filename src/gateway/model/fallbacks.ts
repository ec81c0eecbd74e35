import { fits, namesOf } from "./names.ts";
import { isAvailable, type Provider } from "./provider.ts";
import { routeOf, type Target } from "./route.ts";

/** Who is asked instead, where the provider of a model is unavailable. */
export type Fallback = {
  /** A name, or how names begin, followed by a `*`: `claude-*`, `local/*`, `*`. */
  models: string;
  /** Names, in the order in which they are asked. */
  others: readonly string[];
};

/** One of those that may answer a request. */
export type Candidate = Target & { isFallback: boolean };

/**
 * Who may answer a request, in the order in which they are asked: first the model's own provider, then what the first
 * rule that fits names. Who has no key is left out. Errors: as routeOf; where nobody has a key, of the model's own.
 */
export function targetsOf(
  model: string,
  providers: readonly Provider[],
  fallbacks: readonly Fallback[],
): readonly [Candidate, ...Candidate[]] {
  const routed = routeOf(model, providers, { keyless: true });
  const names = namesOf(routed);
  const rule = fallbacks.find(({ models }) => fits(models, names));
  const others = (rule?.others ?? []).map((name) => routeOf(name, providers, { keyless: true }));
  const [first, ...rest] = [routed, ...others.filter((other) => !isSame(other, routed))]
    .filter(({ provider }) => isAvailable(provider))
    .map((target) => ({ ...target, isFallback: target !== routed }));
  return first ? [first, ...rest] : [{ ...routeOf(model, providers), isFallback: false }];
}

function isSame(one: Target, other: Target): boolean {
  return one.provider.id === other.provider.id && one.model === other.model;
}

/** Tells the caller who answered, where it is not the model that was asked for. */
export function fallbackHeaders({ provider, model, isFallback }: Candidate): Record<string, string> {
  return isFallback ? { "x-cairn-model": `${provider.id}/${model}` } : {};
}
