import type { HandlerContext } from "@connectrpc/connect";
import { AppError, invalid, type ErrorCode } from "../../error.ts";
import { SseReader } from "../../gateway/chat/sse-reader.ts";
import type { SseEvent } from "../../gateway/chat/sse.ts";
import type { Ask, Reply } from "../../gateway/exchange.ts";
import { callerOf, callOf } from "../caller.ts";

/** A model's request that came by RPC: what HTTP has as headers is the call's metadata. Errors: invalid_argument. */
export function askOf(dialect: Ask["dialect"], body: string, context: HandlerContext, stream: boolean): Ask {
  const caller = callerOf(context);
  const { requestId } = callOf(context.values);
  const asksForStream = /"stream"\s*:\s*true/u.test(body);
  if (stream && !asksForStream)
    throw invalid("body", 'must say "stream": true; without it, call the RPC that does not stream');
  const headers = Object.fromEntries(context.requestHeader);
  const tell: Ask["tell"] = (told) => {
    for (const [name, value] of Object.entries(told)) context.responseHeader.set(name, value);
  };
  const { signal } = context;
  return { caller, dialect, body: Buffer.from(body), headers, query: "", requestId, signal, tell };
}

/** A whole answer's JSON. Errors: an AppError for what the provider refused, in its words. */
export async function wholeOf({ status, headers, body }: Reply, context: HandlerContext): Promise<string> {
  tell(headers, context);
  const text = (await bytesOf(body)).toString("utf8");
  if (status >= 400) throw refused(status, text);
  return text;
}

/** The events of a stream, as they come. Errors: as `wholeOf`, before the first. */
export async function* eventsOf(reply: Reply, context: HandlerContext): AsyncGenerator<SseEvent> {
  const { status, headers, body } = reply;
  if (status >= 400 || Buffer.isBuffer(body)) {
    await wholeOf(reply, context);
    throw new AppError("unavailable", "the provider answered with no stream");
  }
  tell(headers, context);
  const reader = new SseReader();
  for await (const bytes of body) yield* reader.push(bytes);
  yield* reader.close();
}

/** What an answer's headers say beside its body goes out as metadata. */
function tell(headers: Reply["headers"], context: HandlerContext): void {
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith("x-cairn-")) context.responseHeader.set(name, String(value));
  }
}

async function bytesOf(body: Reply["body"]): Promise<Buffer> {
  if (Buffer.isBuffer(body)) return body;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const codes: Record<number, ErrorCode> = {
  400: "invalid_argument",
  401: "unavailable",
  403: "permission_denied",
  404: "not_found",
  413: "payload_too_large",
  422: "invalid_argument",
  429: "rate_limited",
  504: "deadline_exceeded",
};

function refused(status: number, text: string): AppError {
  const message = /"message"\s*:\s*("(?:[^"\\]|\\.)*")/u.exec(text)?.[1];
  const said = message === undefined ? `the provider answered ${status}` : String(JSON.parse(message));
  return new AppError(codes[status] ?? "unavailable", said);
}
