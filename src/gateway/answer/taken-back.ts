import { AppError } from "../../error.ts";
import { formatSse } from "../chat/sse.ts";
import { callerDialects } from "../dialect/dialects.ts";
import type { Ask, Reply } from "../exchange.ts";
import { toUpstreamError } from "../fault.ts";
import { EventBoundary } from "./event-boundary.ts";

/**
 * A stream that passes as it is, and whose request is taken back while its caller listens, ends in an error event that
 * says why, unless an event is half sent. Other answers stay as they are.
 */
export function tellTakenBack(reply: Reply, ask: Pick<Ask, "dialect" | "signal">): Reply {
  const { body, headers } = reply;
  if (Buffer.isBuffer(body) || !/^text\/event-stream\b/iu.test(String(headers["content-type"]))) return reply;
  return { ...reply, body: told(body, ask) };
}

async function* told(
  body: AsyncIterable<Uint8Array>,
  { dialect, signal }: Pick<Ask, "dialect" | "signal">,
): AsyncGenerator<Uint8Array> {
  const boundary = new EventBoundary();
  try {
    for await (const piece of body) {
      boundary.push(piece);
      yield piece;
    }
  } catch (error) {
    if (!(signal.reason instanceof AppError) || !boundary.isAt) throw error;
    yield Buffer.from(formatSse(callerDialects[dialect].formatStreamError(toUpstreamError(signal.reason))));
  }
}
