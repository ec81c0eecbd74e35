import type { ErrorKind, UpstreamError } from "../../chat/event.ts";
import type { JsonValue } from "../../../json.ts";
import { kindOfStatus, statusOf, statusOfKind, upstreamError } from "../../chat/upstream-error.ts";
import { numberOf, objectOf, textOf } from "../answer-members.ts";

/** `{error: {code, message, status, details}}`, or a list of one such. */
export function readError(status: number, body: JsonValue | string): UpstreamError {
  const said = saidIn(body);
  return upstreamError(status, said.raw === "UNAVAILABLE" ? "overloaded" : kindOfStatus(status), said);
}

/** An error in a stream, or in an answer of status 200. */
export function readStreamError(body: JsonValue): UpstreamError {
  const said = saidIn(body);
  const kind = kindOfWord(said.raw) ?? kindOfStatus(said.status ?? 500);
  return upstreamError(said.status ?? statusOfKind(kind), kind, said);
}

function saidIn(body: JsonValue | string) {
  const error = objectOf(Array.isArray(body) ? body[0] : body, "error");
  return {
    message: textOf(error, "message"),
    raw: textOf(error, "status"),
    status: statusOf(numberOf(error, "code")),
  };
}

function kindOfWord(word: string | undefined): ErrorKind | undefined {
  switch (word) {
    case "INVALID_ARGUMENT":
    case "FAILED_PRECONDITION":
    case "OUT_OF_RANGE":
      return "invalid_request";
    case "UNAUTHENTICATED":
      return "authentication";
    case "PERMISSION_DENIED":
      return "permission";
    case "NOT_FOUND":
      return "not_found";
    case "RESOURCE_EXHAUSTED":
      return "rate_limit";
    case "UNAVAILABLE":
      return "overloaded";
    case "DEADLINE_EXCEEDED":
      return "timeout";
    case "INTERNAL":
      return "internal";
    default:
      return undefined;
  }
}
