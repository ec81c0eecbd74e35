import { invalid } from "../../error.ts";
import { prefixesOf, type Prefixes } from "./prefixes.ts";

export type OpenaiConfig = {
  kind: "openai";
  /** The base of the interface, as in "https://api.openai.com/v1": "/embeddings" is added, before the "?api-version=" of Azure. */
  url: string;
  model: string;
  key?: string;
  /** What stands before what is asked, and before what is stored; what models of its name expect where absent. */
  queryPrefix?: string;
  documentPrefix?: string;
  /** Asked of the endpoint, unless its model refuses to be asked, and checked. Without it the endpoint tells how many it gives. */
  dimensions?: number;
  /** The vector space there is already whose name begins so: its dimensions are those of an endpoint that does not answer. */
  spaceBefore?: (beginning: string) => Promise<string | undefined>;
  /** For one try, its answer read. Default 10,000. */
  timeoutMs?: number;
};

/** What is checked once and then used by every request; `dimensions` are sent where they are there. */
export type Endpoint = {
  readonly url: URL;
  readonly model: string;
  readonly headers: Record<string, string>;
  readonly dimensions: number | undefined;
  readonly prefixes: Prefixes;
  readonly timeoutMs: number;
};

/** Checks the configuration. Errors: invalid_argument; none repeats the key, or a url that may hold a password. */
export function parseEndpoint(config: OpenaiConfig): Endpoint {
  const url = URL.parse(config.url);
  if (url === null || !/^https?:$/.test(url.protocol)) throw invalid("url", "must be an http or https address");
  if (url.username || url.password) throw invalid("url", "must not hold a user or password");
  const { model, key, dimensions, timeoutMs = 10_000 } = config;
  if (model === "") throw invalid("model", "must not be empty");
  // A header with a line break or the like would be quoted in the error that fetch throws.
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) throw invalid("key", "must be visible ASCII characters");
  if (dimensions !== undefined && !(Number.isInteger(dimensions) && dimensions > 0)) {
    throw invalid("dimensions", "must be a positive whole number");
  }
  const headers: Record<string, string> = { "content-type": "application/json", accept: "application/json" };
  // Azure's deployments, whose addresses tell the version, take a bearer only for a token.
  if (key !== undefined && url.searchParams.has("api-version")) headers["api-key"] = key;
  else if (key !== undefined) headers["authorization"] = `Bearer ${key}`;
  url.pathname = `${url.pathname.replace(/\/+$/u, "")}/embeddings`;
  return { url, model, headers, dimensions, prefixes: prefixesOf(config), timeoutMs };
}
