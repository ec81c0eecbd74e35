import type { JsonValue } from "../../json.ts";
import type { ChatEvent, UpstreamError } from "../chat/event.ts";
import { formatSse } from "../chat/sse.ts";
import { callerDialects } from "../dialect/dialects.ts";
import type { GatewayRequest, Reply } from "../exchange.ts";
import type { ParsedRequest } from "../parsed-request.ts";

/** An answer that is known whole, in the caller's dialect: at once, or as the stream that was asked for. */
export function answerWith(
  request: ParsedRequest,
  events: ChatEvent[],
  headers: Record<string, string | string[]>,
): Reply {
  const caller = callerDialects[request.dialect];
  const failed = events.find((event) => event.type === "error");
  if (failed) return refusal(request, headers, failed.error);
  if (!request.stream) return jsonReply(200, headers, caller.formatAnswer(events, request.chat()));
  return streamReply(
    request,
    headers,
    events.map((event) => [event]),
  );
}

/** An error in the caller's dialect. */
export function refusal(
  { dialect, requestId }: Pick<GatewayRequest, "dialect" | "requestId">,
  headers: Reply["headers"],
  error: UpstreamError,
): Reply {
  const caller = callerDialects[dialect];
  return jsonReply(caller.formatStatus(error.status), headers, caller.formatError(error, requestId));
}

/** An answer in JSON. */
export function jsonReply(status: number, headers: Reply["headers"], body: JsonValue): Reply {
  return {
    status,
    headers: { ...headers, "content-type": "application/json" },
    body: Buffer.from(JSON.stringify(body)),
  };
}

/** What the head of such a stream says of it. */
export const streamHeaders = { "content-type": "text/event-stream; charset=utf-8" };

/** A stream of events, in the caller's dialect. */
export function streamReply(
  { dialect, chat }: ParsedRequest,
  headers: Reply["headers"],
  events: AsyncIterable<ChatEvent[]> | Iterable<ChatEvent[]>,
): Reply & { body: AsyncIterable<Uint8Array> } {
  const writer = callerDialects[dialect].createStreamWriter(chat());
  async function* bytes() {
    for await (const some of events) {
      const written = some.flatMap((event) => writer.write(event));
      if (written.length > 0) yield Buffer.from(written.map(formatSse).join(""));
    }
  }
  return { status: 200, headers: { ...headers, ...streamHeaders }, body: bytes() };
}
