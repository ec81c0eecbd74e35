import type { JsonObject, JsonValue } from "../../json.ts";
import type { ChatEvent, UpstreamError } from "../chat/event.ts";
import type { Losses } from "../chat/loss.ts";
import type { ChatRequest } from "../chat/request.ts";
import type { SseEvent } from "../chat/sse.ts";
import type { Edit } from "../wire/patch.ts";
import type { Span } from "../wire/spans.ts";
import type { Formatting } from "./request/formatting.ts";

/**
 * A dialect is spoken from two sides. Providers understand `formatRequest` and answer what `readAnswer`, `StreamReader`
 * and `readError` understand; callers ask what `parseRequest` understands and are answered by the rest. Each is a pure
 * function or a small machine without I/O.
 */

/** How a provider is spoken to. */
export type UpstreamDialect = {
  /** Where an answer is asked for, after the provider's address. */
  answerPath(model: string, isStream: boolean): string;
  /** Headers of every request, unless its caller sent one of that name. */
  defaultHeaders: Readonly<Record<string, string>>;
  /** The credential, as the provider takes it. */
  keyHeaders(key: string): Record<string, string>;
  /** The request in the provider's words; `losses` of the formatting learns what it could not say. */
  formatRequest(request: ChatRequest, formatting: Formatting): JsonObject;
  /**
   * Whether `formatRequest` has a user's turn ask for it, where a model cannot continue the assistant's: others answer as
   * if nothing had been begun.
   */
  asksToContinue: boolean;
  /** The bytes of a caller of this dialect without what its provider refuses as another's; all are taken if absent. */
  withoutForeignThoughts?(body: Buffer, losses: Losses): Buffer;
  /** For requests that are refused. */
  remedies?: readonly Remedy[];
  /** How tokens are counted for callers of other dialects; they are estimated if absent. */
  tokenCounting?: TokenCounting;
  /** A whole answer, as the events that a stream of it would have been. */
  readAnswer(body: JsonValue): ChatEvent[];
  createStreamReader(): StreamReader;
  /** An error's body, of the status. The body may be anything, such as a proxy's page. */
  readError(status: number, body: JsonValue | string): UpstreamError;
};

/** How a request is mended that was refused for something in it: it is sent once more. */
export type Remedy = {
  /** What stands in a request that can be mended. */
  mends: string;
  /** The provider's words. */
  refusal: RegExp;
  /** The same buffer where there is nothing to mend. */
  mend(body: Buffer): Buffer;
  /** What is lost by it. */
  loss: string;
};

/** A provider's own endpoint that counts the tokens of a request. */
export type TokenCounting = {
  /** After the provider's address. */
  path(model: string): string;
  /** What is asked about the body of a request for an answer. */
  format(request: JsonObject, model: string): JsonObject;
  /** `undefined` for what tells no count. */
  read(body: JsonValue | undefined): number | undefined;
};

export interface StreamReader {
  /** What one event of the wire means; nothing for a ping. Never throws: what cannot be read is an `error` event. */
  read(event: SseEvent): ChatEvent[];
  /** At the end of the bytes: what is still to be said. A stream that broke off ends in an `error` event. */
  close(): ChatEvent[];
}

/** How a caller is spoken to. */
export type CallerDialect = {
  /** Errors: AppError invalid_argument, which names the member. */
  parseRequest(body: JsonObject): ChatRequest;
  /** How many messages at the beginning are the system's. */
  leadingSystem(messages: readonly JsonObject[]): number;
  /** Adds texts after what the system says; every byte of the caller's stays. */
  insertSystem(body: SpannedBody, texts: readonly string[]): Edit[];
  /** Where a provider of the dialect counts tokens for its callers; absent where it has no such path. */
  countPath?: string;
  /** A whole answer from its events. It takes no `error` event: whoever calls this looks for one before. */
  formatAnswer(events: Iterable<ChatEvent>, request: ChatRequest): JsonObject;
  createStreamWriter(request: ChatRequest): StreamWriter;
  /** An error within a stream, which ends it. */
  formatStreamError(error: UpstreamError): SseEvent;
  /** What keeps a silent stream alive, between two of its events. */
  ping: string;
  formatError(error: UpstreamError, requestId: string): JsonObject;
  /** The status of an error as the dialect's clients know it: 529 is Anthropic's alone. */
  formatStatus(status: number): number;
};

/** A caller's bytes, where its members and messages stand in them, and how many messages at the beginning are the system's. */
export type SpannedBody = {
  bytes: Buffer;
  members: ReadonlyMap<string, Span>;
  messages: readonly Span[];
  leading: number;
};

export interface StreamWriter {
  /**
   * What an event is on the wire: none, one, or several events. Errors: AppError, where more came than the writer can
   * keep; only an `error` event may follow it.
   */
  write(event: ChatEvent): SseEvent[];
}
