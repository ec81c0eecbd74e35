/** The first of some texts, which together have no more characters than these; one in any case. */
export function firstWithin<T>(texts: readonly T[], characters: number, lengthOf: (text: T) => number): T[] {
  let left = characters;
  const end = texts.findIndex((text, at) => (left -= lengthOf(text)) < 0 && at > 0);
  return texts.slice(0, end < 0 ? texts.length : end);
}
