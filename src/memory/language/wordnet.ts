import { readFileSync } from "node:fs";
import { installed } from "./installed.ts";

/**
 * third_party/wordnet/words.txt, read when it is first asked for. Two parts with an empty line between; numbers are of base 36.
 *
 *     synset = file "." size [";" parents [";" entailed [";" antonyms]]]
 *     word   = base (TAB part share synsets ["+" derived])*
 *
 * A synset's number is its line. `file` is WordNet's lexicographer file; below it are up to 2^size synsets. `part` is n, v,
 * a or r, `share` how many ninths of the word's uses are of it; synsets are in the order of their frequency.
 */
type Table = { text: string; lines: Uint32Array; firstWord: number };

export type Synset = { file: number; size: number; parents: number[]; entailed: number[]; antonyms: number[] };
export type Senses = { share: number; synsets: number[]; derived: number[] };
export type Part = "n" | "v" | "a" | "r";

let table: Table | undefined;

const name = "third_party/wordnet/words.txt";

function read(): Table {
  const text = readFileSync(installed(name), "latin1");
  const starts: number[] = [];
  let firstWord = 0;
  for (let at = 0; at < text.length;) {
    const end = text.indexOf("\n", at);
    starts.push(at);
    if (end === at) firstWord = starts.length;
    at = end + 1;
  }
  starts.push(text.length);
  return { text, lines: Uint32Array.from(starts), firstWord };
}

const lineAt = ({ text, lines }: Table, at: number): string => text.slice(lines[at]!, lines[at + 1]! - 1);
const numbers = (list: string | undefined): number[] =>
  list === undefined || list === "" ? [] : list.split(",").map((each) => parseInt(each, 36));

export function synsetAt(number: number): Synset {
  table ??= read();
  const [kind = "", parents, entailed, antonyms] = lineAt(table, number).split(";");
  const [file = "", size = ""] = kind.split(".");
  return {
    file: parseInt(file, 36),
    size: parseInt(size, 36),
    parents: numbers(parents),
    entailed: numbers(entailed),
    antonyms: numbers(antonyms),
  };
}

/** What a base, or bases joined by spaces, can mean, by part of speech; undefined for an unknown one. */
export function sensesOf(base: string): ReadonlyMap<Part, Senses> | undefined {
  table ??= read();
  const wanted = `${base}\t`;
  let low = table.firstWord;
  let high = table.lines.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const start = table.lines[middle]!;
    const found = table.text.slice(start, start + wanted.length);
    if (found === wanted) return parsed(lineAt(table, middle));
    if (found < wanted) low = middle + 1;
    else high = middle;
  }
  return undefined;
}

function parsed(line: string): ReadonlyMap<Part, Senses> {
  const senses = new Map<Part, Senses>();
  for (const field of line.split("\t").slice(1)) {
    const [own, derived] = field.slice(2).split("+");
    senses.set(field[0] as Part, { share: Number(field[1]), synsets: numbers(own), derived: numbers(derived) }); // The file has no other letters.
  }
  return senses;
}
