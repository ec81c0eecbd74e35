import { adverbs } from "../words/classes.ts";
import { wordAt, type Word } from "./word.ts";

/** A sequence of alternatives: "i|we would rather|sooner". One that ends in "?" may be missing. */
export type Phrase = readonly { readonly words: ReadonlySet<string>; readonly optional: boolean }[];

export type Match = { readonly to: number; readonly adverbs: ReadonlySet<string> };

const none: ReadonlySet<string> = new Set();

function phrase(text: string): Phrase {
  return text.split(" ").map((part) => {
    const optional = part.endsWith("?");
    return { words: new Set((optional ? part.slice(0, -1) : part).split("|")), optional };
  });
}

/** Phrases by their first words; of those that share one, the longest that matches counts. */
export type Phrases = ReadonlyMap<string, readonly Phrase[]>;

/** One phrase a line; none may begin with a part that may be missing. */
export function phrases(text: string): Phrases {
  const byFirst = new Map<string, Phrase[]>();
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const parts = phrase(line.trim());
    for (const word of parts[0]!.words) byFirst.set(word, [...(byFirst.get(word) ?? []), parts]);
  }
  return byFirst;
}

/** Matches a phrase at a place; adverbs between its words are passed over and told. Never goes back. */
function matchOf(words: readonly Word[], at: number, parts: Phrase): Match | undefined {
  let place = at;
  let passed: Set<string> | undefined;
  for (const { words: allowed, optional } of parts) {
    let next = place;
    while (next > at && !allowed.has(wordAt(words, next)) && adverbs.has(wordAt(words, next))) next++;
    if (allowed.has(wordAt(words, next))) {
      for (let skipped = place; skipped < next; skipped++) (passed ??= new Set()).add(words[skipped]!.word);
      place = next + 1;
    } else if (!optional) return undefined;
  }
  return { to: place, adverbs: passed ?? none };
}

/** The longest of some phrases that stands at a place. */
export function matchAt(words: readonly Word[], at: number, list: Phrases): Match | undefined {
  const word = words[at]?.word;
  let longest: Match | undefined;
  for (const each of (word !== undefined && list.get(word)) || []) {
    const found = matchOf(words, at, each);
    if (found && found.to > (longest?.to ?? at)) longest = found;
  }
  return longest;
}

/** Where a phrase begins at or behind a place; -1 where it does not. */
export function find(words: readonly Word[], list: Phrases, from = 0, to = words.length): number {
  for (let at = from; at < to; at++) if (matchAt(words, at, list)) return at;
  return -1;
}

/** The first match at or behind a place, and where it begins. */
export function search(
  words: readonly Word[],
  list: Phrases,
  from?: number,
  to?: number,
): (Match & { readonly at: number }) | undefined {
  const at = find(words, list, from, to);
  return at < 0 ? undefined : { ...matchAt(words, at, list)!, at };
}

export const has = (words: readonly Word[], list: Phrases): boolean => find(words, list) >= 0;
