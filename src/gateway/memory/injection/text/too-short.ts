import { isSmallTalk } from "./small-talk.ts";

/** One or two words, or small talk, that ask nothing ("thanks", "go on"): whatever they find, they find by chance. */
export function isTooShort(text: string): boolean {
  if (asks.test(text)) return false;
  if (isSmallTalk(text)) return true;
  let words = 0;
  for (const [run] of text.slice(0, wordyCharacters).replace(courtesies, " ").matchAll(runs)) {
    words += isDense.test(run) ? wordsIn(run) : 1;
    if (words >= leastWords) return false;
  }
  return true;
}

/** A question mark of any script. That of Greek is a semicolon, which keyboards write as one. */
const asks = /[?？؟\u037e՞፧]|\p{Script=Greek};/u;
const leastWords = 3;
const wordyCharacters = 1_000;

/** In these scripts nothing shows where a word ends. */
const dense = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー`;
const isDense = new RegExp(`[${dense}]`, "v");
const runs = new RegExp(String.raw`[${dense}]+|[[\p{L}\p{M}\p{N}]--[${dense}]]+`, "gv");

/** Thanks and assent that the dictionary takes for several words each. */
const courtesies =
  /ありがとうございま(?:す|した)|(?:よろしく)?お願いします|(?:了解し|承知し|[分わ]かり)ました|(?:谢谢|謝謝)[你您]?|ขอบคุณมาก(?:ครับ|ค่ะ|คะ)/gu;
const dictionary = new Intl.Segmenter("und", { granularity: "word" });

function wordsIn(run: string): number {
  return [...dictionary.segment(run)].filter(({ isWordLike }) => isWordLike).length;
}
