/** Which part of a list: `offset` or `cursor` (where the page before ended), never both. */
export type PageRequest = { limit: number; offset: number; cursor?: string | undefined };

/** The texts of a page, or of a search, have no more characters than these together, but where its first alone has. */
export const pageCharacters = 8 * 2 ** 20;

/** A part of a list. `nextCursor` is opaque and is there if more follow. */
export type Page<T> = { items: T[]; total: number; nextCursor?: string };
