import { CairnError, statuses, type ErrorCode, type FieldError } from "./error.ts";
import type { Operation } from "./operation.ts";
import type { AnswerHead } from "./options.ts";

/** The value of a good answer. Throws the CairnError that any other one is. */
export async function valueOf(response: Response): Promise<unknown> {
  const text = await response.text();
  const body = parse(text);
  if (response.ok && body !== undefined) return body;
  throw response.ok ? notJson(response, text) : errorOf(response, body, text);
}

export function headOf({ name }: Operation, { status, headers }: Response): AnswerHead {
  const reset = numberOf(headers.get("x-ratelimit-reset"));
  return {
    operation: name,
    status,
    requestId: headers.get("x-request-id") ?? undefined,
    remaining: numberOf(headers.get("x-ratelimit-remaining")),
    resetAt: reset === undefined ? undefined : new Date(reset * 1_000),
  };
}

type ErrorBody = { error?: unknown; message?: unknown; details?: unknown; request_id?: unknown };

function errorOf({ status, headers }: Response, body: unknown, text: string): CairnError {
  const { error, message, details, request_id: requestId }: ErrorBody = isObject(body) ? body : {};
  // Below /v1/ it is an object, as clients of models expect it.
  const code = isObject(error) ? error["code"] : error;
  const retryAfter = numberOf(headers.get("retry-after"));
  return new CairnError({
    code: isCode(code) ? code : codeOf(status),
    reason: typeof message === "string" ? message : (redirect(status, headers) ?? `HTTP ${status}: ${shorten(text)}`),
    details: Array.isArray(details) ? details.filter(isDetail) : [],
    status,
    requestId: typeof requestId === "string" ? requestId : (headers.get("x-request-id") ?? undefined),
    retryAfterMs: retryAfter === undefined ? undefined : retryAfter * 1_000,
  });
}

/** Redirects are not followed: a POST would become a GET. A browser tells nothing of one but that it was. */
function redirect(status: number, headers: Headers): string | undefined {
  if (status !== 0 && (status < 300 || status > 399)) return undefined;
  return `the server redirects to ${headers.get("location") ?? "another address"}: set baseUrl to it`;
}

/** Of an answer that is not the server's own, such as a proxy's. */
function codeOf(status: number): ErrorCode {
  const entries = Object.entries(statuses) as [ErrorCode, number][]; // the table's own keys
  const [code] = entries.find(([, each]) => each === status) ?? [];
  return code ?? (status === 408 ? "deadline_exceeded" : status === 502 ? "unavailable" : "internal");
}

function notJson({ status, headers }: Response, text: string): CairnError {
  const type = headers.get("content-type") ?? "no content type";
  const reason = `the answer is not JSON (${type}): ${shorten(text)}; is baseUrl the address of a Cairn server?`;
  return new CairnError({ code: "internal", reason, status });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isCode(value: unknown): value is ErrorCode {
  return typeof value === "string" && Object.hasOwn(statuses, value);
}

function isDetail(value: unknown): value is FieldError {
  return isObject(value) && typeof value["field"] === "string" && typeof value["message"] === "string";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function numberOf(text: string | null): number | undefined {
  return text !== null && /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}

function shorten(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}
