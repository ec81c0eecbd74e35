import { Code, ConnectError } from "@connectrpc/connect";
import { AppError, type ErrorCode } from "../error.ts";

const statuses: Record<ErrorCode, number> = {
  invalid_argument: 400,
  unauthenticated: 401,
  permission_denied: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  headers_too_large: 431,
  cancelled: 499,
  internal: 500,
  unavailable: 503,
  deadline_exceeded: 504,
};

const codes: Record<Code, ErrorCode> = {
  [Code.Canceled]: "cancelled",
  [Code.Unknown]: "internal",
  [Code.InvalidArgument]: "invalid_argument",
  [Code.DeadlineExceeded]: "deadline_exceeded",
  [Code.NotFound]: "not_found",
  [Code.AlreadyExists]: "conflict",
  [Code.PermissionDenied]: "permission_denied",
  [Code.ResourceExhausted]: "rate_limited",
  [Code.FailedPrecondition]: "conflict",
  [Code.Aborted]: "conflict",
  [Code.OutOfRange]: "invalid_argument",
  [Code.Unimplemented]: "not_found",
  [Code.Internal]: "internal",
  [Code.Unavailable]: "unavailable",
  [Code.DataLoss]: "internal",
  [Code.Unauthenticated]: "unauthenticated",
};

/** The caller did not send the whole request in time. HTTP tells that (408) from an answer that took too long (504). */
export class RequestTimeout extends AppError {
  constructor() {
    super("deadline_exceeded", "the request did not arrive in time");
  }
}

/** An error as an HTTP response. */
export type ErrorReply = { status: number; headers: Record<string, string>; body: string };

/**
 * What a caller may learn of anything thrown: an AppError as it is, also as the cause of a ConnectError; any other
 * ConnectError by its code; the rest is `internal`, with nothing said.
 */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (!(thrown instanceof ConnectError)) return new AppError("internal", "internal error", { cause: thrown });
  if (thrown.cause instanceof AppError) return thrown.cause;
  const code = codes[thrown.code];
  if (code === "internal") return new AppError("internal", "internal error", { cause: thrown });
  return new AppError(code, thrown.rawMessage, { cause: thrown });
}

export function errorReply(error: AppError, requestId: string): ErrorReply {
  const status = error instanceof RequestTimeout ? 408 : statuses[error.code];
  const headers: Record<string, string> = {};
  if (error.retryAfterS !== undefined) headers["Retry-After"] = String(Math.max(1, Math.ceil(error.retryAfterS)));
  if (error.allow !== undefined) headers["Allow"] = error.allow.join(", ");
  if (error.code === "unauthenticated") headers["WWW-Authenticate"] = "Bearer";
  const details = error.details.length === 0 ? undefined : error.details;
  const body = JSON.stringify({ error: error.code, message: error.message, details, request_id: requestId });
  return { status, headers, body };
}
