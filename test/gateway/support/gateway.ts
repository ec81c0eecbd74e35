import { startServer, type TestServer } from "../../support/server.ts";
import { Upstream } from "./upstream.ts";

/** A server, and the scripted upstream that all its providers are. */
export type TestGateway = { server: TestServer; upstream: Upstream; close(): Promise<void> };

type Env = Record<string, string>;

/**
 * Each provider has its key: `sk-openai`, `sk-anthropic`, `sk-gemini`. Memory is waited for, however busy the machine is.
 * `env`: what else is set, or set otherwise, where it names the upstream by its address.
 */
export async function startGateway(env: Env | ((url: string) => Env) = {}): Promise<TestGateway> {
  const upstream = await Upstream.start();
  const more = typeof env === "function" ? env(upstream.url) : env;
  const server = await startServer({ env: { ...providersAt(upstream), ...more } });
  const close = async () => {
    await server.remove();
    await upstream.close();
  };
  return { server, upstream, close };
}

/** The environment of a server whose providers are this upstream. */
export function providersAt({ url }: Upstream): Env {
  return {
    OPENAI_API_KEY: "sk-openai",
    ANTHROPIC_API_KEY: "sk-anthropic",
    GEMINI_API_KEY: "sk-gemini",
    CAIRN_OPENAI_URL: url,
    CAIRN_ANTHROPIC_URL: url,
    CAIRN_GOOGLE_URL: url,
    CAIRN_MEMORY_TIMEOUT_MS: "20000",
  };
}

/** The same providers, each below a path of its own. */
export const apart = (url: string): Env => ({
  CAIRN_OPENAI_URL: `${url}/openai`,
  CAIRN_ANTHROPIC_URL: `${url}/anthropic`,
  CAIRN_GOOGLE_URL: `${url}/gemini`,
});
