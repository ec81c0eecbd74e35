import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../error.ts";
import type { Embedder } from "./embedder.ts";
import { patternText, type Pattern } from "./pattern.ts";
import type { Scope } from "./scope.ts";
import type { Search, SearchRequest, SearchResult } from "./search/search.ts";

export type SimilarPattern = { id: string; title: string; similarity: number };

/** From this cosine on, two patterns are about the same thing: under the built-in model, related ones reach .55. */
const minCosine = 0.7;
/** How long what was just written is waited for, to have its vector. */
const patienceMs = 1_000;
const pollMs = 25;
const candidates = 50;
const shown = 10;
/** The model reads the beginning of a text: what follows cannot change its vector. */
const maxCharacters = 4_000;

/** Finds patterns that say nearly the same as another. */
export class SimilarPatterns {
  readonly #search: Pick<Search, "search">;
  readonly #embedder: Pick<Embedder, "healthy">;

  /** The search should leave no receipts: nobody asked for one. */
  constructor(search: Pick<Search, "search">, embedder: Pick<Embedder, "healthy">) {
    this.#search = search;
    this.#embedder = embedder;
  }

  /** Nearest first; none while the embedder is down or the index cannot be read: the pattern is stored all the same. */
  async find(scope: Scope, pattern: Pattern, signal?: AbortSignal): Promise<SimilarPattern[]> {
    const query = patternText(pattern).slice(0, maxCharacters);
    const request: SearchRequest = {
      query,
      limit: candidates,
      layers: ["patterns"],
      explain: true,
      quarantined: "include",
    };
    const deadline = performance.now() + patienceMs;
    let results = await this.#found(scope, request, signal);
    while (results.some(lacksVector) && this.#embedder.healthy() && performance.now() < deadline) {
      await sleep(pollMs);
      results = await this.#found(scope, request, signal);
    }
    return results
      .map(({ memory, explanation }) => {
        return { id: memory.id, title: memory.pattern?.title ?? "", similarity: explanation?.cosine ?? 0 };
      })
      .filter(({ id, similarity }) => id !== pattern.id && similarity >= minCosine)
      .sort((one, other) => other.similarity - one.similarity)
      .slice(0, shown);
  }

  async #found(scope: Scope, request: SearchRequest, signal: AbortSignal | undefined): Promise<SearchResult[]> {
    try {
      return (await this.#search.search(scope, request, signal)).results;
    } catch (error) {
      if (error instanceof AppError && error.code === "unavailable") return [];
      throw error;
    }
  }
}

function lacksVector({ explanation }: SearchResult): boolean {
  return explanation?.cosine === undefined;
}
