/** Something to see: Unicode has characters that show nothing beside its white space. */
export const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u;

/** Whether a text shows nothing. */
export function isBlank(text: string): boolean {
  return !visible.test(text);
}

/** Whether a text has at most so many characters, as the contract counts them: an emoji is one, and two in JavaScript. */
export function isWithin(text: string, charactersMax: number): boolean {
  return text.length <= charactersMax || (text.length <= 2 * charactersMax && [...text].length <= charactersMax);
}

/** Whether it cannot be told in a path: "." and ".." are steps there, which clients take away. */
export function isDotSegment(text: string): boolean {
  return text === "." || text === "..";
}

/** The beginning of a text, which ends between two characters. */
export function beginningOf(text: string, lengthMax: number): string {
  return text.slice(0, lengthMax).replace(/[\ud800-\udbff]$/, "");
}

/** What a store keeps faithfully: no NUL, and no half of a surrogate pair. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\uFFFD");
}
