import type { Capabilities } from "../chat/capabilities.ts";
import type { DialectName } from "../chat/request.ts";
import { catalog } from "./catalog.ts";
import { anthropicFamilies } from "./families/anthropic.ts";
import { endpoints } from "./families/endpoints.ts";
import type { Family } from "./families/family.ts";
import { geminiFamilies } from "./families/gemini.ts";
import { openaiFamilies } from "./families/openai.ts";
import type { Provider } from "./provider.ts";

const families: Record<DialectName, readonly Family[]> = {
  openai: openaiFamilies,
  anthropic: anthropicFamilies,
  gemini: geminiFamilies,
};

/**
 * What a model takes: of its dialect's families the first that its name fits. The last of each list fits every name, and
 * takes what is safe for one that nothing is known of. A name tells of the model alone, not of who answers: what goes
 * for an endpoint hangs on the provider. A bound of the catalogue's goes before the family's.
 */
export function capabilitiesOf({ id, dialect }: Pick<Provider, "id" | "dialect">, model: string): Capabilities {
  const family = families[dialect].find(({ name }) => name.test(model));
  if (family === undefined) throw new Error(`no family of ${dialect} fits every name`);
  const takes = { ...family.takes, ...endpoints[id] };
  const listed = catalog.find((each) => each.id === model);
  return listed ? { ...takes, maxOutputTokens: listed.maxOutputTokens } : takes;
}
