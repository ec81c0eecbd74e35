import { isIP } from "node:net";
import { AppError, invalid } from "../../error.ts";
import type { NodeRequest } from "../exchange.ts";

const loopbackNames = ["localhost", "127.0.0.1", "[::1]"];

/** Whether an address can be reached from this machine only. */
export function isLoopback(address: string): boolean {
  return address === "::1" || (isIP(address) === 4 && address.startsWith("127."));
}

/**
 * Holds a loopback listener against DNS rebinding: a page whose name was made to resolve to 127.0.0.1 still sends that
 * name as its Host. Throws `permission_denied` for a name that is neither of this machine nor among `allowed`.
 */
export function checkHost(request: NodeRequest, allowed: ReadonlySet<string>): void {
  const host = hostOf(request).toLowerCase();
  const name = host.replace(/:\d+$/, "");
  if (loopbackNames.includes(name) || allowed.has(name) || allowed.has(host)) return;
  throw new AppError("permission_denied", `the host "${host}" is not served here`);
}

/** Throws `invalid_argument` without one: Node would answer that by itself, but not in our form. */
export function hostOf({ headers }: NodeRequest): string {
  const host = headers[":authority"] ?? headers.host;
  if (typeof host !== "string" || !/^[A-Za-z0-9.:[\]_-]{1,255}$/.test(host))
    throw invalid("host", "missing or malformed");
  return host;
}
