import { wordSet } from "./word-set.ts";

/** A word, number, address or mark. `gap`: words before it were taken out. `text` keeps its case, `lower` does not. */
export type Token = { text: string; lower: string; start: number; end: number; gap?: true };

const abbreviations = wordSet(
  `mr mrs ms dr prof st mt vs inc ltd jr sr approx dept excl incl e.g i.e
   univ jan feb mar apr jun jul aug sep sept oct nov dec`,
);
/** They may end a sentence: "no. 5", "a plain no. Always". */
const beforeNumber = wordSet("no nos fig vol ext");
const beforeMore = wordSet("etc max min deg temp a.m p.m");
const contracted = new Set(["'s", "'m", "'re", "'ve", "'ll", "'d"]);
const bare: Record<string, [string, string]> = {
  im: ["i", "'m"],
  ive: ["i", "'ve"],
  dont: ["do", "n't"],
  doesnt: ["does", "n't"],
  didnt: ["did", "n't"],
  cant: ["can", "n't"],
  cannot: ["can", "not"],
  isnt: ["is", "n't"],
  wont: ["will", "n't"],
};

const isWordChar = (char: string) => /[\p{L}\p{N}\p{M}_@#]/u.test(char);
/** They join two parts of a word: Fly.io, eu-central-1, 14:30, don't, a@example.org. */
const joins = ".-'@/_:&+";

/** "" where no token stands. */
export const lowerAt = (tokens: readonly Token[], at: number): string => tokens[at]?.lower ?? "";

/** The tokens of a sentence, at most `max`; one pass. */
export function tokenise(text: string, max: number): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length && tokens.length < max;) {
    const char = String.fromCodePoint(text.codePointAt(at)!);
    if (char.trim() === "") at += char.length;
    else if (isWordChar(char) || (char === "+" && /\d/u.test(text[at + 1] ?? ""))) {
      const end = wordEnd(text, at);
      tokens.push(...split(text.slice(at, end), at));
      at = end;
    } else {
      tokens.push(token(char, at));
      at += char.length;
    }
  }
  return tokens;
}

function wordEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const char = text[at]!;
    if (isWordChar(char) || isSurrogate(char)) at++;
    else if (joins.includes(char) && isWordChar(text[at + 1] ?? "")) at += 2;
    else break;
  }
  // C++, C#; Mr., St. and the initial of a name keep what stands behind them.
  while (text[at] === "+") at++;
  const word = text.slice(start, at).toLowerCase();
  if (text[at] === "." && isShortened(word, text.slice(at + 1, at + 4))) at++;
  return at;
}

/** Whether a full stop behind a word only shortens it. */
function isShortened(word: string, behind: string): boolean {
  if (beforeNumber.has(word)) return /^ ?\d/u.test(behind);
  if (beforeMore.has(word)) return /^ ?(?:[\p{Ll}\d,;)]|[CF](?!\p{L}))/u.test(behind);
  return abbreviations.has(word) || (/^\p{L}$/u.test(word) && word !== "i");
}

const isSurrogate = (char: string) => char >= "\ud800" && char <= "\udfff";

function token(text: string, start: number): Token {
  return { text, lower: text.toLowerCase(), start, end: start + text.length };
}

function split(word: string, start: number): Token[] {
  const lower = word.toLowerCase();
  const parts = Object.hasOwn(bare, lower) ? bare[lower] : undefined;
  if (parts) {
    return parts.map((part, i) => ({
      text: part,
      lower: part,
      start: i === 0 ? start : start + 1,
      end: start + word.length,
    }));
  }
  if (lower.endsWith("n't")) {
    const stem = { "can't": "can", "won't": "will", "shan't": "shall" }[lower] ?? lower.slice(0, -3);
    return [
      { text: stem, lower: stem, start, end: start + word.length - 3 },
      token(word.slice(-3), start + word.length - 3),
    ];
  }
  const apostrophe = lower.lastIndexOf("'");
  if (apostrophe <= 0 || !contracted.has(lower.slice(apostrophe))) return [token(word, start)];
  return [token(word.slice(0, apostrophe), start), token(word.slice(apostrophe), start + apostrophe)];
}

export const isCapital = ({ text }: Token) => /^\p{Lu}/u.test(text);

/** The text between the first and the last of some tokens, as it was said. */
export function textOf(source: string, tokens: Token[]): string {
  const [first, last] = [tokens[0], tokens.at(-1)];
  return first && last ? source.slice(first.start, last.end) : "";
}
