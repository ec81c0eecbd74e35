import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../error.ts";
import type { Embedder } from "../embedder.ts";
import { firstWithin } from "../first-within.ts";
import { newId } from "../ids.ts";
import type { FactSearch, FoundFact } from "../graph/fact-search.ts";
import type { Layer } from "../layer.ts";
import { orLate } from "../or-late.ts";
import { pageBytes } from "../page.ts";
import { foldTag } from "../pattern.ts";
import type { Receipts } from "../background/receipts.ts";
import { receiptOf } from "../retrieval.ts";
import { visibleUsers, type Scope } from "../scope.ts";
import type { Base, SearchFilter } from "./base/base.ts";
import type { HydratedMemory, IndexState, IndexStore } from "./index-store.ts";
import { vectorsAreMissing, vectorsComeSoon } from "./pending-vectors.ts";
import { rank, type Question, type Ranked } from "./rank.ts";
import type { ResidentSet, View } from "./resident/resident-set.ts";
import type { Explanation } from "./score.ts";
import { isQuarantined } from "../track-record.ts";
import type { MemoryAttributes } from "./attributes.ts";
import { isProbe } from "./probe.ts";
import { Texts } from "./texts.ts";
import { queryTermsOf } from "./words/tokenize.ts";

export type SearchRequest = {
  query: string;
  /** What its vector is made of, where that is not the query. */
  meaning?: string;
  /** At least 1. */
  limit: number;
  /** Patterns and signals if absent. */
  layers?: Layer[];
  sessionId?: string;
  /** All must be present, compared folded. */
  tags?: string[];
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
  /** How many candidates more are taken than usual: about as many as `keep` is to leave out. */
  moreCandidates?: number;
};

export type SearchResult = {
  memory: HydratedMemory;
  /** Absolute, 0 to 1: what an irrelevant query finds is low. Falls with rank. */
  similarity: number;
  /** Where it was asked for. */
  explanation?: Explanation;
  /** Beside the explanation, of a memory: whether it is still to be embedded. */
  awaitsVector?: boolean;
};

export type SearchAnswer = { retrievalId: string; results: SearchResult[] };

export type SearchOptions = {
  embedder: Pick<Embedder, "fingerprint" | "embed" | "healthy">;
  store: IndexStore;
  base: Pick<Base, "candidates">;
  /** Told of an account whose base could not be read. */
  onUnreadable?: (account: string) => void;
  residents: ResidentSet;
  receipts: Pick<Receipts, "add">;
  /** Searched where the layer `graph` is named; without it, that layer is empty. */
  facts?: Pick<FactSearch, "find">;
  now?: () => number;
};

/** A query's vector, and the vector space that it is of. */
type Embedded = { vector: Float32Array; fingerprint: string };

/** How long a search that has its own vector waits for those of what the account has just written. */
const settleMs = 150;
const settlePollMs = 10;
/** A flush that ends within a search makes it start again; no account is flushed that often. */
const attemptsMax = 4;
/** An embedder that hangs must not hold up what words can find; the built-in one takes some 10 ms. */
const embedMs = 2_000;
const tooLate = new AppError("deadline_exceeded", "the vector of a query took too long");

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
    const embedding = this.#embed(request, signal);
    const [ranked] = await Promise.all([this.#rank(scope, request, embedding, signal), embedding]);
    const retrievalId = newId("ret_");
    const memories = await this.#memories(scope, this.#shown(ranked, request, retrievalId), request);
    // Before the facts are read: what was erased before this is none of them.
    const createdAtMs = this.#now();
    const best = merged(memories, await this.#facts(scope, request)).slice(0, request.limit);
    const results = firstWithin(best, pageBytes, bytesOf);
    const { query } = request;
    const receipt = receiptOf(scope, { id: retrievalId, query, createdAtMs }, results);
    this.#options.receipts.add({ ...receipt, query });
    return { retrievalId, results };
  }

  /** `undefined` where the embedder is down, too slow, or refuses the text: words find what they can. */
  async #embed(request: SearchRequest, signal: AbortSignal | undefined): Promise<Embedded | undefined> {
    const { embedder } = this.#options;
    if (!embedder.healthy()) return undefined;
    // Read with the call: another embedder may take its place while this one works.
    const { fingerprint } = embedder;
    const leftMs = (request.awaitsUntilMs ?? Infinity) - performance.now();
    const waiting = new AbortController();
    const giveUp = (): void => waiting.abort(signal?.reason);
    if (signal?.aborted) giveUp();
    signal?.addEventListener("abort", giveUp, { once: true });
    try {
      const work = embedder.embed([request.meaning ?? request.query], { priority: "query", signal: waiting.signal });
      const [vector = undefined] = await orLate(work, Math.max(0, Math.min(embedMs, leftMs)), []);
      // Else it would keep its place before the queries of others.
      if (vector === undefined) waiting.abort(tooLate);
      return vector && { vector, fingerprint };
    } catch (error) {
      if (signal?.aborted || !(error instanceof AppError)) throw error;
      return undefined;
    } finally {
      signal?.removeEventListener("abort", giveUp);
    }
  }

  /** Facts belong to no session and have no tags: where these are asked for, there are none. */
  async #facts(scope: Scope, request: SearchRequest): Promise<SearchResult[]> {
    const { layers, sessionId, tags = [], sinceMs = -Infinity, untilMs = Infinity } = request;
    const { facts } = this.#options;
    if (!facts || !layers?.includes("graph") || sessionId !== undefined || tags.length > 0) return [];
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
    embedding: Promise<Embedded | undefined>,
    signal: AbortSignal | undefined,
  ): Promise<Iterable<Ranked>> {
    const { store, base, residents } = this.#options;
    const filter = filterOf(scope, request);
    const terms = queryTermsOf(request.query);
    let view = await residents.view(scope.account);
    const embedded = await embedding;
    // Not beside it: where the query's own takes long, so do theirs.
    if (view && embedded && this.#awaitsVectors(view.state, request)) {
      await this.#settled(scope.account, request);
      view = await residents.view(scope.account);
    }
    for (let attempt = 1; view; attempt++) {
      const vector = embedded?.fingerprint === view.state.fingerprint ? embedded.vector : undefined;
      const { moreCandidates } = request;
      const question: Question = { vector, terms, filter, nowMs: this.#now(), moreCandidates, signal };
      const ranked = await rank(scope.account, view, question, { store, base }).catch(asError);
      if (attempt === attemptsMax || !(await this.#moved(scope.account, view))) {
        if (!(ranked instanceof Error)) return ranked;
        this.#options.onUnreadable?.(scope.account);
        throw ranked;
      }
      view = await residents.view(scope.account);
    }
    return [];
  }

  /** Waits, once the query has its vector, for those of what the account has just written. */
  async #settled(account: string, request: SearchRequest): Promise<void> {
    const untilMs = Math.min(performance.now() + settleMs, request.awaitsUntilMs ?? Infinity);
    for (;;) {
      const now = await this.#options.store.state(account);
      if (!now || !this.#awaitsVectors(now, request) || performance.now() >= untilMs) return;
      await sleep(settlePollMs);
    }
  }

  /** Whether the account has so few without a vector that they come soon. */
  #awaitsVectors(state: IndexState, { awaitsReplies = true }: SearchRequest): boolean {
    const { embedder } = this.#options;
    const mayCome = embedder.healthy() && state.fingerprint === embedder.fingerprint;
    return mayCome && vectorsComeSoon(state) && vectorsAreMissing(state, awaitsReplies);
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

  /** The first that SQL still shows, of a text the first: what was deleted meanwhile, or is not kept, makes room for the next. */
  #memories(scope: Scope, ranked: Iterator<Ranked>, request: SearchRequest): Promise<SearchResult[]> {
    const texts = new Texts();
    const attributesOf = new Map<string, MemoryAttributes>();
    const keep = async (found: readonly HydratedMemory[]): Promise<HydratedMemory[]> => {
      const kept = request.keep ? await request.keep(found) : found;
      return kept.filter(({ id }) => texts.isNew(attributesOf.get(id)!));
    };
    return firstKept(ranked, { ...request, keep }, async (part) => {
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
    });
  }
}

