import { factorsOf, finalScore, ownScore, type Explanation } from "./scoring/score.ts";
import { Bm25 } from "./scoring/bm25.ts";
import { QueryTerms } from "../words/query-terms.ts";
import { queryTermsOf } from "../words/tokenize.ts";
import { visibleUsers, type Scope } from "../scope.ts";
import { userSubject } from "../graph/fact.ts";
import { holdsOn, type Graph, type GraphFact, type SearchableFact } from "../graph/graph.ts";

export type FoundFact = { fact: GraphFact; similarity: number; explanation: Explanation };

/** Who says "I" asks of facts about the user: their words weigh so much more, which decides between near equals. */
const ownWeight = 1.25;
/** So much what is over or only planned: more than age takes off, so that a plan just told does not come before what holds. */
const unheldWeight = 0.9;
const ofOneself = /(?<![\p{L}\p{N}])(?:i|me|my|mine|we|our)(?![\p{L}\p{N}])/iu;

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

  /** What `system`'s messages call "the user" is not the user who asks, and its "my sister" is not theirs. */
  async #visible(scope: Scope, user: string): Promise<SearchableFact[]> {
    const facts = await this.#graph.searchable({ ...scope, user });
    if (user === scope.user) return facts;
    return facts
      .filter(({ fact }) => !fact.isPersonal)
      .map(({ fact, sharedTerms }) => ({ fact, terms: sharedTerms, sharedTerms }));
  }

  /** Best first; of equals what holds before what is over or planned, then what was said last. */
  async find(scope: Scope, text: string, nowMs: number): Promise<FoundFact[]> {
    const parts = await Promise.all(visibleUsers(scope).map((user) => this.#visible(scope, user)));
    const facts = parts.flat();
    const query = new QueryTerms(queryTermsOf(text));
    const bm25 = new Bm25(collectionOf(facts, query));
    const today = new Date(nowMs).toISOString().slice(0, 10);
    const asksOfOneself = ofOneself.test(text);
    const weigh = ({ fact }: SearchableFact) =>
      (asksOfOneself && isOfAsker(fact) ? ownWeight : 1) * (holdsOn(fact, today) ? 1 : unheldWeight);
    return facts
      .flatMap((each) => found(each, wordsOf(each, query, bm25) * weigh(each), nowMs))
      .toSorted((one, other) => other.similarity - one.similarity || order(one.fact, other.fact, today));
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

const isOfAsker = ({ subject, object }: GraphFact) => subject === userSubject || object === userSubject;

function wordsOf({ terms }: SearchableFact, query: QueryTerms, bm25: Bm25): number {
  let words = 0;
  query.each(terms, (place, count) => (words += bm25.part(place, count, terms.length)));
  return words;
}

function found({ fact }: SearchableFact, words: number, nowMs: number): FoundFact[] {
  if (words === 0) return [];
  const factors = factorsOf({ createdAtMs: fact.saidAtMs, standing: undefined }, nowMs);
  const similarity = Math.min(1, finalScore(ownScore(Number.NaN, words), undefined, factors));
  return [{ fact, similarity, explanation: { cosine: undefined, bm25: Math.min(1, words), context: 0, ...factors } }];
}

function order(one: GraphFact, other: GraphFact, today: string): number {
  const held = Number(holdsOn(other, today)) - Number(holdsOn(one, today));
  return held || other.saidAtMs - one.saidAtMs || (one.id < other.id ? -1 : 1);
}
