import { hash } from "node:crypto";
import { invalid, type AppError } from "../../error.ts";

/** What a list is sorted by, each value ascending. No two items have the same. */
export type SortKey = readonly (string | number)[];

/** Which list a cursor is of: its name, whose it is, and what of it was asked for. */
export type ListId = readonly [name: string, account: string, ...of: unknown[]];

/** Where a page ended: the sort key of its last item, opaque to the client. */
export function encodeCursor(list: ListId, key: SortKey): string {
  return Buffer.from(JSON.stringify([digest(list), ...key])).toString("base64url");
}

/**
 * The sort key, which has the types of `shape` where that is given. Errors: AppError invalid_argument for anything else,
 * such as another list's cursor.
 */
export function decodeCursor(list: ListId, cursor: string): SortKey;
export function decodeCursor<const Shape extends readonly ("string" | "number")[]>(
  list: ListId,
  cursor: string,
  shape: Shape,
): { [I in keyof Shape]: Shape[I] extends "string" ? string : number };
export function decodeCursor(list: ListId, cursor: string, shape?: readonly ("string" | "number")[]): SortKey {
  const decoded = parse(cursor);
  if (!Array.isArray(decoded) || decoded[0] !== digest(list)) throw foreignCursor();
  const key: unknown[] = decoded.slice(1);
  const fits = shape
    ? key.length === shape.length && shape.every((type, i) => typeof key[i] === type)
    : key.every((value) => typeof value === "string" || typeof value === "number");
  if (!fits) throw foreignCursor();
  return key as (string | number)[]; // each member's type was just compared
}

/** Below 0 where the first stands before the other. */
export function compareKeys(one: SortKey, other: SortKey): number {
  for (const [i, value] of one.entries()) {
    if (value !== other[i]) return i < other.length && value < other[i]! ? -1 : 1;
  }
  return one.length - other.length;
}

const digest = (list: ListId): string => hash("sha256", JSON.stringify(list)).slice(0, 12);

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    return undefined;
  }
}

const foreignCursor = (): AppError =>
  invalid("cursor", "must be a cursor that this list returned for the same user and the same filters");
