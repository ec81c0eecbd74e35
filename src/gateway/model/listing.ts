import { catalog } from "./catalog.ts";
import type { Price } from "./prices.ts";
import { isAvailable, type Provider } from "./provider.ts";
import type { Target } from "./route.ts";

/** A model as it is listed. What is not known of it is absent. */
export type ListedModel = {
  id: string;
  provider: string;
  contextWindow?: number;
  maxOutputTokens?: number;
  status: "live" | "coming_soon";
  available: boolean;
  price?: Price;
};

/** The catalogue, then what the operator's own endpoints have: a model of theirs goes by `<provider>/<model>`. */
export function listModels(
  providers: readonly Provider[],
  own: ReadonlyMap<string, readonly string[]>,
  priceOf: (target: Target) => Price | undefined,
): ListedModel[] {
  const known = catalog.flatMap(({ status, ...model }): ListedModel[] => {
    const provider = providers.find(({ id }) => id === model.provider);
    if (provider === undefined) return [];
    const isOpen = isAvailable(provider);
    const price = priceOf({ provider, model: model.id });
    return [{ ...model, status: isOpen ? "live" : status, available: isOpen, price }];
  });
  const added = providers.flatMap((provider) =>
    (own.get(provider.id) ?? []).map((model): ListedModel => {
      const price = priceOf({ provider, model });
      return { id: `${provider.id}/${model}`, provider: provider.id, status: "live", available: true, price };
    }),
  );
  return [...known, ...added];
}
