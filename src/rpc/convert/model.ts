import { invalid } from "../../error.ts";
import type { ListedModel } from "../../gateway/model/listing.ts";
import type { Price, Rates } from "../../gateway/model/prices.ts";
import { formatTime } from "./time.ts";

/** In both dialects' shapes: OpenAI's `object`, `created`, `owned_by`; Anthropic's `type`, `display_name`, `created_at`. */
export function formatModel({ id, provider, contextWindow, maxOutputTokens, status, available, price }: ListedModel) {
  const shape = { object: "model", type: "model", displayName: id, created: 0, createdAt: formatTime(0) };
  const prices = price && formatPrice(price);
  return { id, ...shape, ownedBy: provider, contextWindow, maxOutputTokens, status, available, prices };
}

function formatPrice({ long, ...rates }: Price) {
  return { ...formatRates(rates), long: long && { fromTokens: long.fromTokens, ...formatRates(long) } };
}

/** In US dollars for a million tokens. */
function formatRates({ input, output, cacheRead, cacheWrite, cacheWrite1h }: Rates) {
  return {
    input: input / 1e6,
    output: output / 1e6,
    cacheRead: cacheRead / 1e6,
    cacheWrite: cacheWrite / 1e6,
    cacheWrite1h: cacheWrite1h / 1e6,
  };
}

/** A page of the list, as Anthropic's clients ask for one. Errors: invalid_argument for an id that is not listed. */
export function pageOfModels(
  models: ListedModel[],
  { limit = 1_000, afterId, beforeId }: { limit?: number; afterId?: string; beforeId?: string },
): { page: ListedModel[]; more: boolean } {
  const from = afterId === undefined ? 0 : placeOf(models, "after_id", afterId) + 1;
  const to = beforeId === undefined ? models.length : placeOf(models, "before_id", beforeId);
  const asked = models.slice(from, to);
  const page = beforeId === undefined ? asked.slice(0, limit) : asked.slice(-limit);
  return { page, more: page.length < asked.length };
}

function placeOf(models: ListedModel[], field: string, id: string): number {
  const place = models.findIndex((model) => model.id === id);
  if (place < 0) throw invalid(field, "must be the id of a listed model");
  return place;
}
