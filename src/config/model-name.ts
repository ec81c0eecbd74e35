import { AppError } from "../error.ts";
import { inspected } from "../gateway/inspect.ts";
import type { Provider } from "../gateway/model/provider.ts";
import { routeOf } from "../gateway/model/route.ts";

/** Why a model cannot be asked, in a sentence: the built-in one asks none, or it has no route. */
export function wrongModel(
  model: string,
  providers: readonly Provider[],
  options?: { keyless: boolean },
): string | undefined {
  if (inspected(model) !== undefined) return `"${model}" only shows requests and asks no model`;
  try {
    routeOf(model, providers, options);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}
