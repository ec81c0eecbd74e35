/**
 * The closed list of what can go wrong, from the caller's point of view. Each edge that says more than the message has one
 * table that turns a code into its own form; those that speak HTTP share the statuses.
 */
export type ErrorCode =
  /** A member is missing, malformed or out of range. The message names it. */
  | "invalid_argument"
  /** No key, or one that is unknown, expired or revoked. */
  | "unauthenticated"
  /** The key is good, but not for this. */
  | "permission_denied"
  /** No such thing, or not yours: the two are not told apart. */
  | "not_found"
  /** The path exists, with other methods. */
  | "method_not_allowed"
  /** The request contradicts what is stored or in flight. */
  | "conflict"
  /** A body above its cap. */
  | "payload_too_large"
  /** A content type or encoding that the path does not take. */
  | "unsupported_media_type"
  /** Request headers above their cap. */
  | "headers_too_large"
  /** A window of the plan is spent. */
  | "rate_limited"
  /** The caller went away. */
  | "cancelled"
  /** Not finished within its time. */
  | "deadline_exceeded"
  /** Right request, wrong moment: try again. */
  | "unavailable"
  /** A fault of ours. The cause is in the log only. */
  | "internal";

export const httpStatuses: Readonly<Record<ErrorCode, number>> = {
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

/** One member that was wrong: its path ("messages[2].role") and a sentence on what is allowed. */
export type ErrorDetail = { field: string; message: string };

export type AppErrorOptions = {
  details?: ErrorDetail[];
  /** When to try again, in seconds: becomes the header `Retry-After`, in whole ones and at least 1. */
  retryAfterS?: number;
  /** Trying again changes nothing until somebody sets this server up otherwise. */
  isLasting?: boolean;
  /** A provider may have worked on it: who tries again may pay twice. */
  isTaken?: boolean;
  /** What a 405 tells in the header `Allow`. */
  allow?: string[];
  /** For the log only; it never reaches a caller. */
  cause?: unknown;
};

/** An error whose code and message are meant for the caller. Anything else that is thrown is `internal`. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly details: ErrorDetail[];
  readonly retryAfterS: number | undefined;
  readonly isLasting: boolean;
  readonly isTaken: boolean;
  readonly allow: string[] | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.details = options.details ?? [];
    const { retryAfterS } = options;
    this.retryAfterS = retryAfterS === undefined ? undefined : Math.max(1, Math.ceil(retryAfterS));
    this.isLasting = options.isLasting ?? false;
    this.isTaken = options.isTaken ?? false;
    this.allow = options.allow;
  }
}

/** A bad member, named in the message and in the details. */
export function invalid(field: string, message: string): AppError {
  return new AppError("invalid_argument", `${field}: ${message}`, { details: [{ field, message }] });
}

/** How many wrong members an error lists at most. */
export const detailsMax = 100;

/** Throws invalid_argument where any member is wrong: the message names the first, and says how many more there are. */
export function refuseAll(details: readonly ErrorDetail[]): void {
  const [first] = details;
  if (first === undefined) return;
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : "";
  const message = `${first.field}: ${first.message}${more}`;
  throw new AppError("invalid_argument", message, { details: details.slice(0, detailsMax) });
}

/** Members of which one must be given, and none is: the message names the first, the details all of them. */
export function noneGiven(fields: readonly string[]): AppError {
  const details = fields.map((field) => {
    const others = fields.filter((other) => other !== field);
    const message =
      others.length === 1
        ? `must be given if ${others[0]} is not, but both are missing`
        : `must be given if none of ${others.join(", ")} is, but all are missing`;
    return { field, message };
  });
  const [first] = details;
  return new AppError("invalid_argument", `${first?.field}: ${first?.message}`, { details });
}

export function notFound(what: string, id: string): AppError {
  return new AppError("not_found", `no ${what} with the id "${id}"`);
}

/** What was looked for, where there is one. Errors: not_found. */
export function found<T>(value: T | undefined, what: string, id: string): T {
  if (value === undefined) throw notFound(what, id);
  return value;
}

/** Node's own code of an error, where it has one: ENOENT, ECONNREFUSED. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** For what reads or lists files: one that is not there gives nothing. */
export function unlessGone(error: unknown): undefined {
  if (systemCode(error) !== "ENOENT") throw error;
}

/** A call of the system that failed: a file that is not there, a disk that is full. The message says it all. */
export function isOfSystem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}
