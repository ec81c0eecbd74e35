import { isOver } from "./caller-gone.ts";
import { cutUntaken } from "./cut-untaken.ts";
import type { Exchange, NodeResponse } from "./exchange.ts";

/** An answer as it comes from elsewhere: whole, or piece by piece. */
export type Forwarded = {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer | AsyncIterable<Uint8Array>;
};

/**
 * Sends an answer on. The caller's reading sets the pace of a stream. It ends when the last byte is taken over, or the
 * caller is gone; a stream that fails under way cuts the connection, so that nobody takes a part for the whole. `signal`
 * aborts where the stream is to end; what its caller has not taken soon after is cut.
 */
export async function forward(
  exchange: Exchange,
  { status, headers, body }: Forwarded,
  signal?: AbortSignal,
): Promise<void> {
  const { response, call } = exchange;
  if (Buffer.isBuffer(body)) {
    if (response.headersSent || isOver(response)) return;
    response.writeHead(status, { ...call.answerHeaders, ...headers, "Content-Length": String(body.length) });
    response.end(body);
    return;
  }
  if (response.headersSent || isOver(response) || !wroteHead(response, status, { ...call.answerHeaders, ...headers })) {
    response.destroy();
    await body[Symbol.asyncIterator]().return?.();
    return;
  }
  // The head is told at once, unless the first piece goes along with it. HTTP/2 does so by itself.
  const flush = setTimeout(() => "flushHeaders" in response && response.flushHeaders(), headPatienceMs);
  const batch = new Batch(response);
  if (signal) cutUntaken(response, call, signal);
  try {
    for await (const piece of body) {
      clearTimeout(flush);
      if (isOver(response)) return;
      if (!batch.write(piece)) await drained(response);
    }
    batch.end();
  } catch (fault) {
    call.isCut = true;
    call.note.cause ??= fault;
    response.destroy();
  } finally {
    clearTimeout(flush);
  }
}

/** A head that HTTP does not allow cuts the answer: its body has an owner that must hear of the end. */
function wroteHead(response: NodeResponse, status: number, headers: Forwarded["headers"]): boolean {
  try {
    response.writeHead(status, headers);
    return true;
  } catch {
    return false;
  }
}

/** So long a first piece may go along with the head. */
const headPatienceMs = 5;

/**
 * Pieces that come in one turn of the event loop go out together: each by itself would be a call of the system's. The
 * first goes out with the head before anything else is done: somebody waits for it.
 */
class Batch {
  readonly #response: NodeResponse;
  #isFirst = true;
  #closing: NodeJS.Immediate | undefined;

  constructor(response: NodeResponse) {
    this.#response = response;
  }

  /** False where the caller must take some first. */
  write(piece: Uint8Array): boolean {
    const { writableLength, writableHighWaterMark } = this.#response;
    // What HTTP/1.1 gathers tells nothing of what waits before it.
    if (writableLength < writableHighWaterMark) this.#open();
    else this.#close();
    const goesOn = this.#response.write(piece);
    if (this.#isFirst) this.#close();
    this.#isFirst = false;
    return goesOn;
  }

  end(): void {
    this.#close();
    this.#response.end();
  }

  #open(): void {
    if (this.#closing !== undefined || !("cork" in this.#response)) return;
    this.#response.cork();
    this.#closing = setImmediate(() => this.#close());
  }

  /** What is held when a response ends would be lost. */
  #close(): void {
    if (this.#closing === undefined) return;
    clearImmediate(this.#closing);
    this.#closing = undefined;
    if (!("uncork" in this.#response)) return;
    // Else a chunk's length, itself and its end would be written one by one.
    const { socket } = this.#response;
    socket?.cork();
    this.#response.uncork();
    socket?.uncork();
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
    if (isOver(response)) done();
  });
}
