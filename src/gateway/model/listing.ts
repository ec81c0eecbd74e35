import { catalog } from "./catalog.ts";
import { isAvailable, type Provider } from "./provider.ts";

/** A model as it is listed. What is not known of it is absent. */
export type ListedModel = {
  id: string;
  provider: string;
  contextWindow?: number;
  maxOutputTokens?: number;
  status: "live" | "coming_soon";
  available: boolean;
};

/** The catalogue, then what the operator's own endpoints have: a model of theirs goes by `<provider>/<model>`. */
export function listModels(providers: readonly Provider[], own: ReadonlyMap<string, readonly string[]>): ListedModel[] {
  const available = new Set(providers.filter(isAvailable).map(({ id }) => id));
  const known = catalog.map(({ status, ...model }): ListedModel => {
    const isOpen = available.has(model.provider);
    return { ...model, status: isOpen ? "live" : status, available: isOpen };
  });
  const added = [...own].flatMap(([provider, ids]) =>
    ids.map((id): ListedModel => ({ id: `${provider}/${id}`, provider, status: "live", available: true })),
  );
  return [...known, ...added];
}
