import type { Embedder } from "../embedder.ts";
import { firstWithin } from "../page/first-within.ts";
import { newId } from "../ids.ts";
import type { FactSearch } from "./fact-search.ts";
import type { Layer } from "../entity/layer.ts";
import { labelOf } from "../entity/metadata-labels.ts";
import { pageBytes } from "../page/page.ts";
import { foldTag } from "../entity/pattern.ts";
import { receiptOf, type ReceiptSink } from "../entity/retrieval.ts";
import { visibleUsers, type Scope } from "../scope.ts";
import type { Base, SearchFilter } from "./base/base.ts";
import type { HydratedMemory, IndexStore } from "./index-store.ts";
import { awaitVectors } from "./pending-vectors.ts";
import { embedQuery, type EmbeddedQuery } from "./query-vector.ts";
import { rank, type Question } from "./ranking/rank.ts";
import type { Ranked } from "./ranking/ranked.ts";
import type { Ranking } from "./ranking/ranking.ts";
import type { SearchAnswer, SearchRequest, SearchResult } from "./request.ts";
import { bytesOf, factMemory, firstKept, merged, resultOf, withCorrections, type Reader } from "./results.ts";
import type { ResidentSet, View } from "./resident/resident-set.ts";
import { isQuarantined } from "../entity/track-record.ts";
import type { MemoryAttributes } from "./attributes.ts";
import { isProbe } from "./probe.ts";
import { Texts } from "./ranking/texts.ts";
import { queryTermsOf } from "../words/tokenize.ts";

export type SearchOptions = {
  embedder: Pick<Embedder, "fingerprint" | "embed" | "unrelated" | "healthy">;
  store: IndexStore;
  base: Pick<Base, "candidates">;
  /** Told of an account whose base could not be read. */
  onUnreadable?: (account: string) => void;
  residents: ResidentSet;
  receipts: ReceiptSink;
  /** Searched where the layer `graph` is named; without it, that layer is empty. */
  facts?: Pick<FactSearch, "find">;
  now?: () => number;
};

type Found = { ranking: Ranking | undefined } & Pick<SearchAnswer, "isByWordsOnly">;

/** A flush that ends within a search makes it start again; no account is flushed that often. */
const attemptsMax = 4;

/** Finds memories by meaning, words and context. docs/search.md defines what it returns. */
export class Search {
  readonly #options: SearchOptions;
  readonly #now: () => number;

