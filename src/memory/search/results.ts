import type { FoundFact } from "./fact-search.ts";
import type { HydratedMemory } from "./index-store.ts";
import { metadataBytes } from "../page/page.ts";
import type { Ranked } from "./ranking/ranked.ts";
import type { Ranking } from "./ranking/ranking.ts";
import type { SearchRequest, SearchResult } from "./request.ts";

/** Reads the first of some that were found, as far as they may be results: `limit` or more, each once. */
export type Reader = (ranked: Iterator<Ranked>, limit: number) => Promise<SearchResult[]>;

/** So many messages, from the first one on, may be followed by what corrects them. */
const correctedMax = 3;

/** The first results of those that are kept, `limit` or more. More are looked at with each step, for where many go, many more may. */
export async function firstKept<T>(
  found: Iterator<T>,
  { limit, keep }: Pick<SearchRequest, "limit" | "keep">,
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
  return results;
}

export function resultOf(
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
export function bytesOf({ memory: { content, pattern, message, fact } }: SearchResult): number {
  const texts = [content, ...(pattern ? [pattern.title, ...pattern.tags] : []), ...(fact?.evidence ?? [])];
  const ofMetadata = message?.metadataJson === undefined ? 0 : metadataBytes(message.metadataJson);
  return texts.reduce((bytes, text) => bytes + Buffer.byteLength(text), ofMetadata);
}

export function factMemory(fact: FoundFact["fact"]): HydratedMemory {
  const { id, sentence, saidAtMs, user, subject, predicate, object, validFrom, validTo, evidence, leansOn } = fact;
  return {
    id,
    layer: "graph",
    user,
    content: sentence,
    createdAtMs: saidAtMs,
    successRate: 0,
    fact: { subject, predicate, object, validFrom, validTo, evidence, leansOn },
  };
}

/** Both are sorted: a fact stands behind the memories that are as similar. */
export function merged(memories: SearchResult[], facts: SearchResult[]): SearchResult[] {
  if (facts.length === 0) return memories;
  return [...memories, ...facts].toSorted((one, other) => other.similarity - one.similarity);
}

/** The results with what may correct one of the first messages right behind it: the first such that may be a result. */
export async function withCorrections(
  results: readonly SearchResult[],
  { ranking, memories, read }: { ranking: Pick<Ranking, "correctionsOf">; memories: SearchResult[]; read: Reader },
): Promise<SearchResult[]> {
  const first = results.filter(({ memory }) => memory.layer === "signals").slice(0, correctedMax);
  const corrections = ranking.correctionsOf(first.map(({ memory }) => memory.id));
  const known = new Map(memories.map((result) => [result.memory.id, result]));
  const others = new Set([...corrections.values()].flat().filter(({ id }) => !known.has(id)));
  for (const result of await read(others.values(), others.size)) known.set(result.memory.id, result);
  const placed = new Set<SearchResult>();
  for (const result of results) {
    placed.add(result);
    const mayFollow = corrections.get(result.memory.id)?.map(({ id }) => known.get(id));
    const correction = mayFollow?.find((each) => each !== undefined && !placed.has(each));
    if (correction) placed.add(correction);
  }
  return [...placed];
}
