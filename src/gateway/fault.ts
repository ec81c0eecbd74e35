import { httpStatuses, type AppError, type ErrorCode } from "../error.ts";
import type { ErrorKind, UpstreamError } from "./chat/event.ts";

const kinds: Record<ErrorCode, ErrorKind> = {
  invalid_argument: "invalid_request",
  unauthenticated: "authentication",
  permission_denied: "permission",
  not_found: "not_found",
  method_not_allowed: "invalid_request",
  conflict: "invalid_request",
  payload_too_large: "too_large",
  unsupported_media_type: "invalid_request",
  headers_too_large: "invalid_request",
  rate_limited: "rate_limit",
  cancelled: "internal",
  deadline_exceeded: "timeout",
  unavailable: "unavailable",
  internal: "internal",
};

/** An error of ours as a provider would have said it, so that a dialect can put it in its own words. */
export function toUpstreamError({ code, message }: AppError): UpstreamError {
  return { status: httpStatuses[code], kind: kinds[code], message, raw: code };
}
