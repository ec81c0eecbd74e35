import type { Exchange, NodeResponse } from "./exchange.ts";

/** An answer as it comes from elsewhere: whole, or piece by piece. */
export type Forwarded = {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer | AsyncIterable<Uint8Array>;
};

/**
 * Sends an answer on. The caller's reading sets the pace of a stream. It ends when the last byte is taken over, or the
 * caller is gone; a stream that fails under way cuts the connection, so that nobody takes a part for the whole.
 */
export async function forward({ response, call }: Exchange, { status, headers, body }: Forwarded): Promise<void> {
  if (response.headersSent || response.destroyed) return;
  if (Buffer.isBuffer(body)) {
    response.writeHead(status, { ...call.answerHeaders, ...headers, "Content-Length": String(body.length) });
    response.end(body);
    return;
  }
  response.writeHead(status, { ...call.answerHeaders, ...headers });
  // The head is told at once, unless the first piece goes along with it. HTTP/2 does so by itself.
  const flush = setImmediate(() => "flushHeaders" in response && response.flushHeaders());
  try {
    for await (const piece of body) {
      clearImmediate(flush);
      if (response.destroyed) return;
      if (!response.write(piece)) await drained(response);
    }
    response.end();
  } catch {
    response.destroy();
  } finally {
    clearImmediate(flush);
  }
}

/** Until the caller takes more, or is gone. */
function drained(response: NodeResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off("drain", done);
      response.off("close", done);
      resolve();
    };
    response.on("drain", done);
    response.on("close", done);
    if (response.destroyed) done();
  });
}

/** Aborts when the caller goes away before the answer was sent whole. */
export function callerGone({ response }: Exchange, reason: () => Error): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort(reason());
  });
  return controller.signal;
}
