import { gzip } from "node:zlib";
import type { AppError } from "../error.ts";
import { isOver } from "./caller-gone.ts";
import { errorReply, type ErrorForm } from "./errors.ts";
import type { Exchange } from "./exchange.ts";

/** Smaller bodies are sent as they are: gzip costs more than it saves. */
const gzipFromBytes = 1024;

/** A client that accepts gzip, and not with the quality 0. */
const acceptsGzip = /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i;

/** Writes the head of the answer, with what was set on the call. */
export function writeHead({ response, call }: Exchange, status: number, headers: Record<string, string>): void {
  response.writeHead(status, { ...call.answerHeaders, ...headers });
}

/** Ends the exchange with a text. Does nothing if it was answered already, or its caller is gone. */
export function send(
  exchange: Exchange,
  status: number,
  text: string,
  headers: Record<string, string> = {},
  contentType = "application/json",
): void {
  const { request, response } = exchange;
  if (response.headersSent || isOver(response)) return;
  if (text.length < gzipFromBytes) {
    const length = String(Buffer.byteLength(text));
    writeHead(exchange, status, { ...headers, "Content-Type": contentType, "Content-Length": length });
    end(text);
    return;
  }
  const varying = { ...headers, "Content-Type": contentType, Vary: varyOf(response.getHeader("Vary")) };
  if (!acceptsGzip.test(String(request.headers["accept-encoding"] ?? ""))) {
    writeHead(exchange, status, { ...varying, "Content-Length": String(Buffer.byteLength(text)) });
    end(text);
    return;
  }
  gzip(text, (error, compressed) => {
    if (response.headersSent || isOver(response)) return;
    const body = error ? Buffer.from(text) : compressed;
    const encoding = error ? undefined : { "Content-Encoding": "gzip" };
    writeHead(exchange, status, { ...varying, ...encoding, "Content-Length": String(body.length) });
    end(body);
  });

  function end(body: string | Buffer): void {
    // HTTP/2 does not leave the body of a HEAD out by itself.
    if (request.method === "HEAD") response.end();
    else response.end(body);
  }
}

const varyOf = (set: unknown): string => (set === undefined ? "Accept-Encoding" : `${String(set)}, Accept-Encoding`);

/** Ends the exchange with an error. Where the answer was under way, its connection or stream is cut instead. */
export function sendError(exchange: Exchange, error: AppError, form?: ErrorForm): void {
  const { response, call } = exchange;
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { status, headers, body } = errorReply(error, call.requestId, form);
  send(exchange, status, body, headers);
}
