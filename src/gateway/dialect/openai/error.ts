import type { JsonObject, JsonValue } from "../../../json.ts";
import type { ErrorKind, UpstreamError } from "../../chat/event.ts";
import { kindOfStatus, statusByKind, statusOf, upstreamError } from "../../chat/upstream-error.ts";
import { listOf, numberOf, objectOf, textOf } from "../answer-members.ts";

/** An error's body, of OpenAI or of those who speak as it does, each a little differently. */
export function readError(status: number, body: JsonValue | string): UpstreamError {
  return upstreamError(status, kindOfStatus(status), saidIn(body));
}

/** An error in a stream, or in an answer of status 200: its words alone tell its kind. */
export function readStreamError(body: JsonValue): UpstreamError {
  const said = saidIn(body);
  const status = statusOf(numberOf(objectOf(body, "error") ?? body, "code"));
  const kind = status === undefined ? kindOfWords(said.words) : kindOfStatus(status);
  return upstreamError(status ?? statusByKind[kind], kind, said);
}

/**
 * OpenAI `{error: {message, type, code, param}}`; Ollama `{error: "..."}`; xAI `{code, error: "..."}`; Mistral and vLLM
 * `{object: "error", message, type, code}`, where FastAPI has its say `{detail: [{msg}]}`.
 */
function saidIn(body: JsonValue | string) {
  const error = objectOf(body, "error") ?? body;
  const code = textOf(error, "code");
  const type = textOf(error, "type");
  return {
    message:
      textOf(error, "message") ??
      textOf(error, "error") ??
      textOf(error, "detail") ??
      textOf(listOf(error, "detail")[0] ?? listOf(objectOf(error, "message"), "detail")[0], "msg"),
    raw: code ?? type,
    param: textOf(error, "param"),
    words: [code, type].join(" "),
  };
}

function kindOfWords(words: string): ErrorKind {
  if (/rate_limit|quota|requests|tokens/u.test(words)) return "rate_limit";
  if (/overloaded|capacity|unavailable/u.test(words)) return "overloaded";
  if (/authentication|api_key/u.test(words)) return "authentication";
  if (/permission/u.test(words)) return "permission";
  if (/not_found/u.test(words)) return "not_found";
  if (/invalid|context_length|BadRequest/u.test(words)) return "invalid_request";
  if (/timeout/u.test(words)) return "timeout";
  return "internal";
}

/** The body that OpenAI's clients expect. A request's id is in the header `x-request-id` only. */
export function formatError({ kind, message, param }: UpstreamError): JsonObject {
  const [type, code] = typesAndCodes[kind];
  return { error: { message, type, param: param ?? null, code } };
}

/** 529 is Anthropic's own; OpenAI's clients know 503. */
export function formatStatus(status: number): number {
  return status === 529 ? 503 : status;
}

const typesAndCodes: Record<ErrorKind, [type: string, code: string | null]> = {
  invalid_request: ["invalid_request_error", null],
  authentication: ["invalid_request_error", "invalid_api_key"],
  permission: ["permission_error", "permission_denied"],
  not_found: ["invalid_request_error", "not_found"],
  too_large: ["invalid_request_error", "request_too_large"],
  rate_limit: ["rate_limit_error", "rate_limit_exceeded"],
  overloaded: ["server_error", "overloaded"],
  timeout: ["server_error", "timeout"],
  unavailable: ["server_error", "unavailable"],
  internal: ["server_error", null],
};
