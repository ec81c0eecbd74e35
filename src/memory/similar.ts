import { patternText, type Pattern } from "./pattern.ts";
import type { Scope } from "./scope.ts";
import type { Search } from "./search/search.ts";

export type SimilarPattern = { id: string; title: string; similarity: number };

/** From this cosine on, two patterns say nearly the same. */
const minCosine = 0.8;
const candidates = 50;
const shown = 10;
/** The model reads the beginning of a text: what follows cannot change its vector. */
const maxCharacters = 4_000;

/** Finds patterns that say nearly the same as another. */
export class SimilarPatterns {
  readonly #search: Pick<Search, "search">;

  /** The search should leave no receipts: nobody asked for one. */
  constructor(search: Pick<Search, "search">) {
    this.#search = search;
  }

  /** Nearest first; none while the embedder is down. */
  async find(scope: Scope, pattern: Pattern, signal?: AbortSignal): Promise<SimilarPattern[]> {
    const query = patternText(pattern).slice(0, maxCharacters);
    const request = { query, limit: candidates, layers: ["patterns" as const], explain: true };
    const { results } = await this.#search.search(scope, request, signal);
    return results
      .map(({ memory, explanation }) => {
        return { id: memory.id, title: memory.pattern?.title ?? "", similarity: explanation?.cosine ?? 0 };
      })
      .filter(({ id, similarity }) => id !== pattern.id && similarity >= minCosine)
      .sort((one, other) => other.similarity - one.similarity)
      .slice(0, shown);
  }
}
