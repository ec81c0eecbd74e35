import { factorsOf, finalScore, ownScore, type Explanation } from "../search/score.ts";
import { Bm25 } from "../search/words/bm25.ts";
import { QueryTerms } from "../search/words/query-terms.ts";
import type { Terms } from "../search/words/terms.ts";
import { visibleUsers, type Scope } from "../scope.ts";
import type { Graph, GraphFact, SearchableFact } from "./graph.ts";

export type FoundFact = { fact: GraphFact; similarity: number; explanation: Explanation };

/**
 * Finds facts by their words and the other names of whom they are about, over the statistics of all facts that the scope
 * sees. They have no vectors, so a word in common there must be. The score is that of docs/search.md for a memory without
 * vector and without context.
 */
export class FactSearch {
  readonly #graph: Pick<Graph, "searchable">;

  constructor(graph: Pick<Graph, "searchable">) {
    this.#graph = graph;
  }

  /** Best first; of equals what holds before what has ended, then what was said last. */
  async find(scope: Scope, terms: Terms, nowMs: number): Promise<FoundFact[]> {
    const parts = await Promise.all(visibleUsers(scope).map((user) => this.#graph.searchable({ ...scope, user })));
    const facts = parts.flat();
    const query = new QueryTerms(terms);
    const bm25 = new Bm25(collectionOf(facts, query));
    return facts
      .flatMap((each) => found(each, query, bm25, nowMs))
      .toSorted((one, other) => other.similarity - one.similarity || order(one.fact, other.fact));
  }
}

function collectionOf(facts: SearchableFact[], query: QueryTerms) {
  const sums = { texts: facts.length, totalLength: 0, frequency: new Float64Array(query.size) };
  for (const { terms } of facts) {
    sums.totalLength += terms.length;
    query.each(terms, (place) => sums.frequency[place]!++);
  }
  return sums;
}

function found({ fact, terms }: SearchableFact, query: QueryTerms, bm25: Bm25, nowMs: number): FoundFact[] {
  let words = 0;
  query.each(terms, (place, count) => (words += bm25.part(place, count, terms.length)));
  if (words === 0) return [];
  const factors = factorsOf({ createdAtMs: fact.saidAtMs, standing: undefined }, nowMs);
  const similarity = Math.min(1, finalScore(ownScore(Number.NaN, words), undefined, factors));
  return [{ fact, similarity, explanation: { cosine: undefined, bm25: Math.min(1, words), context: 0, ...factors } }];
}

function order(one: GraphFact, other: GraphFact): number {
  const ended = Number(one.validTo !== null) - Number(other.validTo !== null);
  return ended || other.saidAtMs - one.saidAtMs || (one.id < other.id ? -1 : 1);
}
