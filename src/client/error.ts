/** The API's error codes, and the HTTP statuses that they come with. */
export const statuses = {
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
export type ErrorCode = keyof typeof statuses;

/** A wrong member of the request. */
export type FieldError = {
  /** Its path, such as "messages[2].role". */
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
 * Why a call failed. `code` tells programs what to do; `message` has what helps people: the sentence, the code, the fields
 * and the id of the request in the server's log.
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
  /** The wrong members of the request; empty if the request was not at fault. */
  readonly details: readonly FieldError[];
  /** HTTP status; absent without an answer: the client refused, the network failed, or time ran out. */
  readonly status: number | undefined;
  /** Identifies the request in the server's log. */
  readonly requestId: string | undefined;
  /** How long the server asks to wait before a retry. */
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

  /** The first wrong member. */
  get field(): string | undefined {
    return this.details[0]?.field;
  }

  /** Whether a caught value is a CairnError, with this code if one is given. */
  static is<Code extends ErrorCode = ErrorCode>(thrown: unknown, code?: Code): thrown is CairnError & { code: Code } {
    return thrown instanceof CairnError && (code === undefined || thrown.code === code);
  }
}

/** What the client refuses by itself. */
export function refused(field: string, message: string): CairnError {
  return new CairnError({ code: "invalid_argument", reason: `${field} ${message}`, details: [{ field, message }] });
}
