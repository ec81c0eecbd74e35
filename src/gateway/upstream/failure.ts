import { AppError, systemCode } from "../../error.ts";

/** Codes of Node and undici for a connection that was never made: the provider has seen nothing of the request. */
const unconnected = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
];
const slow = ["UND_ERR_CONNECT_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"];

/** The error's own, or that of what caused it. */
function innerCode(error: unknown): string | undefined {
  return error instanceof Error ? (systemCode(error) ?? innerCode(error.cause)) : undefined;
}

/** Whether the request can be sent again without the risk that it is answered, and paid for, twice. */
export function neverArrived(error: unknown): boolean {
  return unconnected.includes(innerCode(error) ?? "");
}

/** A failure to reach a provider, in words for the caller: without addresses, and without the system's own message. */
export function unreachable(providerId: string, error: unknown): AppError {
  const code = innerCode(error) ?? "";
  if (slow.includes(code)) {
    return new AppError("deadline_exceeded", `the provider "${providerId}" did not answer in time`, { cause: error });
  }
  return new AppError("unavailable", `the provider "${providerId}" cannot be reached`, {
    isTaken: !neverArrived(error),
    cause: error,
  });
}

/** The error of a request that some provider may have worked on: it says so, whoever it came from. */
export function asTaken(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== "unavailable" || error.isTaken) return error;
  const { message, retryAfterS, isLasting, cause } = error;
  return new AppError("unavailable", message, { retryAfterS, isLasting, isTaken: true, cause });
}

/** The error of an answer that broke off at our own time limit; `undefined` where the connection ended it. */
export function silenceOf(providerId: string, error: unknown): AppError | undefined {
  if (innerCode(error) !== "UND_ERR_BODY_TIMEOUT") return undefined;
  return new AppError("deadline_exceeded", `the provider "${providerId}" stopped in the middle of its answer`, {
    cause: error,
  });
}
