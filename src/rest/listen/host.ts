import { isIP } from "node:net";
import { AppError, invalid } from "../../error.ts";
import type { NodeRequest } from "../exchange.ts";

/** The last two are one address, as an operator writes it and as a URL does. */
const loopbackNames = ["localhost", "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]"];

/** An IPv4 address that comes through a socket of IPv6, as IPv4. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

/** Whether an address can be reached from this machine only. */
export function isLoopback(address: string): boolean {
  const plain = plainAddress(address);
  return plain === "::1" || (isIP(plain) === 4 && plain.startsWith("127."));
}

/** As the request names it, unchecked; all of them where it names several: of HTTP/1.1's, Node keeps the first. */
export function hostOf({ headers, rawHeaders }: NodeRequest): unknown {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (isHost(rawHeaders[at]!)) hosts++;
  if (hosts > 1) return rawHeaders.filter((_, at) => at % 2 === 1 && isHost(rawHeaders[at - 1]!));
  const { ":authority": authority = headers.host, host = authority } = headers;
  return String(authority).toLowerCase() === String(host).toLowerCase() ? authority : [authority, host];
}

/** Of every header of every request: most are told by their length. */
function isHost(name: string): boolean {
  return name.length === 4 && name.toLowerCase() === "host";
}

/**
 * Makes the absolute form of a target ("http://host/path") the usual one: a server must accept it, and take the host of
 * it for that of the request, whatever the header says (RFC 9112, 3.2.2). HTTP/2 has no such form.
 */
export function toOriginForm(request: NodeRequest): void {
  if (request.url?.startsWith("/") || request.httpVersionMajor !== 1) return;
  const [, authority, rest = ""] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(request.url ?? "") ?? [];
  if (authority === undefined) return;
  request.headers.host = authority;
  request.url = rest.startsWith("/") ? rest : `/${rest}`;
}

/**
 * Throws `invalid_argument` for several hosts, which proxies and servers before this one may tell apart differently (RFC
 * 9112, 3.2); for none at all: Node would answer that by itself, but not in our form; and for one that makes no URL, such
 * as `localhost:99999`: Connect makes one of it, and throws what would be a fault of ours. And holds a loopback listener,
 * one that has `allowed`, against DNS rebinding: a page whose name was made to resolve to 127.0.0.1 still sends that name
 * as its Host. Throws `permission_denied` for a name that is neither of this machine nor among `allowed`.
 */
export function checkHost(host: unknown, allowed: ReadonlySet<string> | undefined): void {
  if (Array.isArray(host)) throw invalid("host", `must be given once, got ${host.length} headers`);
  if (typeof host !== "string" || !/^[A-Za-z0-9.:[\]_-]{1,255}$/.test(host) || !URL.canParse(`http://${host}`)) {
    throw invalid("host", "must be a host name or address, with or without a port, but is missing or malformed");
  }
  if (allowed === undefined) return;
  const lower = host.toLowerCase();
  const name = lower.replace(/:\d+$/, "");
  if (loopbackNames.includes(name) || allowed.has(name) || allowed.has(lower)) return;
  throw new AppError("permission_denied", `the host "${lower}" is not served here (CAIRN_HOSTS)`);
}
