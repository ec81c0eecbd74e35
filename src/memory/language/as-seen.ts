/** Scripts in which a joiner between two letters changes how these are written. */
const joining = `[${"Arab Syrc Nkoo Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Mymr Khmr"
  .split(" ")
  .map((script) => `\\p{scx=${script}}`)
  .join("")}]`;
const joiner = `(?<=${joining})[\\u200c\\u200d](?=${joining})`;
const emojiJoiner = "(?<=\\p{ExtPict}\\ufe0f?|\\p{EMod})\\u200d(?=\\p{ExtPict})";
const emojiStyle = "(?<=\\p{ExtPict})[\\ufe0e\\ufe0f]|\\ufe0f(?=\\u20e3)";
const unseen = new RegExp(`(?!${joiner}|${emojiJoiner}|${emojiStyle})\\p{Default_Ignorable_Code_Point}`, "gu");

/** Full-width forms, the blank among them, and Latin ligatures. */
const otherForms = /[\u3000\uff01-\uff5e\ufb00-\ufb06]+/gu;
/** With those that have their place among signs, as the h of italics has. Alone, such a one is a sign: ℝ. */
const mathematical = /[\u{1d400}-\u{1d7ff}ℂℊ-ℎℐ-ℒℕℙ-ℝℤℨℬℭℯ-ℱℳℴ]+/gu;
const isMathematical = /[\u{1d400}-\u{1d7ff}]/u;
/** Hyphens and the minus. A dash stays what it is: it joins no words. */
const hyphens = /[\u2010\u2011\u2212]/gu;

/**
 * A text as it looks to who reads it, which all readers read: without what is not seen (soft hyphens, joiners that join
 * nothing, stray variation selectors), with plain letters for full-width, joined and mathematical ones, one hyphen, and an
 * apostrophe for the accent that is typed for one. What says more than a plain letter (½, m², ™) stays. At most three
 * times as long.
 */
export function asSeen(text: string): string {
  return text
    .replace(unseen, "")
    .replace(otherForms, (found) => found.normalize("NFKC"))
    .replace(mathematical, (found) => (isMathematical.test(found) ? found.normalize("NFKC") : found))
    .replace(hyphens, "-")
    .replaceAll("´", "'")
    .normalize("NFC");
}
