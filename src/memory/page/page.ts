import { compareKeys, decodeCursor, encodeCursor, type ListId, type SortKey } from "./cursor.ts";
import { firstWithin } from "./first-within.ts";

/** Which part of a list: `offset` or `cursor` (where the page before ended), never both. */
export type PageRequest = { limit: number; offset: number; cursor?: string };

/**
 * The texts of a page, or of a search, have no more bytes than these together in UTF-8, but where its first alone has. gRPC's
 * clients read an answer of 4 MiB unless they are told otherwise: the rest is for what else items carry, 2.6 KB each of 200.
 */
export const pageBytes = 3.5 * 2 ** 20;

/** A value of a `google.protobuf.Struct`, or the name of one, has at most so many more bytes than its JSON. */
const structBytes = 10;

/** How much of a page, or of a search's answer, metadata takes that is this JSON. */
export function metadataBytes(json: string): number {
  // In JSON each value and each name follows one of these marks.
  return Buffer.byteLength(json) + structBytes * (json.length - json.replaceAll(/[,[{:]/gu, "").length);
}

/** A part of a list. `nextCursor` is opaque and is there if more follow. */
export type Page<T> = { items: T[]; total: number; nextCursor?: string };

/** A list that is in memory: which one, what it is sorted by, and how long an item's texts are. */
export type Listed<T> = { list: ListId; key: (item: T) => SortKey; bytesOf: (item: T) => number };

/**
 * The part of a list that is in memory: as many items as it asks for, or fewer where their texts are long. Errors: AppError
 * invalid_argument, for another list's cursor.
 */
export function pageOf<T>(
  items: readonly T[],
  { limit, offset, cursor }: PageRequest,
  { list, key, bytesOf }: Listed<T>,
): Page<T> {
  const sorted = items
    .map((item) => ({ item, key: key(item) }))
    .toSorted((one, other) => compareKeys(one.key, other.key));
  const before = cursor === undefined ? undefined : decodeCursor(list, cursor);
  const rest = before ? sorted.filter((each) => compareKeys(each.key, before) > 0) : sorted.slice(offset);
  const shown = firstWithin(rest.slice(0, limit), pageBytes, ({ item }) => bytesOf(item));
  const last = shown.at(-1);
  return {
    items: shown.map(({ item }) => item),
    total: items.length,
    ...(last && shown.length < rest.length && { nextCursor: encodeCursor(list, last.key) }),
  };
}
