import type { UniversalServerResponse } from "@connectrpc/connect/protocol";
import { findTrailerError } from "@connectrpc/connect/protocol-grpc";
import { retryAfterMs } from "../../retry-after.ts";
import type { NodeResponse } from "../exchange.ts";

type Http2Response = Extract<NodeResponse, { stream: unknown }>;

/** A longer wait is the caller's, who knows what else to do: in gRPC's clients it would end at a deadline, without a word. */
const longestWaitMs = 10_000;

/**
 * Whether an answer of gRPC is an error and nothing else. To be asked before its body is read: Connect has waited for what
 * begins that, so an error that is known by now is all that comes.
 */
export function isErrorAlone({ trailer }: UniversalServerResponse): boolean {
  return trailer !== undefined && findTrailerError(trailer) !== undefined;
}

/**
 * Writes such an answer as one block of headers, which gRPC calls Trailers-Only. Connect would send headers, and trailers
 * behind them: to gRPC's clients the answer would have begun, and they send nothing again then, whatever they were told
 * to (gRFC A6).
 */
export async function writeTrailersOnly(answer: UniversalServerResponse, response: Http2Response): Promise<void> {
  for await (const _ of answer.body ?? []); // nothing comes, which its other readers see
  for (const [name, value] of [...(answer.header ?? []), ...(answer.trailer ?? [])]) response.setHeader(name, value);
  const pushback = pushbackOf(response.getHeaders() as Record<string, string>); // none of these is a list
  if (pushback !== undefined) response.setHeader("grpc-retry-pushback-ms", pushback);
  response.statusCode = answer.status;
  response.end();
}

/** How long to wait before the next try, in gRPC's words: -1 for no other try. */
function pushbackOf(headers: Record<string, string>): string | undefined {
  if (headers["x-should-retry"] === "false") return "-1";
  const waitMs = retryAfterMs(headers);
  if (waitMs === undefined) return undefined;
  return waitMs > longestWaitMs ? "-1" : String(Math.ceil(waitMs));
}
