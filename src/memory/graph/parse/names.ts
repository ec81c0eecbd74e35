import { wordSet } from "../../language/word-set.ts";
import type { Sentence } from "./sentences.ts";
import { isCapital, lowerAt, textOf, type Token } from "../../language/tokens.ts";
import { kinTitles, titles, unnamed } from "../words/common.ts";
import { languages, nationalities } from "../words/things.ts";
import { verbForms } from "../words/verbs.ts";

export type FoundName = { text: string; end: number };

const particles = wordSet("de van von der den da di du la le bin al ter dos del");
const tokensMax = 4;

const isWord = ({ text }: Token) => /^[\p{L}]/u.test(text) && !text.startsWith("'");

function mayName(token: Token | undefined, lowercase: boolean): boolean {
  if (!token || token.gap || !isWord(token) || unnamed.has(token.lower) || token.lower.includes("@")) return false;
  if (lowercase) return verbForms(token.lower).length === 0 && token.lower.length > 1;
  return isCapital(token) && !languages.has(token.lower) && !nationalities.has(token.lower);
}

/**
 * The name that begins at a token, without titles. Where a message has no capitals, one word is a name if `expected`
 * there and no common word.
 */
export function nameAt(sentence: Sentence, at: number, expected = false): FoundName | undefined {
  const { tokens, source, lowercase } = sentence;
  if (lowercase && !expected) return undefined;
  let start = at;
  while (titles.has(lowerAt(tokens, start)) || (kinTitles.has(lowerAt(tokens, start)) && isCapital(tokens[start]!)))
    start++;
  if (!mayName(tokens[start], lowercase)) return undefined;
  let end = start + 1;
  const last = lowercase ? end : start + tokensMax;
  while (end < last) {
    const particle = particles.has(lowerAt(tokens, end)) ? 1 : 0;
    const next = tokens[end + particle];
    const initial = next !== undefined && /^\p{Lu}\.$/u.test(next.text);
    if (!next || next.gap || !(initial || (isWord(next) && isCapital(next) && next.lower !== "i"))) break;
    end += particle + 1;
  }
  return { text: textOf(source, tokens.slice(start, end)), end };
}

/** Names joined by commas and "and", at most `max`. */
export function namesAt(sentence: Sentence, at: number, max = 10): { names: string[]; end: number } {
  const names: string[] = [];
  let end = at;
  for (let place = at; names.length < max;) {
    const name = nameAt(sentence, place, names.length === 0 || sentence.lowercase);
    if (!name) break;
    names.push(name.text);
    end = name.end;
    place = name.end;
    const lower = (offset: number) => lowerAt(sentence.tokens, place + offset);
    // Of "Rex (7) and Ivo (4)" only the names count.
    if (lower(0) === "(" && lower(2) === ")") place += 3;
    if (lower(0) === ",") place += lower(1) === "and" ? 2 : 1;
    else if (lower(0) === "and" || lower(0) === "&") place++;
    else break;
  }
  return { names, end };
}
