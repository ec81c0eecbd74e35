import { AppError } from "../../error.ts";
import { bodyFormOf, formatSse, type BodyForm } from "../chat/sse.ts";
import type { CallerDialect } from "../dialect/dialect.ts";
import { callerDialects } from "../dialect/dialects.ts";
import type { Reply } from "../exchange.ts";
import { toUpstreamError } from "../fault.ts";
import type { ParsedRequest } from "../parsed-request.ts";
import { EventBoundary } from "./event-boundary.ts";

type Piece = IteratorResult<Uint8Array>;
type Waiting = (piece: Piece | Promise<Piece>) => void;

/**
 * Adds pings to an answer that is a stream of events, and an error event where it fails with an AppError, which has words
 * for its caller. Other answers stay as they are.
 */
export function keepAlive(
  reply: Reply,
  request: Pick<ParsedRequest, "dialect" | "stream" | "noteFailure">,
  silenceMs: number,
): Reply {
  const { body } = reply;
  const form = bodyFormOf(reply, request.stream);
  if (Buffer.isBuffer(body) || form === "whole") return reply;
  const headers = { ...reply.headers, ...asItComes(reply.headers) };
  return { ...reply, headers, body: new KeptAlive(body, form, request, silenceMs) };
}

/**
 * No proxy before us may hold pieces back, nor compress them: Caddy's `encode` and others gather what they compress. What
 * the provider says of caches stays.
 */
function asItComes({ "cache-control": given = "no-cache" }: Reply["headers"]): Reply["headers"] {
  const control = String(given); // of several values the list
  const isAsItComes = /\bno-transform\b/iu.test(control);
  return { "cache-control": isAsItComes ? control : `${control}, no-transform`, "x-accel-buffering": "no" };
}

/**
 * The pieces of a stream of events, with a ping wherever its reader has waited `silenceMs` for the next one, and with the
 * words of its failure, which the log has too; neither while an event is half sent, or it is not known yet that these are events. Nothing is read
 * ahead: a piece is asked for when the reader wants one. It is for one reader, which asks for one piece at a time, and
 * closes it when it stops.
 */
class KeptAlive implements AsyncIterableIterator<Uint8Array> {
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #caller: Pick<CallerDialect, "ping" | "formatStreamError">;
  readonly #request: Pick<ParsedRequest, "noteFailure">;
  readonly #timer: NodeJS.Timeout;
  readonly #boundary: EventBoundary;
  #waiting: Waiting | undefined;
  #isAsked = false;
  /** What came while the reader was given a ping. */
  #held: Piece | Promise<Piece> | undefined;
  #isOver = false;
  #isClosed = false;

  constructor(
    source: AsyncIterable<Uint8Array>,
    form: BodyForm,
    request: Pick<ParsedRequest, "dialect" | "noteFailure">,
    silenceMs: number,
  ) {
    this.#source = source[Symbol.asyncIterator]();
    this.#boundary = new EventBoundary(form);
    this.#caller = callerDialects[request.dialect];
    this.#request = request;
    this.#timer = setTimeout(() => this.#onSilence(), silenceMs).unref();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Piece> {
    const held = this.#held;
    this.#held = undefined;
    if (held) return Promise.resolve(held);
    if (this.#isOver) return Promise.resolve(end);
    this.#timer.refresh();
    return new Promise((resolve) => {
      this.#waiting = resolve;
      if (!this.#isAsked) void this.#ask(); // it never rejects
    });
  }

  /** Closes the source too. One that is waiting for its provider ends with that request, and is not waited for. */
  async return(): Promise<Piece> {
    if (this.#isOver) return end;
    this.#isClosed = true;
    this.#end();
    this.#answer()?.(end);
    const closed = this.#source.return?.();
    if (this.#isAsked) closed?.catch(() => undefined);
    else await closed;
    return end;
  }

  async #ask(): Promise<void> {
    this.#isAsked = true;
    let piece: Piece | Promise<Piece> = this.#source.next();
    try {
      const { done, value } = await piece;
      if (done) this.#end();
      else this.#boundary.push(value);
    } catch (failure) {
      this.#end();
      if (failure instanceof AppError) {
        this.#request.noteFailure(failure);
        if (this.#boundary.isAt) piece = pieceOf(formatSse(this.#caller.formatStreamError(toUpstreamError(failure))));
      }
    }
    this.#isAsked = false;
    const answer = this.#answer();
    if (answer) answer(piece);
    else if (!this.#isClosed) this.#held = piece;
  }

  #onSilence(): void {
    if (this.#boundary.isAt) this.#answer()?.(pieceOf(this.#caller.ping));
  }

  /** What gives the reader the piece that it waits for, if it does. */
  #answer(): Waiting | undefined {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    return waiting;
  }

  #end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }
}

const end: Piece = { done: true, value: undefined };

function pieceOf(text: string): Piece {
  return { done: false, value: Buffer.from(text) };
}
