import { readFileSync } from "node:fs";
import { installed } from "./installed.ts";

/**
 * third_party/wordnet/words.txt, read when it is first asked for: a base, or bases joined by blanks, on each line, in their
 * order, and how it is used: "angry\ta9", "drink\tv6n3". Instead of n, p is a noun that is above all for a person, "boss\tp9v0a0",
 * and l one for a place: "garden\tl9v0".
 */
type Table = { text: string; starts: Uint32Array };

export type Part = "n" | "v" | "a" | "r";

/** How many ninths of a word's uses are of a part of speech: noun, verb, adjective, adverb; of each that it can be. */
export type Uses = Readonly<Partial<Record<Part, number>>> & {
  /** Of the noun. */
  readonly isPerson?: true;
  /** Of the noun. */
  readonly isPlace?: true;
};

let table: Table | undefined;

function read(): Table {
  const text = readFileSync(installed("third_party/wordnet/words.txt"), "latin1");
  const starts: number[] = [];
  for (let at = 0; at < text.length; at = text.indexOf("\n", at) + 1) starts.push(at);
  return { text, starts: Uint32Array.from(starts) };
}

/** How a base, or bases joined by blanks, is used; undefined for an unknown one. */
export function usesOf(base: string): Uses | undefined {
  table ??= read();
  const { text, starts } = table;
  const wanted = `${base}\t`;
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const start = starts[middle]!;
    const found = text.slice(start, start + wanted.length);
    if (found === wanted) return parsed(text.slice(start + wanted.length, text.indexOf("\n", start)));
    if (found < wanted) low = middle + 1;
    else high = middle;
  }
  return undefined;
}

const partOf = (letter: string): Part => (letter === "p" || letter === "l" ? "n" : (letter as Part)); // The file has no other letters.

function parsed(said: string): Uses {
  const uses: Partial<Record<Part, number>> = {};
  for (let at = 0; at < said.length; at += 2) uses[partOf(said[at]!)] = Number(said[at + 1]);
  if (said.includes("p")) return { ...uses, isPerson: true };
  return said.includes("l") ? { ...uses, isPlace: true } : uses;
}
