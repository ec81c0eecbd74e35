import type { DirectiveType, Rule } from "../../fixture/directives/item.ts";
import { contentOf, mustKeep, overlap, wordCount } from "./words.ts";

export type Given = { type: DirectiveType; rule: string };
/** A measure of how close two texts are in meaning, from -1 to 1. */
export type Cosine = (one: string, other: string) => Promise<number>;

export type Matched = {
  pairs: { expected: Rule; given: Given }[];
  missed: Rule[];
  wrong: Given[];
  /** Texts that match under another type: expected, then given. */
  confused: [DirectiveType, DirectiveType][];
};

const sure = 0.6;
const possible = 0.4;
const leastCosine = 0.75;

/** How well texts match, 0 to 1; 0 where they do not. test/fixture/directives/README.md has the conditions. */
export async function textMatch(expected: string, given: string, cosine: Cosine): Promise<number> {
  const kept = mustKeep(given);
  if ([...mustKeep(expected)].some((word) => !kept.has(word))) return 0;
  if (wordCount(given) > 1.5 * wordCount(expected) + 2) return 0;
  return sameMeaning(expected, given, cosine);
}

/** How far two texts mean the same, by their words, and in doubt by the embedder; 0 where they do not. */
export async function sameMeaning(expected: string, given: string, cosine: Cosine): Promise<number> {
  const share = overlap(contentOf(expected), contentOf(given));
  if (share >= sure) return share;
  return share >= possible && (await cosine(expected, given)) >= leastCosine ? share : 0;
}

/** Matches each expected and each given rule at most once, the best pairs first. */
export async function match(expected: Rule[], given: Given[], cosine: Cosine): Promise<Matched> {
  const left = { expected: new Set(expected), given: new Set(given) };
  const found = await candidates(expected, given, cosine);
  const take = (sameType: boolean) =>
    found.filter(({ one, other }) => {
      const fits = (one.type === other.type) === sameType && left.expected.has(one) && left.given.has(other);
      return fits && left.expected.delete(one) && left.given.delete(other);
    });
  const pairs = take(true).map(({ one, other }) => ({ expected: one, given: other }));
  const [missed, wrong] = [[...left.expected], [...left.given]];
  const confused = take(false).map(({ one, other }): [DirectiveType, DirectiveType] => [one.type, other.type]);
  return { pairs, missed, wrong, confused };
}

type Candidate = { one: Rule; other: Given; score: number };

async function candidates(expected: Rule[], given: Given[], cosine: Cosine): Promise<Candidate[]> {
  const all: Candidate[] = [];
  for (const one of expected) {
    for (const other of given) {
      const score = await textMatch(one.rule, other.rule, cosine);
      if (score > 0) all.push({ one, other, score });
    }
  }
  return all.sort((a, b) => b.score - a.score);
}
