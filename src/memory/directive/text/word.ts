import { tokenise, type Token } from "../../language/tokens.ts";
import { isQuoted, maskForeign } from "./mask.ts";
import { wordSet } from "../../language/word-set.ts";

/** A word or mark of a message. */
export type Word = {
  /** Lower case, contractions undone, common misspellings too: "n't" and "not" are "not". */
  readonly word: string;
  /** As it stands in the message. */
  readonly text: string;
  /** Where it stands; both are -1 of a word that was put in. */
  readonly start: number;
  readonly end: number;
  readonly kind: "word" | "mark" | "quote";
};

/** "" where none stands. */
export const wordAt = (words: readonly Word[], at: number): string => words[at]?.word ?? "";

/** Longer messages are read this far. */
const wordsMax = 20_000;

const full: Readonly<Record<string, string>> = {
  "n't": "not",
  "'m": "am",
  "'re": "are",
  "'ve": "have",
  "'ll": "will",
  "'d": "would",
  u: "you",
  ur: "your",
  r: "are",
  plz: "please",
  pls: "please",
  tho: "though",
  alway: "always",
  alwyas: "always",
  allways: "always",
  nevr: "never",
  nver: "never",
  evry: "every",
  wen: "when",
  everytime: "whenever",
  anytime: "whenever",
  favor: "favour",
  cos: "because",
  cuz: "because",
  bc: "because",
  coz: "because",
  n: "and",
  "&": "and",
  noone: "nobody",
  b4: "before",
};

/** Two words that are written as one. */
const apart: Readonly<Record<string, readonly [string, string]>> = {
  shouldnt: ["should", "not"],
  mustnt: ["must", "not"],
  wouldnt: ["would", "not"],
  couldnt: ["could", "not"],
  arent: ["are", "not"],
  wasnt: ["was", "not"],
  werent: ["were", "not"],
  hasnt: ["has", "not"],
  havent: ["have", "not"],
  youre: ["you", "are"],
  youve: ["you", "have"],
  id: ["i", "would"],
  thats: ["that", "is"],
  lets: ["let", "us"],
  gonna: ["going", "to"],
  gotta: ["got", "to"],
  wanna: ["want", "to"],
};

/** Behind one of these, "'s" is "is". */
const contracting = wordSet("it that there he she what who here this everything where how");
/** "id" before one of these is "I'd". */
const wishes = new Set(["rather", "prefer", "like", "love", "want", "appreciate", "much", "really", "sooner"]);

/** The words of a message, without what its author only cites. Linear in its length. */
export function wordsOf(text: string): Word[] {
  const plain = text.replace(/[‘’]/gu, "'");
  const masked = maskForeign(plain);
  const tokens = withOptions(tokenise(masked, wordsMax), masked);
  return tokens.flatMap((token, place): Word[] => {
    const { start, end, lower } = token;
    if (isQuoted(lower)) return [{ word: "“”", text: text.slice(start, end), start, end, kind: "quote" }];
    if (!/[\p{L}\p{N}]/u.test(lower)) return [{ word: lower, text: token.text, start, end, kind: "mark" }];
    const two = Object.hasOwn(apart, lower) ? apart[lower] : undefined;
    if (two !== undefined && (lower !== "id" || wishes.has(tokens[place + 1]?.lower ?? ""))) {
      const shown = { text: "", start: end, end, kind: "word" as const };
      return [
        { ...shown, word: two[0], text: token.text, start },
        { ...shown, word: two[1] },
      ];
    }
    const isVerb = lower === "'s" && contracting.has(tokens[place - 1]?.lower ?? "");
    const isUs = lower === "'s" && tokens[place - 1]?.lower === "let";
    const word = isUs ? "us" : isVerb ? "is" : Object.hasOwn(full, lower) ? full[lower]! : lower;
    const misspelt = word !== lower && !lower.startsWith("'") && lower !== "n't" && lower !== "&";
    return [{ word, text: misspelt ? word : token.text, start, end, kind: "word" }];
  });
}

/** "f", "D", "rf": letters that stand for options, and are no word. One at the end of a sentence looks like an initial. */
const shortOptions = /^(?:\p{L}\.?|[^\P{L}aeiou]{2,4})$/iu;

/** With options of commands as the words that they are: of "git push --force" the dashes would end what is said. */
function withOptions(tokens: readonly Token[], text: string): Token[] {
  const found: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const dashes = optionDashes(tokens, at, text);
    if (dashes === 0) {
      found.push(tokens[at]!);
      continue;
    }
    const name = tokens[at + dashes]!;
    const { start } = tokens[at]!;
    const option = "-".repeat(dashes) + name.text.replace(/\.$/u, "");
    const end = start + option.length;
    found.push({ text: option, lower: option.toLowerCase(), start, end });
    if (end < name.end) found.push({ text: ".", lower: ".", start: end, end: name.end });
    at += dashes;
  }
  return found;
}

/** With how many dashes an option begins at a token; 0 where none does. Before it stands a blank, and more of its line. */
function optionDashes(tokens: readonly Token[], at: number, text: string): 0 | 1 | 2 {
  const { text: mark, start } = tokens[at]!;
  if (mark !== "-" || at === 0) return 0;
  const dashes = tokens[at + 1]?.text === "-" ? 2 : 1;
  const name = tokens[at + dashes];
  if (name?.start !== start + dashes || !(dashes === 2 ? /^\p{L}/u : shortOptions).test(name.text)) return 0;
  return /^[^\S\n]+$/u.test(text.slice(tokens[at - 1]!.end, start)) ? dashes : 0;
}

/** Whether a word stands in the message. */
export const isOwn = ({ start }: Word): boolean => start >= 0;

/** A word that is put in. */
export const added = (text: string): Word => ({ word: text.toLowerCase(), text, start: -1, end: -1, kind: "word" });

export const addedAll = (text: string): Word[] => text.split(" ").map(added);

/** The words as a text, with blanks where the message had some. */
export function joined(words: readonly Word[]): string {
  let text = "";
  let before: Word | undefined;
  for (const word of words) {
    const glued = before !== undefined && before.end >= 0 && before.end === word.start;
    if (text !== "" && !glued && !(word.kind === "mark" && ",;.:!?)".includes(word.word))) text += " ";
    if (word.text === "n't") text += glued ? " not" : "not";
    else text += word.text;
    before = word;
  }
  return text;
}
