import { refused } from "./error.ts";

/** Options of a client. */
export type ClientOptions = {
  /** The key: `ck_<id>_<secret>`. Anyone can read it in a page's script, so give browsers keys bound to a user. */
  apiKey: string;
  /** Base address of the server, without `/api/v1`. Default: http://127.0.0.1:7070. */
  baseUrl?: string | undefined;
  /** Time a call may take in milliseconds, including waits and retries: 1 to 600000. Default: 60000. */
  timeoutMs?: number | undefined;
  /** Maximum number of retries of a call: 0 to 10. Default: 2. */
  retries?: number | undefined;
  /** Function that sends requests. Default: the platform's own `fetch`. */
  fetch?: typeof fetch | undefined;
  /** Called with the head of every answer, including those that are retried. */
  onAnswer?: ((head: AnswerHead) => void) | undefined;
};

/** Options of a single call. */
export type CallOptions = {
  /** Cancels the call, which then fails with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Overrides the client's `timeoutMs`. */
  timeoutMs?: number | undefined;
  /** Overrides the client's `retries`. */
  retries?: number | undefined;
  /** For writes: 1 to 200 printable ASCII characters. The same key and request within 24 hours are done once. Default: a new key. */
  idempotencyKey?: string | undefined;
};

/** What an answer says about itself and the key's limits. */
export type AnswerHead = {
  /** The operation, such as "search". */
  operation: string;
  status: number;
  /** Identifies the request in the server's log. */
  requestId: string | undefined;
  /** Requests left in the window that has fewer left. */
  remaining: number | undefined;
  /** When that window renews. */
  resetAt: Date | undefined;
};

/** The options of a client, checked, with their defaults. */
export type Settings = ReturnType<typeof settingsOf>;

const defaultUrl = "http://127.0.0.1:7070";

/** Throws a CairnError that names the option. */
export function settingsOf(options: ClientOptions) {
  const { apiKey, baseUrl = defaultUrl, timeoutMs = 60_000, retries = 2, onAnswer } = options;
  if (typeof apiKey !== "string" || !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw refused("apiKey", "must be a key such as ck_<id>_<secret>, without white space");
  }
  return {
    authorization: `Bearer ${apiKey}`,
    baseUrl: parseUrl(baseUrl),
    timeoutMs: checkTimeout(timeoutMs),
    retries: checkRetries(retries),
    fetch: options.fetch ?? globalThis.fetch,
    onAnswer,
  };
}

export function checkTimeout(timeoutMs: number, option = "timeoutMs"): number {
  return whole(option, timeoutMs, 1, 600_000);
}

export function checkRetries(retries: number): number {
  return whole("retries", retries, 0, 10);
}

function whole(name: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw refused(name, `must be a whole number from ${min} to ${max}, got ${String(value)}`);
}

/** Without a slash at its end. A server may live below a path of its host. */
function parseUrl(text: string): string {
  const allowed = "must be an http or https address such as http://127.0.0.1:7070";
  if (!URL.canParse(text)) throw refused("baseUrl", `${allowed}, got "${text}"`);
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw refused("baseUrl", `${allowed}, without a user, a query or a fragment`);
  }
  const path = url.pathname.replace(/\/+$/, "");
  if (path.endsWith("/v1")) throw refused("baseUrl", `must not end in ${path}: the client adds the paths of the API`);
  return url.origin + path;
}
