import { readFileSync } from "node:fs";
import { installed } from "./installed.ts";

/**
 * model/english/weights.bin, read when it is first asked for: for each hash of a piece of a word, what it adds to the chances that a
 * word is English, in parts of 127 / 4. A word's pieces are itself and all runs of two to four of its letters and its two ends.
 */
let weights: Int8Array | undefined;
const scale = 4 / 127;
const name = "model/english/weights.bin";

const known = new Map<string, number>();
/** How many words are remembered. */
const knownMax = 20_000;
/** Longer ones are no words, and say nothing. */
const letterMax = 40;

/**
 * The logarithm of how much likelier a word in lower case is English than of another language of Latin letters, by its spelling alone.
 * Those of a sentence's words add up: three or four of them mostly tell.
 */
export function englishSpelling(word: string): number {
  if (word.length > letterMax) return 0;
  let chances = known.get(word);
  if (chances === undefined) {
    chances = read(word);
    if (known.size >= knownMax) known.clear();
    known.set(word, chances);
  }
  return chances;
}

function read(word: string): number {
  const table = (weights ??= new Int8Array(readFileSync(installed(name))));
  const ends = `^${word}$`;
  let sum = table[hash(`=${word}`, table.length)]!;
  let pieces = 1;
  for (let length = 2; length <= 4; length++) {
    for (let at = 0; at + length <= ends.length; at++, pieces++) {
      sum += table[hash(ends.slice(at, at + length), table.length)]!;
    }
  }
  return (sum * scale) / Math.sqrt(pieces);
}

/** FNV-1a over units of UTF-16, into a table of a power of two. */
function hash(piece: string, size: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < piece.length; at++) hash = Math.imul(hash ^ piece.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) & (size - 1);
}
