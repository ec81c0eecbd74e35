import { knownProviders } from "../../../src/gateway/model/known-providers.ts";
import type { Target } from "../../../src/gateway/model/route.ts";

/** A model at one of the known providers, or at an endpoint of the operator's own. */
export function targetOf(provider: string, model: string): Target {
  const known = knownProviders.find(({ id }) => id === provider);
  const keyVariable = "OWN_API_KEY";
  const own = {
    id: provider,
    dialect: "openai",
    url: "http://127.0.0.1:1",
    keyVariable,
    prefixes: [],
    own: true,
  } as const;
  return { provider: { ...(known ?? own), key: undefined }, model };
}
