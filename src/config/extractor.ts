import { AppError } from "../error.ts";
import { inspected } from "../gateway/inspect.ts";
import type { Provider } from "../gateway/model/provider.ts";
import { routeOf } from "../gateway/model/route.ts";

/** Why a model cannot find rules, in a sentence: it is the built-in one, there is none of the name, or no key for it. */
export function wrongExtractor(model: string | undefined, providers: readonly Provider[]): string[] {
  if (model === undefined) return [];
  if (inspected(model) !== undefined) {
    return [`CAIRN_EXTRACTOR_MODEL is ${JSON.stringify(model)}, which shows requests and finds nothing`];
  }
  try {
    routeOf(model, providers);
    return [];
  } catch (error) {
    if (error instanceof AppError) return [`CAIRN_EXTRACTOR_MODEL is ${JSON.stringify(model)}: ${error.message}`];
    throw error;
  }
}
