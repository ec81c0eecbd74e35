import { AppError } from "../../error.ts";
import type { Embedder, Unrelated } from "../embedder.ts";
import { orLate } from "../or-late.ts";
import type { SearchRequest } from "./request.ts";

/** What a query means, where it can be read, the vector space that it is of, and where likeness is counted from there. */
export type QueryVector = { vector: Float32Array | undefined; fingerprint: string; unrelated: Unrelated };

/** An embedder that hangs must not hold up what words can find; the built-in one takes some 10 ms. */
const embedMs = 2_000;
const tooLate = new AppError("deadline_exceeded", "the vector of a query took too long");

/** `undefined` where the embedder is down, too slow, or refuses the text: words find what they can. Errors: the signal's. */
export async function embedQuery(
  embedder: Pick<Embedder, "fingerprint" | "embed" | "unrelated" | "healthy">,
  { query, meaning = query, role = "query", awaitsUntilMs = Infinity }: SearchRequest,
  signal: AbortSignal | undefined,
): Promise<QueryVector | undefined> {
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
    // Else it would keep its place before the queries of others.
    if (found === undefined) waiting.abort(tooLate);
    if (found === undefined) return undefined;
    const [[vector], unrelated] = found;
    return { vector, fingerprint, unrelated: { ...unrelated, query: unrelated[role] } };
  } catch (error) {
    if (signal?.aborted || !(error instanceof AppError)) throw error;
    return undefined;
  } finally {
    signal?.removeEventListener("abort", giveUp);
  }
}
