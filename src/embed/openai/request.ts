import { systemCode } from "../../error.ts";
import type { Answer } from "./answer.ts";
import type { Endpoint } from "./config.ts";
import { fromStatus } from "./status.ts";

/** Above what 32 vectors of 3,072 dimensions take, twice over. */
const answerBytesMax = 8 * 1024 * 1024;

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
    return response.status === 200 ? await readJson(response) : await fromStatus(response);
  } catch (error) {
    if (signal.aborted) return { kind: "failed", reason: "the embedder is closed" };
    if (timeout.aborted) return { kind: "failed", reason: `no answer within ${endpoint.timeoutMs} ms` };
    return { kind: "retryable", reason: networkReason(error), retryAfterMs: undefined };
  }
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
