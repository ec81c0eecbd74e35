/** A character may stand for up to 18 others: of a text that would grow to more than so many times its length, the rest is left out. */
const growthMax = 2;

/**
 * A text as it looks to who reads it, which all readers read: without what is not seen (soft hyphens, joiners, variation selectors), with
 * plain letters for full-width ones and ligatures, and an apostrophe for the accent that is typed for one.
 */
export function asSeen(text: string): string {
  const seen = text
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, "")
    .replaceAll("´", "'")
    .normalize("NFKC");
  return seen.slice(0, growthMax * text.length);
}
