import { invalid } from "../../error.ts";
import type { Page, PageRequest } from "../../memory/page/page.ts";

const defaultLimit = 50;

/** Which part of a list a request asks for. An empty cursor is none: a loop that begins with "" gets the first page. */
export function pageRequest(request: { limit?: number; offset?: number; cursor?: string }): PageRequest {
  const { limit = defaultLimit, offset = 0 } = request;
  const cursor = request.cursor === "" ? undefined : request.cursor;
  if (cursor !== undefined && request.offset !== undefined) {
    throw invalid("cursor", "must not be given together with offset, because each says where the page begins");
  }
  return { limit, offset, cursor };
}

/** What every list says beside its items. */
export function pageFields<T>(page: Page<T>) {
  return { total: page.total, hasMore: page.nextCursor !== undefined, nextCursor: page.nextCursor };
}
