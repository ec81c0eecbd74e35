import { createContextKey, type ContextKey } from "@connectrpc/connect";
import type { AppError } from "./error.ts";

/**
 * One request at the edge, whatever its protocol. The listener makes it; interceptors of every protocol read request
 * headers and set response headers through it, so that no protocol has to carry them on its own.
 */
export type Call = {
  /** Given back as `X-Request-Id`, and in every error body. */
  readonly requestId: string;
  /** The caller's address, trusted proxies taken off. */
  readonly address: string;
  /** `performance.now()` when the request head was read. */
  readonly startedAtMs: number;
  /** What the log is to say of it. */
  readonly note: Note;
  /** A request header by its lower-case name. */
  header(name: string): string | undefined;
  /** The name of a header that says whose memory it is, or what is wanted of it, and was sent more than once. */
  repeated(): string | undefined;
  /** Sets a header of the response; without effect once the head was sent. */
  setHeader(name: string, value: string): void;
  /** Once the signal aborts, an RPC's answer that its caller does not take soon is cut. */
  cutAfter(signal: AbortSignal): void;
};

/** Headers as Node reads them, by their lower-case names. */
export type HeaderFields = Readonly<Record<string, string | string[] | undefined>>;

/** What the log says of a request beside its head: gathered on the way, told once, when it is answered. */
export type Note = {
  /** Its full name. */
  rpc?: string;
  /** Identifiers, never names or secrets. */
  account?: string;
  key?: string;
  /** A code of ours or of the protocol, where it failed. */
  code?: string;
  /** What is behind a fault of ours. */
  cause?: unknown;
};

/** Notes how a request failed, whether its answer's head says so or, as it is out already, the answer itself. */
export function noteFailure({ note }: Pick<Call, "note">, { code, cause }: AppError): void {
  note.code = code;
  note.cause = cause;
}

/** What became of a request, for the log and the metrics. */
export type Answered = {
  call: Call;
  method: string;
  /** The template of a path, a page, an RPC, "preflight", "malformed" or "unmatched": a bounded set. */
  route: string;
  /** 499 where the caller went away first, 503 where this server cut the answer: as it stopped, or as it failed under way. */
  status: number;
  durationMs: number;
};

/** The call of a request, in its context values. Every request that reaches an interceptor has one. */
export const callKey: ContextKey<Call | undefined> = createContextKey<Call | undefined>(undefined, {
  description: "the request at the edge",
});
