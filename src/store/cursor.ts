import { foreignCursor } from "../memory/page.ts";

type Value = string | number;

/** Where a page ended: the sort key of its last item, opaque to the client. */
export function encodeCursor(key: readonly Value[]): string {
  return Buffer.from(JSON.stringify(key)).toString("base64url");
}

/** The sort key, which has the types of `shape`. Errors: AppError invalid_argument for anything else. */
export function decodeCursor<const Key extends readonly ("string" | "number")[]>(
  cursor: string,
  shape: Key,
): { [I in keyof Key]: Key[I] extends "string" ? string : number } {
  const key = parse(cursor);
  const fits = Array.isArray(key) && key.length === shape.length && shape.every((type, i) => typeof key[i] === type);
  if (!fits) throw foreignCursor();
  // Each member's type was just compared.
  return key as unknown as { [I in keyof Key]: Key[I] extends "string" ? string : number };
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    return undefined;
  }
}
