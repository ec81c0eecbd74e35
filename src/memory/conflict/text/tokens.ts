/** A word, number, quoted text or mark of a text, with its place. */
export type Token = {
  /** As it stands; of a quote, what is between the marks. */
  text: string;
  /** Lower case, contractions undone ("don't" gives the two words "do" and "not"). */
  word: string;
  kind: "word" | "number" | "quote" | "mark";
  start: number;
};

/** "" where none stands. */
export const wordAt = (tokens: readonly Token[], at: number): string => tokens[at]?.word ?? "";

/** The words of some tokens, with a blank between them. */
export const wordsOf = (tokens: readonly Token[]): string => tokens.map(({ word }) => word).join(" ");
/** The same, as they stand. */
export const textsOf = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join(" ");

const opening = `"“`;
const closing = `"”`;
/** A quote longer than this is taken for stray marks. */
const quoteMax = 20_000;

/**
 * Splits a text into tokens, in time linear in its length. Numbers keep "1,000", "2.5" and "8:30" together; "10pm" is
 * two tokens; "w/o" is a word; a hyphen separates; "." and ":" within a name or path are marks without white space around them.
 */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let lastQuote = nextQuote(text, 0);
  for (let at = 0; at < text.length;) {
    const character = text[at]!;
    if (opening.includes(character)) {
      if (lastQuote <= at) lastQuote = nextQuote(text, at + 1);
      if (lastQuote > at && lastQuote - at <= quoteMax) {
        tokens.push({ text: text.slice(at + 1, lastQuote), word: "", kind: "quote", start: at });
        at = lastQuote + 1;
        continue;
      }
    }
    const end = isDigit(character) ? numberEnd(text, at) : isLetter(character) ? wordEnd(text, at) : at;
    const short = character.toLowerCase() === "w" ? shortened(text, at) : undefined;
    if (short) {
      tokens.push({ ...short, kind: "word", start: at });
      at += short.text.length;
      continue;
    }
    if (end === at) {
      if (!isSpace(character)) tokens.push({ text: character, word: character, kind: "mark", start: at });
      at += 1;
    } else {
      const found = text.slice(at, end);
      if (isDigit(character)) tokens.push({ text: found, word: found.replaceAll(",", ""), kind: "number", start: at });
      else for (const word of contracted(found)) tokens.push({ text: found, word, kind: "word", start: at });
      at = end;
    }
  }
  return tokens;
}

function nextQuote(text: string, from: number): number {
  for (let at = from; at < text.length; at++) if (closing.includes(text[at]!)) return at;
  return text.length + 1;
}

function numberEnd(text: string, start: number): number {
  let end = start + 1;
  for (; end < text.length; end++) {
    const character = text[end]!;
    const inner = (character === "." || character === "," || character === ":") && isDigit(text[end + 1] ?? "");
    if (!isDigit(character) && !inner) break;
  }
  return end;
}

function wordEnd(text: string, start: number): number {
  let end = start + 1;
  for (; end < text.length; end++) {
    const character = text[end]!;
    const inner = (character === "'" || character === "’") && isLetter(text[end + 1] ?? "");
    if (!isLetter(character) && !isDigit(character) && !isJoined(character) && !inner) break;
  }
  return end;
}

/** "w/o tests", "w/ tests". */
function shortened(text: string, at: number): { text: string; word: string } | undefined {
  const [found, out] = /^w\/(o(?:ut)?(?![\p{L}\p{N}])|(?=\s))/iu.exec(text.slice(at, at + 6)) ?? [];
  return found === undefined ? undefined : { text: found, word: out === "" ? "with" : "without" };
}

/** The words of a word with an apostrophe. */
function contracted(found: string): string[] {
  const word = found.toLowerCase().replace("’", "'");
  if (word === "cannot") return ["can", "not"];
  const at = word.indexOf("'");
  if (at < 0) return [word];
  if (word === "can't") return ["can", "not"];
  if (word === "won't") return ["will", "not"];
  if (word === "let's") return ["let", "us"];
  if (word.endsWith("n't")) return [word.slice(0, -3), "not"];
  const rest = word.slice(at + 1);
  if (rest === "s" || rest === "") return [word.slice(0, at)];
  const full = { ll: "will", re: "are", ve: "have", m: "am", d: "would" }[rest];
  return full === undefined ? [word.slice(0, at), rest] : [word.slice(0, at), full];
}

const isDigit = (character: string) => character >= "0" && character <= "9";
const isSpace = (character: string) => character.trim() === "";

const isLetter = (character: string) => /[\p{L}_]/u.test(character);
/** A vowel sign of Hindi or Thai, a point of Hebrew. */
const isJoined = (character: string) => /\p{M}/u.test(character);
