import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Reads what corpus.ts printed and writes ../weights.bin: logistic regression over pieces of words, by AdaGrad. */

const size = 2 ** 14;
const steps = 2_000_000;
const rate = 0.15;
const decay = 2e-6;
/** What a byte of 127 means. */
const weightMax = 4;

/** As src/memory/language/spelling.ts does it. */
function hash(piece: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < piece.length; at++) hash = Math.imul(hash ^ piece.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) & (size - 1);
}

const known = new Map<string, number[]>();
function piecesOf(word: string): number[] {
  let pieces = known.get(word);
  if (pieces !== undefined) return pieces;
  const ends = `^${word}$`;
  pieces = [hash(`=${word}`)];
  for (const length of [2, 3, 4]) {
    for (let at = 0; at + length <= ends.length; at++) pieces.push(hash(ends.slice(at, at + length)));
  }
  known.set(word, pieces);
  return pieces;
}

/** Neither names nor code. */
function wordsOf(text: string): string[] {
  const isShouted = !/\p{Ll}/u.test(text);
  return [...text.matchAll(/\S+/gu)].flatMap(([found], at) => {
    const word = found.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
    const isName = !isShouted && at > 0 && /^\p{Lu}/u.test(word);
    if (isName || /\p{Ll}\p{Lu}/u.test(word) || !/^[\p{Script=Latin}\p{M}'’-]+$/u.test(word)) return [];
    return word.toLowerCase().split(/['’-]/u).filter(Boolean);
  });
}

const withoutAccents = (word: string): string => {
  const bare = word.normalize("NFD").replaceAll(/\p{M}/gu, "");
  return bare.replaceAll("ı", "i").replaceAll("ł", "l").replaceAll("đ", "d").replaceAll("ø", "o").replaceAll("ß", "ss");
};

const texts = new Map<string, string[][]>();
for (const line of readFileSync(0, "utf8").split("\n")) {
  const [language = "", text = ""] = line.split("\t");
  const words = wordsOf(text);
  if (words.length === 0) continue;
  if (!texts.has(language)) texts.set(language, []);
  texts.get(language)!.push(words);
}
const english = new Set(["en", "said", "held", "word"]);
const others = [...texts.keys()].filter((language) => !english.has(language));
const shares = others.map((language) => Math.sqrt(texts.get(language)!.length) * (language.startsWith("stop") ? 0.6 : 1));
const total = shares.reduce((one, other) => one + other);

let seed = 7;
function chance(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
}
const pick = <T>(items: readonly T[]): T => items[Math.floor(chance() * items.length)]!;

function pickOther(): string {
  let left = chance() * total;
  return others[shares.findIndex((share) => (left -= share) < 0)] ?? others[0]!;
}

function pickEnglish(): string {
  if (chance() < 0.03) return "word";
  return chance() < 0.7 ? "said" : "en";
}

/** A whole text, or up to five words in a row. */
function pickWords(language: string): string[] {
  const words = pick(texts.get(language)!);
  if (chance() >= 0.7) return words;
  const count = 1 + Math.floor(chance() * 5);
  const from = Math.floor(chance() * Math.max(1, words.length - count + 1));
  return words.slice(from, from + count);
}

const weights = new Float64Array(size);
const squares = new Float64Array(size).fill(1e-3);

const spelling = (word: string): number => {
  const pieces = piecesOf(word);
  return pieces.reduce((sum, piece) => sum + weights[piece]!, 0) / Math.sqrt(pieces.length);
};

for (let step = 0; step < steps; step++) {
  const isEnglish = chance() < 0.5;
  let words = pickWords(isEnglish ? pickEnglish() : pickOther());
  if (!isEnglish && chance() < 0.4) words = words.map(withoutAccents);
  const sum = words.reduce((all, word) => all + spelling(word), 0);
  const error = 1 / (1 + Math.exp(-sum)) - Number(isEnglish);
  for (const word of words) {
    const pieces = piecesOf(word);
    for (const piece of pieces) {
      const gradient = error / Math.sqrt(pieces.length) + decay * weights[piece]!;
      squares[piece]! += gradient * gradient;
      weights[piece]! -= (rate * gradient) / Math.sqrt(squares[piece]!);
    }
  }
}

const toByte = (weight: number) => Math.max(-127, Math.min(127, Math.round((weight / weightMax) * 127)));
const bytes = Int8Array.from(weights, toByte);
bytes.forEach((byte, at) => (weights[at] = (byte * weightMax) / 127));
writeFileSync(join(import.meta.dirname, "../weights.bin"), bytes);

const isForeign = (words: string[]) => words.reduce((sum, word) => sum + spelling(word), 0) < -4;
for (const language of ["held", ...others.filter((each) => !each.startsWith("stop"))]) {
  const all = texts.get(language)!;
  console.log(`${language}: ${all.filter(isForeign).length} of ${all.length} are taken for another language than English`);
}
