/** What can go wrong, by the API's own codes. */
export type ErrorCode =
  | "invalid_argument"
  | "unauthenticated"
  | "permission_denied"
  | "not_found"
  | "method_not_allowed"
  | "conflict"
  | "payload_too_large"
  | "unsupported_media_type"
  | "headers_too_large"
  | "rate_limited"
  | "cancelled"
  | "deadline_exceeded"
  | "unavailable"
  | "internal";

/** A member of the request that was wrong. */
export type FieldError = {
  /** Its path: "messages[2].role". */
  field: string;
  /** What is allowed. */
  message: string;
};

export type CairnErrorOptions = {
  code: ErrorCode;
  /** The server's sentence, or the client's own. */
  reason: string;
  details?: readonly FieldError[];
  status?: number;
  requestId?: string;
  retryAfterMs?: number;
  cause?: unknown;
};

/**
 * Why a call failed. `code` says what to do about it; `message` has everything that helps people: the sentence, the code,
 * the fields and the id under which the server's log has the request.
 *
 * @example
 * try {
 *   await cairn.getPattern({ id: "pat_none" });
 * } catch (error) {
 *   if (!CairnError.is(error, "not_found")) throw error;
 *   console.log(error.status, error.requestId);
 * }
 */
export class CairnError extends Error {
  override readonly name = "CairnError";
  readonly code: ErrorCode;
  /** The sentence alone. */
  readonly reason: string;
  /** The members that were wrong; empty where the request was not at fault. */
  readonly details: readonly FieldError[];
  /** Absent where there was no answer: the client refused, the network failed, or time ran out. */
  readonly status: number | undefined;
  /** Names the request in the server's log. */
  readonly requestId: string | undefined;
  /** When the server would have it tried again. */
  readonly retryAfterMs: number | undefined;

  constructor({ code, reason, details = [], status, requestId, retryAfterMs, cause }: CairnErrorOptions) {
    const fields = details.map(({ field }) => field).join(", ");
    const known = [code, ...(fields ? [`field ${fields}`] : []), ...(requestId ? [`request ${requestId}`] : [])];
    super(`${reason} [${known.join("; ")}]`, cause === undefined ? undefined : { cause });
    this.code = code;
    this.reason = reason;
    this.details = details;
    this.status = status;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }

  /** The first member that was wrong. */
  get field(): string | undefined {
    return this.details[0]?.field;
  }

  /** Whether something that was caught is such an error, of this code if one is named. */
  static is<Code extends ErrorCode = ErrorCode>(thrown: unknown, code?: Code): thrown is CairnError & { code: Code } {
    return thrown instanceof CairnError && (code === undefined || thrown.code === code);
  }
}

/** What the client refuses by itself. */
export function refused(field: string, message: string): CairnError {
  return new CairnError({ code: "invalid_argument", reason: `${field} ${message}`, details: [{ field, message }] });
}
