import type { ErrorKind, UpstreamError } from "./event.ts";

type Said = { message?: string | undefined; raw?: string | undefined; param?: string | undefined };

/** An error as a provider told it: its words are cut to a length, and keys that it repeats are left out. */
export function upstreamError(status: number, kind: ErrorKind, said: Said): UpstreamError {
  const message = (said.message ?? "").trim().replace(keys, "[key]").slice(0, messageCharsMax);
  return {
    status,
    kind,
    message: message === "" ? `the provider answered with status ${status}` : message,
    ...(said.raw === undefined ? {} : { raw: said.raw }),
    ...(said.param === undefined ? {} : { param: said.param }),
  };
}

const messageCharsMax = 4_096;
/** What the keys of the providers look like, also where some of it is masked. */
const keys = /\b(?:sk|xai|pk)-[\w*.-]{6,}|\bAIza[\w*-]{6,}|\bLLM\|[\w*|-]{6,}/gu;

/** An answer that is none: no JSON, or of a form that nobody described. */
export function unreadable(): UpstreamError {
  return upstreamError(502, "unavailable", { message: "the provider's answer cannot be read" });
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
  switch (status) {
    case 401:
      return "authentication";
    case 402:
    case 403:
      return "permission";
    case 404:
      return "not_found";
    case 408:
    case 504:
      return "timeout";
    case 413:
      return "too_large";
    case 429:
      return "rate_limit";
    case 529:
      return "overloaded";
    case 502:
    case 503:
      return "unavailable";
    default:
      return status >= 400 && status < 500 ? "invalid_request" : "internal";
  }
}

/** The status of an error that came without one: in a stream that had begun with 200. */
export function statusOfKind(kind: ErrorKind): number {
  switch (kind) {
    case "invalid_request":
      return 400;
    case "authentication":
      return 401;
    case "permission":
      return 403;
    case "not_found":
      return 404;
    case "too_large":
      return 413;
    case "rate_limit":
      return 429;
    case "overloaded":
      return 529;
    case "timeout":
      return 504;
    case "unavailable":
      return 503;
    case "internal":
      return 500;
  }
}
