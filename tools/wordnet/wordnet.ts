import { readFileSync } from "node:fs";
import { join } from "node:path";

export type Pos = "n" | "v" | "a" | "r";
const parts: readonly [Pos, string][] = [
  ["n", "noun"],
  ["v", "verb"],
  ["a", "adj"],
  ["r", "adv"],
];

/** A lemma's sense: its synset, as part of speech and offset ("n00001740"), how often it was tagged so, and the file that it is in. */
export type Sense = { lemma: string; synset: string; count: number; rank: number; file: number };

const records = (path: string): string[] =>
  readFileSync(path, "latin1")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith(" "));

/** The words of a synset, and the synsets that it is a kind of. */
export type Synset = { words: string[]; parents: string[] };

/** The synsets of WordNet's data files (wndb(5WN)) in a folder `dict`. */
export function readSynsets(dict: string): Map<string, Synset> {
  const synsets = new Map<string, Synset>();
  for (const [pos, name] of parts) {
    for (const line of records(join(dict, `data.${name}`))) {
      const [offset, , , count, ...rest] = line.slice(0, line.indexOf(" | ")).split(" ");
      const wordsEnd = parseInt(count!, 16) * 2;
      const pointers = rest.slice(wordsEnd + 1);
      synsets.set(`${pos}${offset}`, {
        words: rest.slice(0, wordsEnd).filter((_, at) => at % 2 === 0),
        parents: pointers.flatMap((symbol, at) => (symbol === "@" ? [`${pos}${pointers[at + 1]}`] : [])),
      });
    }
  }
  return synsets;
}

/** All senses of a folder `dict` (senseidx(5WN)); a lemma's most frequent one has rank 1. */
export function readSenses(dict: string): Sense[] {
  const letters = " nvara";
  return records(join(dict, "index.sense")).map((line) => {
    const [key = "", offset = "", rank, count] = line.split(" ");
    const [lemma = "", sense = ""] = key.split("%");
    const [pos, file] = sense.split(":");
    const synset = letters[Number(pos)]! + offset;
    return { lemma, synset, count: Number(count), rank: Number(rank), file: Number(file) };
  });
}
