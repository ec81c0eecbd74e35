import { AppError } from "../../error.ts";
import type { Embedder, Unrelated } from "../embedder.ts";
import { orLate } from "../or-late.ts";
import type { SearchRequest } from "./request.ts";

/** What a query means, and the cosines of unrelated texts in the same space: likeness is counted from there. */
export type QueryVector = { readonly values: Float32Array; readonly unrelated: Unrelated };

/** A query in the vector space of a fingerprint; one that the embedder cannot read has no vector. */
export type EmbeddedQuery = { readonly fingerprint: string; readonly vector: QueryVector | undefined };

/** An embedder that hangs must not hold up what words can find; the built-in one takes some 10 ms. */
const embedMs = 2_000;
const tooLate = new AppError("deadline_exceeded", "the vector of a query took too long");

/** `undefined` where the embedder is down, too slow, or refuses the text: words find what they can. Errors: the signal's. */
export async function embedQuery(
  embedder: Pick<Embedder, "fingerprint" | "embed" | "unrelated" | "healthy">,
  { query, meaning = query, role = "query", awaitsUntilMs = Infinity }: SearchRequest,
  signal: AbortSignal | undefined,
): Promise<EmbeddedQuery | undefined> {
  if (!embedder.healthy()) return undefined;
  // Read with the call: another embedder may take its place while this one works.
  const { fingerprint } = embedder;
  const leftMs = awaitsUntilMs - performance.now();
  const waiting = new AbortController();
  const giveUp = (): void => waiting.abort(signal?.reason);
  if (signal?.aborted) giveUp();
  signal?.addEventListener("abort", giveUp, { once: true });
  try {
    const work = embedder.embed([meaning], { role, urgent: true, signal: waiting.signal });
    const both = Promise.all([work, embedder.unrelated()]);
    const found = await orLate(both, Math.max(0, Math.min(embedMs, leftMs)), undefined);
    if (found === undefined) {
      // Else it would keep its place before the queries of others.
      waiting.abort(tooLate);
      return undefined;
    }
    const [[values], unrelated] = found;
    return { fingerprint, vector: values && { values, unrelated: { ...unrelated, query: unrelated[role] } } };
  } catch (error) {
    if (signal?.aborted || !(error instanceof AppError)) throw error;
    return undefined;
  } finally {
    signal?.removeEventListener("abort", giveUp);
  }
}
