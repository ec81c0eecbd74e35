import type { Caller } from "../account/account.ts";
import type { HeaderFields } from "../call.ts";
import type { AppError } from "../error.ts";

/** A request to a model, as it reached us: by REST or by RPC. */
export type GatewayRequest = {
  caller: Caller;
  /** The dialect that the caller speaks. */
  dialect: "openai" | "anthropic";
  /** JSON, as sent. */
  body: Buffer;
  /** The request's headers, lower-case. */
  headers: HeaderFields;
  /** Such as `?beta=true`; empty where there is none. */
  query: string;
  requestId: string;
  /** Aborts when the caller goes away. */
  signal: AbortSignal;
  /** Sets headers of the answer, whatever that turns out to be; without effect once its head is sent. */
  tell(headers: Readonly<Record<string, string>>): void;
  /** Notes for the log a failure that is told within the answer, whose head said that all is well. */
  noteFailure(error: AppError): void;
};

/**
 * The answer to the caller. A body that is not a buffer is a stream: whoever reads it sets the pace, and must read it to
 * its end or close it.
 */
export type Reply = {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer | AsyncIterable<Uint8Array>;
  /** Whose answer it is, by its id; `undefined` where nobody was asked. */
  provider?: string;
  /** Another provider may have worked on it before: whoever tries again may pay twice. */
  isTaken?: boolean;
};
