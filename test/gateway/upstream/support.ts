import type { Provider } from "../../../src/gateway/model/provider.ts";
import type { UpstreamRequest } from "../../../src/gateway/upstream/upstreams.ts";

export function provider(url: string, id = "openai"): Provider {
  return {
    id,
    dialect: "openai",
    url,
    key: undefined,
    keyVariable: `${id.toUpperCase()}_API_KEY`,
    prefixes: [],
    own: true,
  };
}

export function request(to: Provider, more: Partial<UpstreamRequest> = {}): UpstreamRequest {
  const signal = new AbortController().signal;
  return { provider: to, path: "/chat/completions", headers: {}, body: Buffer.from("{}"), signal, ...more };
}
