import { refusesText, type Embedder } from "../../embedder.ts";
import type { EmbeddedText, EmbeddingJob } from "./embedding-store.ts";

/** A text that an embedder refuses would be refused again: it stays findable by its words, and a start tries again. */
export const refusedMs = 24 * 3_600_000;

/** The texts of a call. */
const textsMax = 32;

/** How many texts are worth embedding at once. */
export const batchOf = ({ documentsAtOnce = textsMax }: Pick<Embedder, "documentsAtOnce">): number => documentsAtOnce;

/** What became of jobs, each of which is in one of the lists. */
export type Embedded = {
  done: EmbeddedText[];
  refused: EmbeddingJob[];
  /** What nothing is known of, where the embedder failed meanwhile. */
  rest: EmbeddingJob[];
  /** Why there is a rest. */
  failure?: unknown;
};

/**
 * Embeds texts, halving what is refused until the refused ones are found: of each call by itself, so that nothing else is
 * embedded twice. Never throws: where the embedder fails, or the signal ends it, what was found until then is kept.
 */
export async function embedEach(embedder: Embedder, jobs: EmbeddingJob[], signal: AbortSignal): Promise<Embedded> {
  const calls = Array.from({ length: Math.ceil(jobs.length / textsMax) }, (_, at) =>
    jobs.slice(at * textsMax, (at + 1) * textsMax),
  );
  const found = await Promise.all(calls.map((part) => embedPart(embedder, part, signal)));
  return {
    done: found.flatMap(({ done }) => done),
    refused: found.flatMap(({ refused }) => refused),
    rest: found.flatMap(({ rest }) => rest),
    failure: found.find(({ failure }) => failure !== undefined)?.failure,
  };
}

async function embedPart(embedder: Embedder, jobs: EmbeddingJob[], signal: AbortSignal): Promise<Embedded> {
  const found: Embedded = { done: [], refused: [], rest: [] };
  const parts = [jobs];
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    const texts = part.map((job) => job.text);
    try {
      const vectors = await embedder.embed(texts, { role: "document", signal });
      found.done.push(...part.map((job, i) => ({ job, vector: vectors[i] })));
    } catch (error) {
      if (!refusesText(error)) return { ...found, rest: [part, ...parts].flat(), failure: error };
      const half = Math.ceil(part.length / 2);
      if (part.length === 1) found.refused.push(...part);
      else parts.unshift(part.slice(0, half), part.slice(half));
    }
  }
  return found;
}
