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
 * What a model takes: the first family of its dialect whose pattern its name matches. The last one of each list matches
 * every name, and takes what is safe for a model that nothing is known about. A name says what the model is, not who
 * serves it: what is true of an endpoint depends on the provider. A bound in the catalogue takes precedence.
 */
export function capabilitiesOf(
  { dialect, takes: ofEndpoint }: Pick<Provider, "dialect" | "takes">,
  model: string,
): Capabilities {
  const family = families[dialect].find(({ name }) => name.test(model));
  if (family === undefined) throw new Error(`no family of ${dialect} fits every name`);
  const takes = { ...family.takes, ...ofEndpoint };
  const listed = catalog.find((each) => each.id === model);
  return listed ? { ...takes, maxOutputTokens: listed.maxOutputTokens } : takes;
}
