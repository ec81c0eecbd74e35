import { fold } from "./fold.ts";
import { hash32 } from "./hash.ts";
import { stem } from "./stem.ts";
import { stopWords } from "./stop-words.ts";
import type { Terms } from "./terms.ts";

/**
 * What a character is to the tokenizer. `word` characters are joined to words; in `dense` scripts nothing shows where a
 * word ends (Han, kana, Thai ...) or a word carries its particles (Hangul), so pairs of neighbours stand for words.
 */
const separator = 0;
const word = 1;
const dense = 2;
const han = 3;

const isWord = /[\p{L}\p{N}\p{M}]/u;
const isHan = /\p{Script=Han}/u;
const isDense =
  /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u;

/** The class of each character of the first plane plus one, 0 where not asked yet. */
const known = new Uint8Array(0x10000);

function classOf(codePoint: number): number {
  if (codePoint < 0x10000) {
    return (known[codePoint] ||= classify(codePoint) + 1) - 1;
  }
  return classify(codePoint);
}

function classify(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  if (!isWord.test(character)) return separator;
  return isHan.test(character) ? han : isDense.test(character) ? dense : word;
}

/** What shows nothing, or says how a character looks: nothing of what is meant. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Me}]/gu;

const beyondAscii = /[\u0080-\uffff]/;

const normalised = (text: string): string =>
  beyondAscii.test(text) ? text.normalize("NFKC").toLowerCase().replace(unseen, "") : text.toLowerCase();

/**
 * The terms of a text: NFKC, lower case, words of letters, marks and digits, without characters that show nothing and
 * what is drawn around a character (as a key cap); English stop words out, the rest without accents (`fold`) and stemmed
 * (`stem`); in dense scripts every pair of neighbouring characters, every Han character, and any that stands alone.
 * Linear in the text. The result is stored: whoever changes it adds a migration that makes it anew, as 0021-folded-terms.
 */
export function termsOf(text: string): Terms {
  return collect(hashes(normalised(text)).sort());
}

/** So many words of a query are looked for: each is looked for in every memory and every session of an account. */
const queryWords = 512;

/** The terms of a query: of a long one those of its first 256 words and of its last, since a question often ends it. */
export function queryTermsOf(text: string): Terms {
  return collect(ends(hashes(normalised(text)), queryWords).sort());
}

/** The words of a text as `termsOf` counts them, in order. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  scan(normalised(text), (found) => words.push(found));
  return words;
}

/** Of the words, in order. */
function hashes(text: string): Uint32Array {
  let found = new Uint32Array(64);
  let size = 0;
  scan(text, (word) => {
    if (size === found.length) {
      const larger = new Uint32Array(size * 2);
      larger.set(found);
      found = larger;
    }
    found[size++] = hash32(word);
  });
  return found.subarray(0, size);
}

/** The first and the last half of `most`, where there are more. */
function ends(found: Uint32Array, most: number): Uint32Array {
  if (found.length <= most) return found;
  found.copyWithin(most / 2, found.length - most / 2);
  return found.subarray(0, most);
}

function collect(sorted: Uint32Array): Terms {
  let distinct = 0;
  for (let at = 0; at < sorted.length; at++) if (at === 0 || sorted[at] !== sorted[at - 1]) distinct++;
  const ids = new Uint32Array(distinct);
  const counts = new Uint16Array(distinct);
  let last = -1;
  for (let at = 0; at < sorted.length; at++) {
    if (at === 0 || sorted[at] !== sorted[at - 1]) ids[++last] = sorted[at]!;
    if (counts[last]! < 0xffff) counts[last]!++;
  }
  return { ids, counts, length: sorted.length };
}

/** Calls `emit` with each term's word. */
function scan(text: string, emit: (word: string) => void): void {
  let at = 0;
  while (at < text.length) {
    const codePoint = text.codePointAt(at)!;
    const kind = classOf(codePoint);
    if (kind === separator) at += codePoint > 0xffff ? 2 : 1;
    else at = kind === word ? scanWord(text, at, emit) : scanDense(text, at, emit);
  }
}

function scanWord(text: string, start: number, emit: (word: string) => void): number {
  let at = start;
  while (at < text.length) {
    const codePoint = text.codePointAt(at)!;
    if (classOf(codePoint) !== word) break;
    at += codePoint > 0xffff ? 2 : 1;
  }
  const found = text.slice(start, at);
  if (stopWords.has(found)) return at;
  const folded = fold(found);
  if (folded !== "") emit(stem(folded));
  return at;
}

function scanDense(text: string, start: number, emit: (word: string) => void): number {
  let at = start;
  let before = "";
  while (at < text.length) {
    const codePoint = text.codePointAt(at)!;
    const kind = classOf(codePoint);
    if (kind < dense) break;
    const character = String.fromCodePoint(codePoint);
    if (kind === han) emit(character);
    if (before !== "") {
      emit(before + character);
    } else if (kind !== han && !denseAt(text, at + character.length)) emit(character);
    before = character;
    at += character.length;
  }
  return at;
}

function denseAt(text: string, at: number): boolean {
  const codePoint = text.codePointAt(at);
  return codePoint !== undefined && classOf(codePoint) >= dense;
}
