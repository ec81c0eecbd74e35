import { ServerResponse, type IncomingMessage } from "node:http";
import { constants, type Http2ServerRequest } from "node:http2";
import type { Socket } from "node:net";

/** How long a refused caller may still send before it is cut: cut at once, it would lose our answer. */
const lingerMs = 1_000;
/** So much of what it sends is read and dropped. */
const lingerBytes = 2 ** 20;
/** A rest of this length, known beforehand, costs less than a new connection: the caller may keep the one it has. */
const shortBytes = 2 ** 16;

/**
 * A response of HTTP/1.1, which may come before the body of its request has. Node would read on until that ends, however
 * long it is.
 */
export class Http1Response extends ServerResponse {
  override writeHead(status: number, ...rest: unknown[]): this {
    const { req, socket } = this;
    if (socket !== null && !req.complete && hasBody(req)) {
      if (status === 408 || !isShort(req)) this.setHeader("Connection", "close");
      socket.destroySoon = () => linger(socket); // which is how Node ends a connection behind its last answer
    }
    return Reflect.apply(super.writeHead, this, [status, ...rest]) as this; // the overloads of writeHead, passed on
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function isShort({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] === undefined && Number(headers["content-length"]) <= shortBytes;
}

/** Ends a connection whose caller may still be sending: time and bytes are bounded, and no request is heard any more. */
export function linger(socket: Socket): void {
  let dropped = 0;
  const drop = ({ length }: Buffer): void => {
    dropped += length;
    if (dropped > lingerBytes) socket.pause();
  };
  socket.end();
  socket.on("data", drop); // from now on they come as events, and not to Node's parser directly
  for (const other of socket.rawListeners("data")) if (other !== drop) socket.off("data", other as typeof drop);
  socket.once("end", () => socket.destroy());
  socket.resume();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** The same for a stream of HTTP/2 that was answered: what else comes is dropped, and the stream reset soon. */
export function lingerOnStream(request: Http2ServerRequest): void {
  const { stream } = request;
  request.resume();
  if (stream.endAfterHeaders || request.readableEnded || stream.destroyed) return;
  let dropped = 0;
  const reset = () => {
    stream.close(constants.NGHTTP2_NO_ERROR);
    stream.destroy(); // else it waits for a reader of what has come
  };
  const timer = setTimeout(reset, lingerMs).unref();
  stream.once("close", () => clearTimeout(timer));
  request.on("data", ({ length }: Buffer) => {
    dropped += length;
    if (dropped > lingerBytes) reset();
  });
}
