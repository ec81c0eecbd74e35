import { AppError } from "../../error.ts";
import type { Embedder } from "../embedder.ts";
import type { EmbeddingJob } from "../embedding.ts";

/**
 * The vectors of jobs, in order; `undefined` for a text that the embedder refuses, which is found by halving what was
 * refused. Errors: what else the embedder fails with.
 */
export async function embedEach(
  embedder: Embedder,
  jobs: EmbeddingJob[],
  signal: AbortSignal,
): Promise<(Float32Array | undefined)[]> {
  const texts = jobs.map((job) => job.text);
  try {
    return await embedder.embed(texts, { priority: "document", signal });
  } catch (error) {
    if (!refused(error)) throw error;
  }
  if (jobs.length === 1) return [undefined];
  const half = Math.ceil(jobs.length / 2);
  const first = await embedEach(embedder, jobs.slice(0, half), signal);
  return [...first, ...(await embedEach(embedder, jobs.slice(half), signal))];
}

function refused(error: unknown): boolean {
  return error instanceof AppError && error.code === "invalid_argument";
}