  constructor(options: SearchOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** Errors: AppError unavailable (the base cannot be read), cancelled (the signal). */
  async search(scope: Scope, request: SearchRequest, signal?: AbortSignal): Promise<SearchAnswer> {
    const embedding = embedQuery(this.#options.embedder, request, signal);
    const [{ ranking, isByWordsOnly }] = await Promise.all([this.#rank(scope, request, embedding, signal), embedding]);
    const retrievalId = newId("ret_");
    const read = this.#reader(scope, request);
    const memories = ranking ? await read(this.#shown(ranking, request, retrievalId), request.limit) : [];
    // Before the facts are read: what was erased before this is none of them.
    const createdAtMs = this.#now();
    const found = merged(memories, await this.#facts(scope, request)).slice(0, request.limit);
    const best = ranking && request.corrections ? await withCorrections(found, { ranking, memories, read }) : found;
    const results = firstWithin(best.slice(0, request.limit), pageBytes, bytesOf);
    const { query } = request;
    const receipt = receiptOf(scope, { id: retrievalId, query, createdAtMs }, results);
    this.#options.receipts.add({ ...receipt, query });
    return { retrievalId, results, isByWordsOnly };
  }

  /** Facts belong to no session, and have neither tags nor metadata: where these are asked for, there are none. */
  async #facts(scope: Scope, request: SearchRequest): Promise<SearchResult[]> {
    const { layers, sessionId, sinceMs = -Infinity, untilMs = Infinity } = request;
    const { facts } = this.#options;
    if (!facts || !layers?.includes("graph") || sessionId !== undefined || tagsOf(request).length > 0) return [];
    const { minSimilarity = 0 } = request;
    const found = (await facts.find(scope, request.query, this.#now())).filter(({ fact, similarity }) => {
      return similarity >= minSimilarity && fact.saidAtMs >= sinceMs && fact.saidAtMs < untilMs;
    });
    return firstKept(found.values(), request, async (part) =>
      part.map(({ fact, ...scored }) => resultOf(factMemory(fact), scored, request)),
    );
  }

  async #rank(
    scope: Scope,
    request: SearchRequest,
    embedding: Promise<EmbeddedQuery | undefined>,
    signal: AbortSignal | undefined,
  ): Promise<Found> {
    const { store, base, residents } = this.#options;
    const filter = filterOf(scope, request);
    const terms = queryTermsOf(request.query);
    let view = await residents.view(scope.account);
    const embedded = await embedding;
    // Not beside it: where the query's own takes long, so do theirs.
    if (view && embedded?.vector && (await awaitVectors(scope.account, view.state, request, this.#options))) {
      view = await residents.view(scope.account);
    }
    for (let attempt = 1; view; attempt++) {
      const isByWordsOnly = embedded?.fingerprint !== view.state.fingerprint;
      const vector = isByWordsOnly ? undefined : embedded.vector;
      const { moreCandidates } = request;
      const question: Question = { vector, terms, filter, nowMs: this.#now(), moreCandidates, signal };
      const ranking = await rank(scope.account, view, question, { store, base }).catch(asError);
      if (attempt === attemptsMax || !(await this.#moved(scope.account, view))) {
        if (!(ranking instanceof Error)) return { ranking, isByWordsOnly };
        this.#options.onUnreadable?.(scope.account);
        throw ranking;
      }
      view = await residents.view(scope.account);
    }
    return { ranking: undefined, isByWordsOnly: embedded === undefined };
  }

  /**
   * Whether the base was replaced while it was read: tail and statistics may then count a memory twice, and a base that
   * is built anew elsewhere cannot be read.
   */
  async #moved(account: string, { state }: View): Promise<boolean> {
    if (state.flushedSeq === 0) return false;
    const now = await this.#options.store.state(account);
    return (
      now?.flushedSeq !== state.flushedSeq ||
      now.baseVersion !== state.baseVersion ||
      now.fingerprint !== state.fingerprint
    );
  }

  /**
   * Which of the ranked may be results. Patterns in quarantine go here, behind the ranking, in which they take part: so
   * where they are stored changes nothing.
   */
  *#shown(ranked: Iterable<Ranked>, { minSimilarity = 0, quarantined }: SearchRequest, retrievalId: string) {
    const nowMs = this.#now();
    for (const each of ranked) {
      if (each.similarity < minSimilarity) return;
      const { standing } = each.entry.attributes;
      const isHeldBack = standing !== undefined && quarantined !== "include" && isQuarantined(standing, nowMs);
      if (!isHeldBack || (quarantined === "probe" && isProbe(retrievalId, each.id))) yield each;
    }
  }

  /**
   * Reads the first that SQL still shows, of a text the first, whatever was read before: what was deleted meanwhile, or is not kept,
   * makes room for the next.
   */
  #reader(scope: Scope, request: SearchRequest): Reader {
    const texts = new Texts();
    const attributesOf = new Map<string, MemoryAttributes>();
    const keep = async (found: readonly HydratedMemory[]): Promise<HydratedMemory[]> => {
      const kept = request.keep ? await request.keep(found) : found;
      return kept.filter(({ id }) => texts.isNew(attributesOf.get(id)!));
    };
    const resultsOf = async (part: readonly Ranked[]): Promise<SearchResult[]> => {
      for (const { entry } of part) attributesOf.set(entry.attributes.id, entry.attributes);
      const memories = await this.#options.store.hydrate(
        scope,
        part.filter(({ entry }) => !texts.has(entry.attributes)).map(({ id }) => id),
      );
      const byId = new Map(memories.map((memory) => [memory.id, memory]));
      return part.flatMap((each) => {
        const memory = byId.get(each.id);
        return memory ? [resultOf(memory, each, request)] : [];
      });
    };
    return (ranked, limit) => firstKept(ranked, { limit, keep }, resultsOf);
  }
}

function filterOf(scope: Scope, request: SearchRequest): SearchFilter {
  const { layers, sessionId, sinceMs, untilMs } = request;
  const tags = tagsOf(request);
  const filter: SearchFilter = { users: visibleUsers(scope), sessionId, sinceMs, untilMs };
  if (layers && !indexedLayers.every((each) => layers.includes(each))) filter.layers = layers;
  if (tags.length > 0) filter.tags = tags;
  return filter;
}

/** All that memories must be tagged with. Patterns have no metadata, and messages no tags. */
function tagsOf({ tags = [], metadata = new Map() }: SearchRequest): string[] {
  return [...tags.map(foldTag), ...[...metadata].map(([name, value]) => labelOf(name, value))];
}

/** Facts are found elsewhere. */
const indexedLayers: readonly Layer[] = ["patterns", "signals"];

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
