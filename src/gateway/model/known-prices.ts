import { parsePrices } from "./parse-prices.ts";
import list from "./prices.json" with { type: "json" };

/**
 * What the catalogue's models cost at their providers' own endpoints, as of 12 November 2026: third_party/litellm/README.md
 * says where it is from. A model that is not in it has no price.
 */
export const knownPrices = parsePrices(list);