/** The first results of those that are kept. More are looked at with each step, for where many go, many more may. */
async function firstKept<T>(
  found: Iterator<T>,
  { limit, keep }: SearchRequest,
  resultsOf: (part: T[]) => Promise<SearchResult[]>,
): Promise<SearchResult[]> {
  const results: SearchResult[] = [];
  for (let count = limit; results.length < limit; count *= 2) {
    const part = nextOf(found, count);
    if (part.length === 0) break;
    const read = await resultsOf(part);
    const kept = keep && new Set(await keep(read.map(({ memory }) => memory)));
    results.push(...(kept ? read.filter(({ memory }) => kept.has(memory)) : read));
  }
  return results.slice(0, limit);
}

function resultOf(
  memory: HydratedMemory,
  { similarity, explanation, awaitsVector }: Pick<SearchResult, "similarity" | "explanation" | "awaitsVector">,
  { explain }: SearchRequest,
): SearchResult {
  return explain ? { memory, similarity, explanation, awaitsVector } : { memory, similarity };
}

/** The next `count` values, or as many as are left. */
function nextOf<T>(iterator: Iterator<T>, count: number): T[] {
  const taken: T[] = [];
  while (taken.length < count) {
    const { done, value } = iterator.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}

/** What of a result may be long. */
function bytesOf({ memory: { content, pattern, fact } }: SearchResult): number {
  const texts = [content, ...(pattern ? [pattern.title, ...pattern.tags] : []), ...(fact?.evidence ?? [])];
  return texts.reduce((bytes, text) => bytes + Buffer.byteLength(text), 0);
}

function factMemory(fact: FoundFact["fact"]): HydratedMemory {
  const { id, sentence, saidAtMs, user, subject, predicate, object, validFrom, validTo, evidence, leansOn } = fact;
  return {
    id,
    layer: "graph",
    content: sentence,
    createdAtMs: saidAtMs,
    successRate: 0,
    fact: { user, subject, predicate, object, validFrom, validTo, evidence, leansOn },
  };
}

/** Both are sorted: a fact stands behind the memories that are as similar. */
function merged(memories: SearchResult[], facts: SearchResult[]): SearchResult[] {
  if (facts.length === 0) return memories;
  return [...memories, ...facts].toSorted((one, other) => other.similarity - one.similarity);
}

function filterOf(scope: Scope, { layers, sessionId, tags, sinceMs, untilMs }: SearchRequest): SearchFilter {
  const filter: SearchFilter = { users: visibleUsers(scope), sessionId, sinceMs, untilMs };
  if (layers && !indexedLayers.every((each) => layers.includes(each))) filter.layers = layers;
  if (tags && tags.length > 0) filter.tags = tags.map(foldTag);
  return filter;
}

/** Facts are found elsewhere. */
const indexedLayers: readonly Layer[] = ["patterns", "signals"];

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
