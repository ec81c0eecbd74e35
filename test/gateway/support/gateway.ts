import { startServer, type TestServer } from "../../support/server.ts";
import { Upstream } from "./upstream.ts";

/** A server, and the scripted upstream that all its providers are. */
export type TestGateway = { server: TestServer; upstream: Upstream; close(): Promise<void> };

/** Each provider has its key: `sk-openai`, `sk-anthropic`, `sk-gemini`. Memory is waited for, however busy the machine is. */
export async function startGateway(env: Record<string, string> = {}): Promise<TestGateway> {
  const upstream = await Upstream.start();
  const server = await startServer({ env: { ...providersAt(upstream), ...env } });
  const close = async () => {
    await server.remove();
    await upstream.close();
  };
  return { server, upstream, close };
}

/** The environment of a server whose providers are this upstream. */
export function providersAt({ url }: Upstream): Record<string, string> {
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
