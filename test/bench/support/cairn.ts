import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer, type TestServer } from "../../support/server.ts";
import { startChild } from "./child.ts";
import { dimensions } from "./meaning.ts";
import { started } from "./started.ts";

/** A folder that is removed when the benchmark ends. On the disk that both sides of a comparison use. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "cairn-bench-"));
  started(async () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The server under test, as a user starts it: the defaults, unless `env` says otherwise. */
export async function startCairn(options: { data?: string; env?: Record<string, string> } = {}): Promise<TestServer> {
  const server = await startServer({ ...options, data: options.data ?? scratchFolder() });
  const stop = started(async () => {
    await server.stop("SIGTERM");
  });
  return { ...server, stop: async () => (await stop(), null) };
}

/** The environment of a server that asks an embedder beside it: large accounts could not be filled in time otherwise. */
export async function quickEmbedder(): Promise<Record<string, string>> {
  const { hello } = await startChild<{ url: string }>("embeddings");
  return {
    CAIRN_EMBEDDER: "openai",
    CAIRN_EMBEDDER_URL: `${hello.url}/v1`,
    CAIRN_EMBEDDER_MODEL: "words",
    CAIRN_EMBEDDER_DIMENSIONS: String(dimensions),
  };
}

/** How the server names the vector space of `quickEmbedder`. */
export function fingerprintOf(env: Record<string, string>): string {
  const { host } = new URL(env["CAIRN_EMBEDDER_URL"]!);
  return `openai/${env["CAIRN_EMBEDDER_MODEL"]}@${host}/${dimensions}`;
}
