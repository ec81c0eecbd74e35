import type { ErrorKind, UpstreamError } from "./event.ts";

type Said = { message?: string; raw?: string; param?: string };

/** A provider's error: its message is bounded in length, and keys that it repeats are left out. */
export function upstreamError(status: number, kind: ErrorKind, { message = "", raw, param }: Said): UpstreamError {
  const shown = message.trim().replace(keys, "[key]").slice(0, messageCharsMax);
  return { status, kind, message: shown || `the provider answered with status ${status}`, raw, param };
}

const messageCharsMax = 4_096;
/** What the keys of the providers look like, also where some of it is masked. */
const keys = /\b(?:sk|xai|pk)-[\w*.-]{6,}|\bAIza[\w*-]{6,}|\bLLM\|[\w*|-]{6,}/gu;

/** An answer that is not JSON, or of an undocumented form; `cause`: what our own reader threw at it. */
export function unreadable(cause?: unknown): UpstreamError {
  return { ...upstreamError(502, "unavailable", { message: "the provider's answer cannot be read" }), cause };
}

/** A stream that ended before the answer did. */
export function brokenOff(): UpstreamError {
  return upstreamError(502, "unavailable", { message: "the provider's answer broke off" });
}

/** The code in an error's body, where it is the status of an HTTP error. */
export function statusOf(code: number | undefined): number | undefined {
  return code !== undefined && Number.isInteger(code) && code >= 400 && code < 600 ? code : undefined;
}

export function kindOfStatus(status: number): ErrorKind {
  return kindsByStatus.get(status) ?? (status >= 400 && status < 500 ? "invalid_request" : "internal");
}

const kindsByStatus: ReadonlyMap<number, ErrorKind> = new Map([
  [401, "authentication"],
  [402, "permission"],
  [403, "permission"],
  [404, "not_found"],
  [408, "timeout"],
  [413, "too_large"],
  [429, "rate_limit"],
  [502, "unavailable"],
  [503, "unavailable"],
  [504, "timeout"],
  [529, "overloaded"],
]);

/** The status of an error that came without one: in a stream that had begun with 200. */
export const statusByKind: Readonly<Record<ErrorKind, number>> = {
  invalid_request: 400,
  authentication: 401,
  permission: 403,
  not_found: 404,
  too_large: 413,
  rate_limit: 429,
  overloaded: 529,
  timeout: 504,
  unavailable: 503,
  internal: 500,
};
