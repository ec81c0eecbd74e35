import type { ErrorKind, UpstreamError } from "../../chat/event.ts";
import type { JsonObject, JsonValue } from "../../../json.ts";
import { kindOfStatus, statusOfKind, upstreamError } from "../../chat/upstream-error.ts";
import { objectOf, textOf } from "../answer-members.ts";

/** `{type: "error", error: {type, message}, request_id}`. */
export function readError(status: number, body: JsonValue | string): UpstreamError {
  return upstreamError(status, kindOfStatus(status), saidIn(body));
}

/** An error in a stream, or in an answer of status 200: its type alone tells its kind. */
export function readStreamError(body: JsonValue): UpstreamError {
  const said = saidIn(body);
  const kind = kindOfType(said.raw);
  return upstreamError(statusOfKind(kind), kind, said);
}

function saidIn(body: JsonValue | string) {
  const error = objectOf(body, "error");
  return { message: textOf(error, "message"), raw: textOf(error, "type") };
}

function kindOfType(type: string | undefined): ErrorKind {
  switch (type) {
    case "invalid_request_error":
      return "invalid_request";
    case "authentication_error":
      return "authentication";
    case "billing_error":
    case "permission_error":
      return "permission";
    case "not_found_error":
      return "not_found";
    case "request_too_large":
      return "too_large";
    case "rate_limit_error":
      return "rate_limit";
    case "overloaded_error":
      return "overloaded";
    case "timeout_error":
      return "timeout";
    default:
      return "internal";
  }
}

/** The body that Anthropic's clients expect. Without a request's id it is what a stream says. */
export function formatError({ kind, message }: UpstreamError, requestId?: string): JsonObject {
  const body = { type: "error", error: { type: typeOfKind(kind), message } };
  return requestId === undefined ? body : { ...body, request_id: requestId };
}

/** Anthropic's clients know every status, 529 too. */
export function formatStatus(status: number): number {
  return status;
}

function typeOfKind(kind: ErrorKind): string {
  switch (kind) {
    case "invalid_request":
      return "invalid_request_error";
    case "authentication":
      return "authentication_error";
    case "permission":
      return "permission_error";
    case "not_found":
      return "not_found_error";
    case "too_large":
      return "request_too_large";
    case "rate_limit":
      return "rate_limit_error";
    case "overloaded":
      return "overloaded_error";
    case "timeout":
      return "timeout_error";
    case "unavailable":
    case "internal":
      return "api_error";
  }
}
