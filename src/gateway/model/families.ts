import type { Capabilities } from "../chat/capabilities.ts";
import type { DialectName } from "../chat/request.ts";
import { catalog } from "./catalog.ts";
import { anthropicFamilies } from "./families/anthropic.ts";
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
 * takes what is safe for one that nothing is known of. At an endpoint of the operator's own a name tells of the model
 * alone, not of who answers. A bound of the catalogue's goes before the family's.
 */
export function capabilitiesOf({ dialect, own }: Pick<Provider, "dialect" | "own">, model: string): Capabilities {
  const family = families[dialect].find(({ name }) => name.test(model));
  if (family === undefined) throw new Error(`no family of ${dialect} fits every name`);
  const takes = own ? family.takes : { ...family.takes, ...family.endpoint };
  const listed = catalog.find(({ id }) => id === model);
  return listed ? { ...takes, maxOutputTokens: listed.maxOutputTokens } : takes;
}
