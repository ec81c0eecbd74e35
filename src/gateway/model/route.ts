import { AppError, invalid } from "../../error.ts";
import { nearest } from "../../nearest.ts";
import { catalog } from "./catalog.ts";
import { likest } from "./likest.ts";
import { isAvailable, type Provider } from "./provider.ts";

/** Who answers a request: the provider, and the model's name there. */
export type Target = { provider: Provider; model: string };

const nameForm = /^[A-Za-z0-9._:/@-]{1,200}$/u;
const dotSegment = /(^|\/)\.\.?(\/|$)/u;

/**
 * Finds the provider of a model name: an exact id of the catalogue, then `<provider>/<model>`, split at the first slash,
 * then a prefix. Prefixes of providers that are still to come count only with their key. Errors: invalid_argument for
 * what is no name, not_found with the nearest names, unavailable where the provider has no key, unless `keyless`.
 */
export function routeOf(model: string, providers: readonly Provider[], { keyless = false } = {}): Target {
  if (!nameForm.test(model) || dotSegment.test(model)) {
    throw invalid("model", "must be a model's name: letters, digits and ._:/@-, at most 200 of them");
  }
  const target = listed(model, providers) ?? qualified(model, providers) ?? prefixed(model, providers);
  if (target === undefined) throw unknownModel(model, providers);
  if (!keyless && !isAvailable(target.provider)) {
    const { id, keyVariable } = target.provider;
    const message = `the provider "${id}" has no API key on this server: set ${keyVariable} and restart it`;
    throw new AppError("unavailable", message, { isLasting: true });
  }
  return target;
}

function listed(model: string, providers: readonly Provider[]): Target | undefined {
  const entry = catalog.find(({ id }) => id === model);
  const provider = providers.find(({ id }) => id === entry?.provider);
  return provider && { provider, model };
}

function qualified(model: string, providers: readonly Provider[]): Target | undefined {
  const slash = model.indexOf("/");
  const provider = providers.find(({ id }) => id === model.slice(0, slash));
  return slash > 0 && provider && model.length > slash + 1 ? { provider, model: model.slice(slash + 1) } : undefined;
}

function prefixed(model: string, providers: readonly Provider[]): Target | undefined {
  const provider = providers.find(
    (each) => each.prefixes.some((prefix) => model.startsWith(prefix)) && (!comingSoon(each) || isAvailable(each)),
  );
  return provider && { provider, model };
}

function comingSoon({ id }: Provider): boolean {
  return catalog.some(({ provider, status }) => provider === id && status === "coming_soon");
}

/** The same model at the provider that was meant, where the name of one is misspelt. */
function requalified(model: string, ids: readonly string[]): string[] {
  const slash = model.indexOf("/");
  if (slash <= 0) return [];
  const near = nearest(model.slice(0, slash).toLowerCase(), ids, 1, 2);
  return near.map((id) => `${id}${model.slice(slash)}`);
}

function unknownModel(model: string, providers: readonly Provider[]): AppError {
  const ids = providers.map(({ id }) => id);
  const meant = requalified(model, ids);
  const near = meant.length > 0 ? meant : likest(model, [...catalog.map(({ id }) => id), "cairn/inspect"], 3);
  const told = [
    `no model "${model}"`,
    ...(near.length > 0 ? [`the nearest are ${near.join(", ")}`] : []),
    ...providers
      .filter(({ prefixes }) => prefixes.some((prefix) => model.startsWith(prefix)))
      .map(
        ({ id, keyVariable }) =>
          `models with such names belong to "${id}", which has no API key on this server: set ${keyVariable}`,
      ),
    `any other model can be named as <provider>/<model>, with one of the providers ${ids.join(", ")}`,
  ];
  return new AppError("not_found", told.join("; "));
}
