import type { Capabilities } from "../chat/capabilities.ts";
import type { Origin } from "../chat/request.ts";
import { catalog } from "./catalog.ts";
import { anthropicFamilies } from "./families/anthropic.ts";
import type { Family } from "./families/family.ts";
import { geminiFamilies } from "./families/gemini.ts";
import { openaiFamilies } from "./families/openai.ts";

const families: Record<Origin, readonly Family[]> = {
  openai: openaiFamilies,
  anthropic: anthropicFamilies,
  gemini: geminiFamilies,
};

/**
 * What a model takes: of its dialect's families the first that its name fits. The last of each list fits every name, and
 * takes what is safe for one that nothing is known of. A bound of the catalogue's goes before the family's.
 */
export function capabilitiesOf(dialect: Origin, model: string): Capabilities {
  const family = families[dialect].find(({ name }) => name.test(model));
  if (family === undefined) throw new Error(`no family of ${dialect} fits every name`);
  const listed = catalog.find(({ id }) => id === model);
  return listed ? { ...family.takes, maxOutputTokens: listed.maxOutputTokens } : family.takes;
}
