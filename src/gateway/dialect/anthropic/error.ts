import type { JsonObject, JsonValue } from "../../../json.ts";
import type { ErrorKind, UpstreamError } from "../../chat/event.ts";
import { kindOfStatus, statusByKind, upstreamError } from "../../chat/upstream-error.ts";
import { objectOf, textOf } from "../answer-members.ts";

/** `{type: "error", error: {type, message}, request_id}`. */
export function readError(status: number, body: JsonValue | string): UpstreamError {
  return upstreamError(status, kindOfStatus(status), saidIn(body));
}

/** An error in a stream, or in an answer of status 200: its type alone tells its kind. */
export function readStreamError(body: JsonValue): UpstreamError {
  const said = saidIn(body);
  const kind = kindsByType.get(said.raw) ?? "internal";
  return upstreamError(statusByKind[kind], kind, said);
}

function saidIn(body: JsonValue | string) {
  const error = objectOf(body, "error");
  return { message: textOf(error, "message"), raw: textOf(error, "type") };
}

/** The body that Anthropic's clients expect. Without a request's id it is what a stream says. */
export function formatError({ kind, message }: UpstreamError, requestId?: string): JsonObject {
  const body = { type: "error", error: { type: types[kind], message } };
  return requestId === undefined ? body : { ...body, request_id: requestId };
}

/** Anthropic's clients know every status, 529 too. */
export function formatStatus(status: number): number {
  return status;
}

const types: Record<ErrorKind, string> = {
  invalid_request: "invalid_request_error",
  authentication: "authentication_error",
  permission: "permission_error",
  not_found: "not_found_error",
  too_large: "request_too_large",
  rate_limit: "rate_limit_error",
  overloaded: "overloaded_error",
  timeout: "timeout_error",
  unavailable: "api_error",
  internal: "api_error",
};

/** Of `api_error`, which says least, the last: a fault of the provider's own. */
const kindsByType: ReadonlyMap<string | undefined, ErrorKind> = new Map([
  ...Object.entries(types).map(([kind, type]): [string, ErrorKind] => [type, kind as ErrorKind]), // the table's own keys
  ["billing_error", "permission"],
]);
