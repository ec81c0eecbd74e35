/**
 * A language that settings are written in. A text is changed where it must be and nowhere else: comments, order and layout
 * stay. A blank text is one without settings. Each method throws Refusal for a text that is not of the language, or in which
 * something else stands where a path leads through.
 */
export type Format = {
  /** `undefined` where nothing is. */
  get(text: string, path: readonly string[]): unknown;
  /** Makes what is missing above it. */
  set(text: string, path: readonly string[], value: unknown): string;
  /** What is above it stays, empty or not. */
  remove(text: string, path: readonly string[]): string;
};

/** Puts a text in the place of a part. */
export function splice(text: string, start: number, end: number, replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(end);
}
