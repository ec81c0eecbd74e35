/** One or two words that ask nothing ("thanks", "go on"): whatever they find, they find by chance. */
export function isTooShort(text: string): boolean {
  return !/[?？؟]/u.test(text) && (text.slice(0, wordyCharacters).match(word) ?? []).length < leastWords;
}

const leastWords = 3;
const wordyCharacters = 1_000;
/** Of scripts that do not show where a word ends, every character is one. */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[\p{L}\p{M}\p{N}]+/gu;
