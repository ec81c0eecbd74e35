import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Call } from "../../call.ts";
import { AppError } from "../../error.ts";
import { errorReply, RequestTimeout } from "../errors.ts";
import { linger } from "./linger.ts";

/** A connection whose bytes are no HTTP request, or not in time: the event `clientError` of Node's HTTP/1.1 server. */
export class MalformedRequest {
  readonly call: Call;
  readonly error: AppError;
  readonly #headers: Record<string, string> = {};

  constructor(reason: NodeJS.ErrnoException, address: string) {
    this.error = errorOf(reason);
    const requestId = randomUUID();
    this.call = {
      requestId,
      address,
      startedAtMs: performance.now(),
      note: { code: this.error.code },
      header: () => undefined,
      repeated: () => undefined,
      setHeader: (name, value) => void (this.#headers[name] = value),
      cutAfter: () => undefined,
    };
    this.#headers["X-Request-Id"] = requestId;
  }

  /** Writes the answer by hand, for there is no response object, and ends the connection. Gives back its status. */
  answer(socket: Socket): number {
    const { status, headers, body } = errorReply(this.error, this.call.requestId);
    const all = { ...this.#headers, ...headers, "Content-Type": "application/json", Connection: "close" };
    const lines = Object.entries({ ...all, "Content-Length": Buffer.byteLength(body) });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`);
    linger(socket);
    return status;
  }
}

/** Whether an answer of ours can still be told from what was sent: nothing was, and the caller is there. */
export function canAnswer(reason: NodeJS.ErrnoException, socket: Socket): boolean {
  // Node keeps the response in progress here, and looks at it for the same purpose; it has no public name.
  const { _httpMessage: response } = socket as Socket & { _httpMessage?: { headersSent: boolean } | null };
  return reason.code !== "ECONNRESET" && socket.writable && !response?.headersSent;
}

function errorOf(reason: NodeJS.ErrnoException): AppError {
  switch (reason.code) {
    case "HPE_HEADER_OVERFLOW":
      return new AppError("headers_too_large", "the request headers are too large");
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return new AppError("payload_too_large", "the chunk extensions are too large");
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new RequestTimeout();
    default:
      return new AppError("invalid_argument", "the request is not valid HTTP");
  }
}
