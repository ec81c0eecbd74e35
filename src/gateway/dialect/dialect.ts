import type { Capabilities } from "../chat/capabilities.ts";
import type { ChatEvent, UpstreamError } from "../chat/event.ts";
import type { JsonObject, JsonValue } from "../chat/json.ts";
import type { Losses } from "../chat/loss.ts";
import type { ChatRequest, Origin } from "../chat/request.ts";
import type { SseEvent } from "../chat/sse.ts";

/**
 * A dialect is spoken from two sides. Providers understand `formatRequest` and answer what `readAnswer`, `StreamReader`
 * and `readError` understand; callers ask what `parseRequest` understands and are answered by the rest. Each is a pure
 * function or a small machine without I/O.
 */

/** How a provider is spoken to. */
export type UpstreamDialect = {
  name: Origin;
  /** The request in the provider's words; `losses` learns what it could not say. */
  formatRequest(request: ChatRequest, capabilities: Capabilities, losses: Losses): JsonObject;
  /** A whole answer, as the events that a stream of it would have been. */
  readAnswer(body: JsonValue): ChatEvent[];
  createStreamReader(): StreamReader;
  /** An error's body, of the status. The body may be anything, such as a proxy's page. */
  readError(status: number, body: JsonValue | string): UpstreamError;
};

export interface StreamReader {
  /** What one event of the wire means; nothing for a ping. Never throws: what cannot be read is an `error` event. */
  read(event: SseEvent): ChatEvent[];
  /** At the end of the bytes: what is still to be said. A stream that broke off ends in an `error` event. */
  close(): ChatEvent[];
}

/** How a caller is spoken to. */
export type CallerDialect = {
  name: "openai" | "anthropic";
  /** Errors: AppError invalid_argument, which names the member. */
  parseRequest(body: JsonObject): ChatRequest;
  /** A whole answer from its events. It takes no `error` event: whoever calls this looks for one before. */
  formatAnswer(events: Iterable<ChatEvent>, request: ChatRequest): JsonObject;
  createStreamWriter(request: ChatRequest): StreamWriter;
  /** What keeps a silent stream alive, between two of its events. */
  ping: string;
  formatError(error: UpstreamError, requestId: string): JsonObject;
  /** The status of an error as the dialect's clients know it: 529 is Anthropic's alone. */
  formatStatus(status: number): number;
};

export interface StreamWriter {
  /**
   * What an event is on the wire: none, one, or several events. Errors: AppError, where more came than the writer can
   * keep; only an `error` event may follow it.
   */
  write(event: ChatEvent): SseEvent[];
}
