import type { JsonValue } from "../../../json.ts";
import type { ErrorKind, UpstreamError } from "../../chat/event.ts";
import { kindOfStatus, statusByKind, statusOf, upstreamError } from "../../chat/upstream-error.ts";
import { numberOf, objectOf, textOf } from "../answer-members.ts";

/** `{error: {code, message, status, details}}`, or a list of one such. */
export function readError(status: number, body: JsonValue | string): UpstreamError {
  const said = saidIn(body);
  return upstreamError(status, said.raw === "UNAVAILABLE" ? "overloaded" : kindOfStatus(status), said);
}

/** An error in a stream, or in an answer of status 200. */
export function readStreamError(body: JsonValue): UpstreamError {
  const said = saidIn(body);
  const kind = kindsByWord.get(said.raw) ?? kindOfStatus(said.status ?? 500);
  return upstreamError(said.status ?? statusByKind[kind], kind, said);
}

function saidIn(body: JsonValue | string) {
  const error = objectOf(Array.isArray(body) ? body[0] : body, "error");
  return {
    message: textOf(error, "message"),
    raw: textOf(error, "status"),
    status: statusOf(numberOf(error, "code")),
  };
}

const kindsByWord: ReadonlyMap<string | undefined, ErrorKind> = new Map([
  ["INVALID_ARGUMENT", "invalid_request"],
  ["FAILED_PRECONDITION", "invalid_request"],
  ["OUT_OF_RANGE", "invalid_request"],
  ["UNAUTHENTICATED", "authentication"],
  ["PERMISSION_DENIED", "permission"],
  ["NOT_FOUND", "not_found"],
  ["RESOURCE_EXHAUSTED", "rate_limit"],
  ["UNAVAILABLE", "overloaded"],
  ["DEADLINE_EXCEEDED", "timeout"],
  ["INTERNAL", "internal"],
]);
