import type { AppError, ErrorCode } from "../error.ts";
import type { ErrorKind, UpstreamError } from "./chat/event.ts";

const faults: Record<ErrorCode, [status: number, kind: ErrorKind]> = {
  invalid_argument: [400, "invalid_request"],
  unauthenticated: [401, "authentication"],
  permission_denied: [403, "permission"],
  not_found: [404, "not_found"],
  method_not_allowed: [405, "invalid_request"],
  conflict: [409, "invalid_request"],
  payload_too_large: [413, "too_large"],
  unsupported_media_type: [415, "invalid_request"],
  headers_too_large: [431, "invalid_request"],
  rate_limited: [429, "rate_limit"],
  cancelled: [499, "internal"],
  deadline_exceeded: [504, "timeout"],
  unavailable: [503, "unavailable"],
  internal: [500, "internal"],
};

/** An error of ours as a provider would have said it, so that a dialect can put it in its own words. */
export function toUpstreamError({ code, message }: AppError): UpstreamError {
  const [status, kind] = faults[code];
  return { status, kind, message, raw: code };
}
