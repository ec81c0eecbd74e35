import type { Caller } from "../account/account.ts";
import type { HeaderFields } from "../call.ts";

/** A request to a model, as it reached us: by REST or by RPC. */
export type GatewayRequest = {
  caller: Caller;
  /** How the caller speaks. */
  dialect: "openai" | "anthropic";
  /** JSON, as sent. */
  body: Buffer;
  /** The request's headers, lower-case. */
  headers: HeaderFields;
  /** What stood behind the path, as `?beta=true`; empty where nothing did. */
  query: string;
  requestId: string;
  /** Aborts when the caller goes away. */
  signal: AbortSignal;
  /** Sets headers of the answer, whatever it will be; without effect once its head was sent. */
  tell(headers: Readonly<Record<string, string>>): void;
};

/**
 * What the caller is answered. A body that is no buffer is a stream: who reads it sets the pace, and must read it to its
 * end or close it.
 */
export type Reply = {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer | AsyncIterable<Uint8Array>;
  /** Whose answer it is, by its id; `undefined` where nobody was asked. */
  provider?: string;
  /** Another provider may have worked on it before: who tries again may pay twice. */
  isTaken?: boolean;
};
