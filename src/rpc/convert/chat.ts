import type { HandlerContext } from "@connectrpc/connect";
import type { Watched } from "../../account/key-watch.ts";
import { noteFailure } from "../../call.ts";
import { AppError, invalid, type ErrorCode } from "../../error.ts";
import { isObject } from "../../json.ts";
import { tryParse } from "../../gateway/chat/exact-json.ts";
import { SseReader } from "../../gateway/chat/sse-reader.ts";
import { bodyFormOf, isWholeFrom, type SseEvent } from "../../gateway/chat/sse.ts";
import type { GatewayRequest, Reply } from "../../gateway/exchange.ts";
import { parsed, type ParsedRequest } from "../../gateway/parsed-request.ts";
import { asTaken } from "../../gateway/upstream/failure.ts";
import { readBody } from "../../gateway/upstream/read-body.ts";
import { callerOf, callOf } from "../caller.ts";

/**
 * A model's request that came by RPC: what HTTP has as headers is the call's metadata. It is over when its call is, or when
 * its place is. `stream`: what the RPC answers with, where it is for the body to say the same. Errors: invalid_argument.
 */
export function requestOf(
  dialect: GatewayRequest["dialect"],
  text: string,
  context: HandlerContext,
  place: Watched,
  stream?: boolean,
): ParsedRequest {
  const caller = callerOf(context);
  const call = callOf(context.values);
  const { requestId } = call;
  call.cutAfter(place.signal);
  const headers = Object.fromEntries(context.requestHeader);
  const signal = AbortSignal.any([context.signal, place.signal]);
  const tell: GatewayRequest["tell"] = (told) => {
    for (const [name, value] of Object.entries(told)) context.responseHeader.set(name, value);
  };
  const told = { tell, noteFailure: (error: AppError) => noteFailure(call, error) };
  const given = { caller, dialect, body: Buffer.from(text), headers, query: "", requestId, signal, ...told };
  const request = parsed(given);
  if (stream !== undefined) checkStream(request, stream);
  return request;
}

function checkStream(request: ParsedRequest, stream: boolean): void {
  if (request.stream === stream) return;
  throw invalid(
    "body",
    stream
      ? 'must say "stream": true; without it, call the RPC that does not stream'
      : 'must not say "stream": true; with it, call the RPC that streams',
  );
}

/** A whole answer's JSON. Errors: an AppError for what the provider refused, in its words. */
export async function wholeOf(reply: Reply, context: HandlerContext): Promise<string> {
  const { status, headers, body } = reply;
  tell(headers, context);
  const text = (Buffer.isBuffer(body) ? body : await readTaken(body)).toString("utf8");
  if (status >= 400) throw refused(reply, text);
  return text;
}

/** Whatever ends an answer that has begun, its provider was asked. */
async function readTaken(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  try {
    return await readBody(body);
  } catch (error) {
    throw asTaken(error);
  }
}

/**
 * The events of a stream, as they come. Errors: as `wholeOf`, before the first; internal, where the provider does not end
 * it; the signal's reason.
 */
export async function* eventsOf(
  reply: Reply,
  { signal }: Pick<GatewayRequest, "signal">,
  context: HandlerContext,
): AsyncGenerator<SseEvent> {
  const { status, headers, body } = reply;
  const form = bodyFormOf(reply, true);
  if (status >= 400 || Buffer.isBuffer(body) || form === "whole") {
    await wholeOf(reply, context);
    throw noStream(reply);
  }
  tell(headers, context);
  let isWhole = false;
  let isEnded = false;
  let last = "";
  try {
    for await (const event of readEvents(body, () => (isWhole = form === "untold"))) {
      checkGoesOn(signal); // else its reason would come as an event
      last = event.data;
      isEnded ||= ending.test(last);
      yield event;
    }
  } catch (error) {
    checkGoesOn(signal);
    throw error instanceof AppError ? error : brokenOff(reply, error);
  }
  if (isWhole) throw noStream(reply);
  if (!isEnded && messageIn(last) === undefined) throw brokenOff(reply);
}

function checkGoesOn({ aborted, reason }: AbortSignal): void {
  if (aborted) throw asTaken(reason);
}

/** How a stream ends in either dialect, but for one that ends in an error. Within a text, quotes would be escaped. */
const ending = /^\[DONE\]|"finish_reason"\s*:\s*"|"type"\s*:\s*"message_stop"/u;

/** Of one value nothing is an event: it is read to its end, and told. */
async function* readEvents(body: AsyncIterable<Uint8Array>, onWhole: () => void): AsyncGenerator<SseEvent> {
  const reader = new SseReader();
  let isWhole: boolean | undefined;
  for await (const bytes of body) {
    isWhole ??= isWholeFrom(bytes);
    if (isWhole !== true) yield* reader.push(bytes);
  }
  if (isWhole === true) onWhole();
  yield* reader.close();
}

function noStream(reply: Reply): AppError {
  return new AppError("internal", "the provider answered with no stream", { cause: causeOf(reply) });
}

function brokenOff({ provider = "" }: Reply, error?: unknown): AppError {
  const cause = new Error(`the answer of the provider "${provider}" broke off`, { cause: error });
  return new AppError("internal", "the provider's answer broke off", { cause });
}

/** Whether and when a provider wants to be asked again. */
const ofRetries = new Set(["retry-after", "retry-after-ms", "x-should-retry"]);

/** What an answer's headers say beside its body goes out as metadata. */
function tell(headers: Reply["headers"], context: HandlerContext): void {
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith("x-cairn-") || ofRetries.has(name)) context.responseHeader.set(name, String(value));
  }
}

/**
 * `unavailable` is what clients may send again: only what no model has worked on, for all else would be charged twice.
 * What is not here is its caller's fault below 500, and `internal` from there on.
 */
const codes: Record<number, ErrorCode> = {
  401: "unavailable",
  403: "permission_denied",
  404: "not_found",
  408: "deadline_exceeded",
  409: "conflict",
  413: "payload_too_large",
  429: "rate_limited",
  503: "unavailable",
  504: "deadline_exceeded",
  529: "unavailable",
};

function refused(reply: Reply, text: string): AppError {
  const { status, isTaken } = reply;
  const code = codes[status] ?? (status < 500 ? "invalid_argument" : "internal");
  const cause = code === "internal" ? causeOf(reply) : undefined;
  const said = bodyFormOf(reply, false) === "events" ? eventsIn(text).map(messageIn).find(Boolean) : messageIn(text);
  return new AppError(code, said ?? `the provider answered ${status}`, { isTaken, cause });
}

/** The data of the events of a stream that is known whole. */
function eventsIn(text: string): string[] {
  const reader = new SseReader(Infinity);
  return [...reader.push(Buffer.from(text)), ...reader.close()].map(({ data }) => data);
}

/** For the log, which has the cause of all that is `internal`. */
function causeOf({ provider = "", status }: Reply): Error {
  return new Error(`the provider "${provider}" answered with status ${status}`);
}

/** Where providers of either dialect have it: in `error`, which may be the text itself, or beside it. */
function messageIn(text: string): string | undefined {
  const json = tryParse(text);
  const { error, message } = isObject(json) ? json : {};
  const said = [isObject(error) ? error["message"] : error, message];
  return said.find((each) => typeof each === "string");
}
