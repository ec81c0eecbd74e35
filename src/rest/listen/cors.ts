import { commonHeaders, modelHeaders, otherHeaders } from "../../answer-headers.ts";
import type { Exchange } from "../exchange.ts";
import { writeHead } from "../reply.ts";

/** What a provider tells of its limits, which are not ours: by OpenAI's names, and by Anthropic's. */
const limitsOfProviders = [
  ...["Requests", "Tokens"].flatMap((what) =>
    ["Limit", "Remaining", "Reset"].map((count) => `X-RateLimit-${count}-${what}`),
  ),
  ...["Requests", "Tokens", "Input-Tokens", "Output-Tokens"].flatMap((what) =>
    ["Limit", "Remaining", "Reset"].map((count) => `Anthropic-RateLimit-${what}-${count}`),
  ),
];

/** What a page of another origin may read beside the body. */
const exposed = [
  ...commonHeaders,
  ...otherHeaders,
  ...modelHeaders,
  ...limitsOfProviders,
  "Retry-After-Ms",
  "Grpc-Status",
  "Grpc-Message",
  "Grpc-Status-Details-Bin",
].join(", ");

const preflightLifetimeS = "7200";

/** Lets pages of the configured origins call ("*" for any). Cookies are never involved. */
export class Cors {
  readonly #origins: ReadonlySet<string>;

  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins);
  }

  /** Sets the headers of a response. True if it was a preflight, and is answered by this. */
  handle(exchange: Exchange): boolean {
    const { request, response } = exchange;
    const { origin } = request.headers;
    if (this.#origins.size === 0 || origin === undefined) return false;
    const anyOrigin = this.#origins.has("*");
    if (!anyOrigin) response.setHeader("Vary", "Origin");
    if (!anyOrigin && !this.#origins.has(origin)) return false;
    response.setHeader("Access-Control-Allow-Origin", anyOrigin ? "*" : origin);
    const method = request.headers["access-control-request-method"];
    if (request.method !== "OPTIONS" || method === undefined) {
      response.setHeader("Access-Control-Expose-Headers", exposed);
      return false;
    }
    response.setHeader("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, PATCH, DELETE");
    const headers = request.headers["access-control-request-headers"];
    if (headers !== undefined) response.setHeader("Access-Control-Allow-Headers", headers);
    response.setHeader("Access-Control-Max-Age", preflightLifetimeS);
    exchange.route = "preflight";
    writeHead(exchange, 204, {});
    response.end();
    return true;
  }
}
