import { AppError } from "../../error.ts";

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

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("code" in error && typeof error.code === "string") return error.code;
  return codeOf(error.cause);
}

/** Whether the request can be sent again without being answered, and paid for, twice. */
export function neverArrived(error: unknown): boolean {
  return unconnected.includes(codeOf(error) ?? "");
}

/** A failure to reach a provider, as its caller is told of it: neither an address nor a system's words. */
export function unreachable(providerId: string, error: unknown): AppError {
  const code = codeOf(error) ?? "";
  if (slow.includes(code)) {
    return new AppError("deadline_exceeded", `the provider "${providerId}" did not answer in time`, { cause: error });
  }
  return new AppError("unavailable", `the provider "${providerId}" cannot be reached`, { cause: error });
}
