import { invalid, type AppError } from "../error.ts";
import { firstWithin } from "./first-within.ts";

/** Which part of a list: `offset` or `cursor` (where the page before ended), never both. */
export type PageRequest = { limit: number; offset: number; cursor?: string | undefined };

/**
 * The texts of a page, or of a search, have no more bytes than these together in UTF-8, but where its first alone has. gRPC's
 * clients read an answer of 4 MiB unless they are told otherwise: the rest is for what else items carry, 2.6 KB each of 200.
 */
export const pageBytes = 3.5 * 2 ** 20;

/** A part of a list. `nextCursor` is opaque and is there if more follow. */
export type Page<T> = { items: T[]; total: number; nextCursor?: string };

/**
 * The part of a list that is in memory: as many items as it asks for, or fewer where their texts are long, of which
 * `bytesOf` tells. Its cursors are places. Errors: AppError invalid_argument, for another list's cursor.
 */
export function pageOf<T>(
  items: readonly T[],
  { limit, offset, cursor }: PageRequest,
  bytesOf: (item: T) => number,
): Page<T> {
  const start = cursor === undefined ? offset : placeOf(cursor);
  const shown = firstWithin(items.slice(start, start + limit), pageBytes, bytesOf);
  const end = start + shown.length;
  return {
    items: shown,
    total: items.length,
    ...(end < items.length && { nextCursor: String(end) }),
  };
}

function placeOf(cursor: string): number {
  if (!/^\d{1,9}$/u.test(cursor)) throw foreignCursor();
  return Number(cursor);
}

/** What is answered to a cursor that the list did not give. */
export function foreignCursor(): AppError {
  return invalid("cursor", "is not one that this list gave");
}
