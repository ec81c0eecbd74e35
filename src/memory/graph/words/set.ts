/** The words of a text, by blanks. */
export const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/u));
