import { AppError } from "../error.ts";
import type { Provider } from "../gateway/model/provider.ts";
import { routeOf } from "../gateway/model/route.ts";

/** Why a model cannot find rules, in a sentence: there is none of the name, or its provider has no key. */
export function wrongExtractor(model: string | undefined, providers: readonly Provider[]): string[] {
  if (model === undefined) return [];
  try {
    routeOf(model, providers);
    return [];
  } catch (error) {
    if (error instanceof AppError) return [`CAIRN_EXTRACTOR_MODEL is ${JSON.stringify(model)}: ${error.message}`];
    throw error;
  }
}
