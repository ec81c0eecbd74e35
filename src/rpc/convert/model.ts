import { invalid } from "../../error.ts";
import type { ListedModel } from "../../gateway/model/listing.ts";

/** In both dialects' shapes: OpenAI's `object`, `created`, `owned_by`; Anthropic's `type`, `display_name`, `created_at`. */
export function formatModel({ id, provider, contextWindow, maxOutputTokens, status, available }: ListedModel) {
  const shape = { object: "model", type: "model", displayName: id, created: 0, createdAt: "1970-01-01T00:00:00Z" };
  return { id, ...shape, ownedBy: provider, contextWindow, maxOutputTokens, status, available };
}

/** A page of the list, as Anthropic's clients ask for one. Errors: invalid_argument for an id that is not listed. */
export function pageOf(
  models: ListedModel[],
  {
    limit = 1_000,
    afterId,
    beforeId,
  }: { limit?: number | undefined; afterId?: string | undefined; beforeId?: string | undefined },
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
