import { readFileSync } from "node:fs";
import { join } from "node:path";

export type Pos = "n" | "v" | "a" | "r";
export const parts: readonly [Pos, string][] = [
  ["n", "noun"],
  ["v", "verb"],
  ["a", "adj"],
  ["r", "adv"],
];

/** A synset of WordNet's data files (wndb(5WN)); ids are the part of speech and the offset, "n00001740". */
export type Synset = {
  id: string;
  /** Number of its lexicographer file: 18 is noun.person. */
  file: number;
  words: string[];
  /** Hypernyms, of an adjective's satellite its head. */
  parents: string[];
  /** What a verb entails or causes. */
  entails: string[];
  antonyms: { word: number; target: string }[];
  /** Of the word with this number (from 1): synsets of derived words. */
  derived: { word: number; target: string }[];
};

/** A lemma's sense: what it means, and how often it was tagged so. */
export type Sense = { lemma: string; synset: string; count: number };

const part = (letter: string): Pos => (letter === "s" ? "a" : letter) as Pos; // The files have no other letters.

function synsetOf(line: string): Synset {
  const [offset, file, letter, words, ...rest] = line.slice(0, line.indexOf(" | ")).split(" ");
  const pos = part(letter!);
  const count = parseInt(words!, 16);
  const synset: Synset = {
    id: pos + offset,
    file: Number(file),
    words: rest.slice(0, count * 2).filter((_, at) => at % 2 === 0),
    parents: [],
    entails: [],
    antonyms: [],
    derived: [],
  };
  const pointers = Number(rest[count * 2]);
  for (let at = 0; at < pointers; at++) {
    const [symbol, target, targetPart, places] = rest.slice(count * 2 + 1 + at * 4, count * 2 + 5 + at * 4);
    const id = part(targetPart!) + target;
    const word = parseInt(places!.slice(0, 2), 16);
    if (symbol === "@" || symbol === "@i" || (symbol === "&" && letter === "s")) synset.parents.push(id);
    else if (symbol === "*" || symbol === ">") synset.entails.push(id);
    else if (symbol === "!") synset.antonyms.push({ word, target: id });
    else if (symbol === "+" || symbol === "\\") synset.derived.push({ word, target: id });
  }
  return synset;
}

const records = (path: string): string[] =>
  readFileSync(path, "latin1")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith(" "));

/** All synsets of a folder `dict`, by id. */
export function readSynsets(dict: string): Map<string, Synset> {
  const synsets = new Map<string, Synset>();
  for (const [, name] of parts) {
    for (const line of records(join(dict, `data.${name}`))) {
      const synset = synsetOf(line);
      synsets.set(synset.id, synset);
    }
  }
  return synsets;
}

/** All senses of a folder `dict`, the most frequent of each lemma and part of speech first. */
export function readSenses(dict: string): Sense[] {
  const letters = " nvara";
  return records(join(dict, "index.sense"))
    .map((line) => {
      const [key = "", offset = "", number, count] = line.split(" ");
      const at = key.indexOf("%");
      const sense = { lemma: key.slice(0, at), synset: letters[Number(key[at + 1])]! + offset, count: Number(count) };
      return { sense, number: Number(number) };
    })
    .toSorted((one, other) => one.number - other.number)
    .map(({ sense }) => sense);
}
