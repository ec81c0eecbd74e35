import { AppError } from "../../error.ts";
import type { Embedder } from "../embedder.ts";
import type { EmbeddingJob } from "../embedding.ts";

/**
 * The vectors of jobs, in order; `undefined` for a text that the embedder refuses, which costs the others nothing but
 * a call each. Errors: what else the embedder fails with.
 */
export async function embedEach(
  embedder: Embedder,
  jobs: EmbeddingJob[],
  signal: AbortSignal,
): Promise<(Float32Array | undefined)[]> {
  const embed = (some: EmbeddingJob[]) =>
    embedder.embed(
      some.map((job) => job.text),
      { priority: "document", signal },
    );
  try {
    return await embed(jobs);
  } catch (error) {
    if (!refused(error)) throw error;
  }
  const alone: (Float32Array | undefined)[] = [];
  for (const job of jobs) alone.push((await embed([job]).catch(unlessRefused))?.[0]);
  return alone;
}

function refused(error: unknown): boolean {
  return error instanceof AppError && error.code === "invalid_argument";
}

function unlessRefused(error: unknown): undefined {
  if (!refused(error)) throw error;
}
