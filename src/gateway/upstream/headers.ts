import type { HeaderFields } from "../../call.ts";
import { upstreamDialects } from "../dialect/dialects.ts";
import type { Provider } from "../model/provider.ts";

/**
 * Headers are open lists: what we do not know passes, both ways. What follows is what must not: what belongs to one
 * connection (RFC 9110, 7.6.1), what names or proves the caller, to us or to a proxy before us, and what would choose on
 * whose account at the provider our key is charged.
 */
const ofOneHop = [
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "http2-settings",
  "expect",
  "host",
  "content-length",
  "content-encoding",
  "accept-encoding",
];
const ofTheCaller = [
  "cookie",
  "forwarded",
  "via",
  "x-request-id",
  "baggage",
  "openai-organization",
  "openai-project",
  "x-goog-user-project",
  // A browser's; Anthropic takes no request that has one.
  "origin",
  "referer",
];
const kept = new Set([...ofOneHop, ...ofTheCaller]);
/** What gRPC and Connect say of a call: its deadline, which is the caller's to us, and how it is compressed. */
const beginningsOfOneHop = ["grpc-", "connect-"];
const keptBeginnings = [
  ...beginningsOfOneHop,
  "x-cairn-",
  "x-forwarded-",
  "x-http-method",
  "sec-",
  ":",
  // Who it is, as proxies tell: Cloudflare, Google's, Amazon's, Azure's, Tailscale, oauth2-proxy, Authelia and others; and Open WebUI.
  "cf-",
  "x-goog-iap-",
  "x-goog-authenticated-",
  "x-amzn-oidc-",
  "x-ms-client-principal",
  "tailscale-",
  "x-auth-",
  "x-authentik-",
  "x-webauth-",
  "x-pomerium-",
  "x-openwebui-user-",
  "remote-",
  "x-remote-",
  "ssl-client-",
  "x-ssl-client-",
];
/** Whatever proves somebody to somebody: `anthropic-api-key`, `x-auth-token`, `idempotency-key` to us. */
const credential =
  /(key|auth|authorization|token|secret|password|assertion|jwt|credentials?|signature|signature-input)$/u;
/** Where somebody is, and as whom a proxy knows them: `x-real-ip`, `x-azure-clientip`, `client-cert`, `x-client-dn`. */
const whereabouts =
  /(real|client|connecting|user|socket)-?ip$|forwarded-for$|external-address$|client-?cert|client-dn$|remote-user$/u;

/** The caller's headers for the provider, with our own credential, and what the dialect adds where it lacks. */
export function requestHeaders(provider: Provider, callers: HeaderFields): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(callers)) {
    if (value !== undefined && isPassed(name)) headers[name] = value;
  }
  headers["content-type"] = "application/json";
  // What is passed on or translated is read as it comes.
  headers["accept-encoding"] = "identity";
  const { defaultHeaders, keyHeaders } = upstreamDialects[provider.dialect];
  for (const [name, value] of Object.entries(defaultHeaders)) headers[name] ??= value;
  const key = provider.key?.reveal();
  return key === undefined ? headers : { ...headers, ...keyHeaders(key) };
}

function isPassed(name: string): boolean {
  if (kept.has(name) || keptBeginnings.some((start) => name.startsWith(start))) return false;
  return !credential.test(name) && !whereabouts.test(name);
}

/** The same as they are shown: of our credential, only that there is one. */
export function maskedHeaders(provider: Provider, callers: HeaderFields): Record<string, string | string[]> {
  return requestHeaders({ ...provider, key: { reveal: () => "[key]" } }, callers);
}

/** What belongs to one connection, what is ours to say, and what names the operator's own account. */
const notOfAnswers = new Set([
  ...ofOneHop,
  "set-cookie",
  "x-request-id",
  "request-id",
  "date",
  "server",
  "vary",
  "alt-svc",
  "strict-transport-security",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "openai-organization",
  "openai-project",
  "anthropic-organization-id",
]);
const notBeginningsOfAnswers = [...beginningsOfOneHop, "access-control-", "x-cairn-"];

/** Of these there is one value, whatever a provider sends: HTTP/2 takes no two (RFC 9110, 5.3). */
const single = new Set([
  "retry-after",
  "retry-after-ms",
  "content-type",
  "x-should-retry",
  "x-request-id",
  "etag",
  "age",
  "expires",
]);

/** The provider's headers for the caller, each once. Its id of the request goes beside ours, under another name. */
export function answerHeaders(providers: HeaderFields): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(providers)) {
    if (value === undefined || notOfAnswers.has(name)) continue;
    if (notBeginningsOfAnswers.some((start) => name.startsWith(start))) continue;
    headers[name] = oneOf(name, value);
  }
  const id = providers["x-request-id"] ?? providers["request-id"];
  if (id !== undefined) headers["x-cairn-upstream-request-id"] = oneOf("x-request-id", id);
  return headers;
}

function oneOf(name: string, value: string | string[]): string {
  if (!Array.isArray(value)) return value;
  return single.has(name) ? (value[0] ?? "") : value.join(", ");
}
