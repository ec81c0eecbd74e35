import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../error.ts";
import type { Embedder } from "../embedder.ts";
import { patternText, type PatternContent } from "../entity/pattern.ts";
import type { Scope } from "../scope.ts";
import { beginningOf } from "../text.ts";
import type { IndexStore } from "./index-store.ts";
import { vectorsAreMissing, vectorsComeSoon } from "./pending-vectors.ts";
import type { SearchRequest, SearchResult } from "./request.ts";
import type { Search } from "./search.ts";

export type SimilarPattern = { id: string; title: string; similarity: number };

/** From this cosine on, two patterns are about the same thing: under the built-in model, related ones reach .55. */
const minCosine = 0.7;
/** How long what was just written is waited for, to have its vector. */
const patienceMs = 1_000;
const pollMs = 25;
const candidates = 50;
const shown = 10;
/** The model reads the beginning of a text: what follows cannot change its vector. */
const charactersMax = 4_000;

export type SimilarPatternsOptions = {
  /** Should leave no receipts: nobody asked for one. */
  search: Pick<Search, "search">;
  store: Pick<IndexStore, "state">;
  embedder: Pick<Embedder, "fingerprint" | "known" | "healthy">;
};

/** Finds patterns that say nearly the same as another. */
export class SimilarPatterns {
  readonly #options: SimilarPatternsOptions;

  constructor(options: SimilarPatternsOptions) {
    this.#options = options;
  }

  /** Nearest first; none while the embedder is down or the index cannot be read: the pattern is stored all the same. */
  async find(scope: Scope, pattern: PatternContent & { id: string }, signal?: AbortSignal): Promise<SimilarPattern[]> {
    const query = beginningOf(patternText(pattern), charactersMax);
    const request: SearchRequest = {
      query,
      role: "document",
      limit: candidates,
      layers: ["patterns"],
      explain: true,
      quarantined: "include",
    };
    let results = await this.#found(scope, request, signal);
    const isMissing = results.some(({ memory, awaitsVector }) => memory.id !== pattern.id && awaitsVector);
    if (isMissing && (await this.#settled(scope.account, query))) results = await this.#found(scope, request, signal);
    return results
      .map(({ memory, explanation }) => {
        return { id: memory.id, title: memory.pattern?.title ?? "", similarity: explanation?.cosine ?? 0 };
      })
      .filter(({ id, similarity }) => id !== pattern.id && similarity >= minCosine)
      .sort((one, other) => other.similarity - one.similarity)
      .slice(0, shown);
  }

  /** Waits for the vectors of what was just written, if these are few; answers whether any may have come. */
  async #settled(account: string, query: string): Promise<boolean> {
    const { store, embedder } = this.#options;
    // Without the question's own vector they would tell nothing.
    if (!embedder.known(query)) return false;
    const deadline = performance.now() + patienceMs;
    for (let waited = false; ; waited = true) {
      const state = await store.state(account);
      if (state?.fingerprint !== embedder.fingerprint) return waited;
      if (!vectorsAreMissing(state, false)) return true;
      if (!vectorsComeSoon(state) || !embedder.healthy() || performance.now() >= deadline) return waited;
      await sleep(pollMs);
    }
  }

  async #found(scope: Scope, request: SearchRequest, signal: AbortSignal | undefined): Promise<SearchResult[]> {
    try {
      return (await this.#options.search.search(scope, request, signal)).results;
    } catch (error) {
      if (error instanceof AppError && error.code === "unavailable") return [];
      throw error;
    }
  }
}
