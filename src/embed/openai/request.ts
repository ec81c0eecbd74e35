import { systemCode } from "../../error.ts";
import { retryAfterMs } from "../../retry-after.ts";
import type { Endpoint } from "./config.ts";

/** Above what 32 vectors of 3,072 dimensions take, twice over. */
const answerBytesMax = 8 * 1024 * 1024;

/** What came of one try. The endpoint's own words stay out of it: they may repeat the key or the texts. */
export type Answer =
  | { kind: "ok"; body: unknown }
  /** Down or busy: the same request may do later. */
  | { kind: "retryable"; reason: string; retryAfterMs: number | undefined }
  /** Out of order, or these texts put it out of order, as Ollama answers 500 where a vector is not finite. */
  | { kind: "broken"; reason: string; retryAfterMs: number | undefined }
  /** It did not answer in time, or sent what is no answer: another try now would be as bad. */
  | { kind: "failed"; reason: string }
  /** It refuses these texts. */
  | { kind: "refused"; reason: string };

/**
 * One POST, read whole, within the endpoint's time. Never throws. By Node's own fetch: it is undici, and nothing here
 * needs more of it than `redirect: "manual"`, without which the key and the texts could be led elsewhere.
 */
export async function postOnce(endpoint: Endpoint, texts: string[], signal: AbortSignal): Promise<Answer> {
  const timeout = AbortSignal.timeout(endpoint.timeoutMs);
  const { model, dimensions } = endpoint;
  try {
    const response = await fetch(endpoint.url, {
      method: "POST",
      headers: endpoint.headers,
      body: JSON.stringify({ model, input: texts, dimensions }),
      redirect: "manual",
      signal: AbortSignal.any([timeout, signal]),
    });
    if (response.status === 200) return await readJson(response);
    await response.body?.cancel();
    return fromStatus(response);
  } catch (error) {
    if (signal.aborted) return { kind: "failed", reason: "the embedder is closed" };
    if (timeout.aborted) return { kind: "failed", reason: `no answer within ${endpoint.timeoutMs} ms` };
    return { kind: "retryable", reason: networkReason(error), retryAfterMs: undefined };
  }
}

function fromStatus(response: Response): Answer {
  const { status } = response;
  const reason = `status ${status}`;
  const waitMs = retryAfterMs(Object.fromEntries(response.headers));
  if (status === 500) return { kind: "broken", reason, retryAfterMs: waitMs };
  // Proxies answer 502 and 504 while what is behind them starts.
  if (status === 408 || status === 429 || status > 500) return { kind: "retryable", reason, retryAfterMs: waitMs };
  if (status >= 300 && status < 400) return { kind: "failed", reason: `${reason}: redirects are not followed` };
  if (status === 400 || status === 413 || status === 422) return { kind: "refused", reason };
  return { kind: "failed", reason };
}

async function readJson(response: Response): Promise<Answer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > answerBytesMax) return { kind: "failed", reason: "an answer that is too large" };
    chunks.push(chunk);
  }
  try {
    return { kind: "ok", body: JSON.parse(Buffer.concat(chunks).toString()) };
  } catch {
    return { kind: "failed", reason: "an answer that is not JSON" };
  }
}

/** The system's code only, such as ECONNREFUSED. */
function networkReason(error: unknown): string {
  return (error instanceof Error ? systemCode(error.cause) : undefined) ?? "no connection";
}
