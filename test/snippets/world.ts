import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cairn } from "../support/cli.ts";
import { Rest } from "../support/rest.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { Upstream } from "../gateway/support/upstream.ts";
import { readSnippets, type Snippet } from "./snippets.ts";

/** Memory is waited for, however busy the machine is. */
export const patient = { CAIRN_MEMORY_TIMEOUT_MS: "20000" };
export const address = "http://127.0.0.1:7070";
export const seeded = "My sister Ana lives in Lisbon and keeps bees on her roof.";
export const question = "Where does my sister Ana live?";

/** A server, the providers behind it, and a folder that tools may fill. */
export class World implements AsyncDisposable {
  readonly snippets = readSnippets();
  readonly folder = mkdtempSync(join(tmpdir(), "cairn-snippets-"));
  readonly upstream: Upstream;
  readonly server: TestServer;

  private constructor(upstream: Upstream, server: TestServer) {
    this.upstream = upstream;
    this.server = server;
  }

  static async start(): Promise<World> {
    const upstream = await Upstream.start();
    const env = {
      ...patient,
      OPENAI_API_KEY: "sk-openai",
      ANTHROPIC_API_KEY: "sk-anthropic",
      CAIRN_OPENAI_URL: upstream.url,
      CAIRN_ANTHROPIC_URL: upstream.url,
    };
    return new World(upstream, await startServer({ env }));
  }

  /** A snippet as the page has it, but for the one address. */
  snippet(id: string, url = this.server.url): Snippet {
    const snippet = this.snippets.get(id);
    if (snippet === undefined) throw new Error(`docs/gateway.md has no snippet "${id}"`);
    return { ...snippet, text: snippet.text.replaceAll(address, url) };
  }

  /** The key of a user who has said something before. */
  async remindedUser(user: string, server: { url: string; data: string } = this.server): Promise<string> {
    const args = ["keys", "create", "--account", "default", "--plan", "unlimited", "--user", user, "--json"];
    const made = await cairn(args, { CAIRN_DATA: server.data });
    const { key } = JSON.parse(made.stdout) as { key: string };
    const rest = new Rest(server, key);
    const { status } = await rest.post("/api/v1/working", { role: "user", session_id: "earlier", content: seeded });
    if (status !== 200 && status !== 201) throw new Error(`nothing was seeded: ${status}`);
    return key;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.remove();
    await this.upstream.close();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
