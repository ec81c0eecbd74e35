import { Code, ConnectError } from "@connectrpc/connect";
import { AppError, httpStatuses, type ErrorCode, type ErrorDetail } from "../error.ts";

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

export type ErrorBody = { error: ErrorCode; message: string; details?: ErrorDetail[]; request_id: string };

/** What paths that clients of others ask say instead. */
export type ErrorForm = (error: AppError, body: ErrorBody) => object;

/** An error as REST answers it; `form` gives it another body. */
export function errorReply(error: AppError, requestId: string, form: ErrorForm = (_, body) => body) {
  const status = error instanceof RequestTimeout ? 408 : httpStatuses[error.code];
  const headers: Record<string, string> = {};
  if (error.retryAfterS !== undefined) headers["Retry-After"] = String(error.retryAfterS);
  if (error.allow !== undefined) headers["Allow"] = error.allow.join(", ");
  if (error.code === "unauthenticated") headers["WWW-Authenticate"] = "Bearer";
  const { code, message, details } = error;
  const body = { error: code, message, ...(details.length > 0 && { details }), request_id: requestId };
  return { status, headers, body: JSON.stringify(form(error, body)) };
}
