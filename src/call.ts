import { createContextKey, type ContextKey } from "@connectrpc/connect";

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
  /** A request header by its lower-case name. */
  header(name: string): string | undefined;
  /** Sets a header of the response; without effect once the head was sent. */
  setHeader(name: string, value: string): void;
};

/** The call of a request, in its context values. Every request that reaches an interceptor has one. */
export const callKey: ContextKey<Call | undefined> = createContextKey<Call | undefined>(undefined, {
  description: "the request at the edge",
});
