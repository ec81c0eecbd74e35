import type { Role } from "../embedder.ts";
import type { HydratedMemory } from "./index-store.ts";
import type { Layer } from "../entity/layer.ts";
import type { MetadataValue } from "../entity/metadata-labels.ts";
import type { Explanation } from "./scoring/score.ts";

export type SearchRequest = {
  query: string;
  /** What its vector is made of, where that is not the query. */
  meaning?: string;
  /** As what that is embedded: as a document, where what says the same is looked for. Default: query. */
  role?: Role;
  /** At least 1. */
  limit: number;
  /** Patterns and signals if absent. */
  layers?: Layer[];
  sessionId?: string;
  /** All must be present, compared folded. */
  tags?: string[];
  /** What messages must have been stored with, member by member. */
  metadata?: ReadonlyMap<string, MetadataValue>;
  /** At or after. */
  sinceMs?: number;
  /** Before. */
  untilMs?: number;
  minSimilarity?: number;
  explain?: boolean;
  /** Patterns that failed too often: left out if absent, or let through by `isProbe`. */
  quarantined?: "include" | "probe";
  /**
   * Of what was just written without a vector yet: whether models' replies that the gateway stored are worth waiting for,
   * too. Words find them at once. Default true.
   */
  awaitsReplies?: boolean;
  /** Until when, of `performance.now()`, vectors may be waited for, the query's own too: what comes behind takes time. */
  awaitsUntilMs?: number;
  /** Those that may be results, of some that were found, in the same order: what is left out makes room. All if absent. */
  keep?: (found: readonly HydratedMemory[]) => Promise<readonly HydratedMemory[]>;
  /** Each of the first messages has what may correct it right behind it, however low that scores: docs/search.md. */
  corrections?: boolean;
  /** How many candidates more are taken than usual: about as many as `keep` is to leave out. */
  moreCandidates?: number;
};

export type SearchResult = {
  memory: HydratedMemory;
  /** Absolute, 0 to 1: what an irrelevant query finds is low. Falls with rank, but for corrections. */
  similarity: number;
  /** Where it was asked for. */
  explanation?: Explanation;
  /** Beside the explanation, of a memory: whether it is still to be embedded. */
  awaitsVector?: boolean;
};

export type SearchAnswer = {
  retrievalId: string;
  results: SearchResult[];
  /** Nothing was looked for by its meaning: the embedder is down or was late, or its vectors are not those that are searched. */
  isByWordsOnly?: boolean;
};
