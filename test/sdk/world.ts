import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { whole, streamed } from "../gateway/support/answers.ts";
import { Upstream } from "../gateway/support/upstream.ts";
import { askedIn } from "../snippets/provider.ts";
import { cairn } from "../support/cli.ts";
import { startServer, type TestServer } from "../support/server.ts";

const everyScope = "memory:read,memory:write,gateway,admin";

/** What a program in any language is told: where the server is, and the keys that the vectors speak of. */
export type Caller = Record<"CAIRN_URL" | "CAIRN_KEY" | `CAIRN_KEY_${"OWN" | "READER" | "FREE" | "WRONG"}`, string>;

/** A server on an empty folder, a provider behind it that always says the same, and a folder for what is built. */
export class World implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), "cairn-sdk-"));
  readonly server: TestServer;
  readonly #upstream: Upstream;

  private constructor(server: TestServer, upstream: Upstream) {
    this.server = server;
    this.#upstream = upstream;
  }

  static async start(): Promise<World> {
    const upstream = await Upstream.start();
    upstream.always((response, request) => {
      const answer = askedIn(request).stream === true ? streamed : whole;
      return answer.openai({ text: "Good morning." })(response, request);
    });
    const env = { OPENAI_API_KEY: "sk-openai", CAIRN_OPENAI_URL: upstream.url, XAI_API_KEY: "" };
    return new World(await startServer({ env }), upstream);
  }

  /** An account of its own for each who runs the vectors: none sees what another has written. */
  async caller(name: string): Promise<Caller> {
    const own = await this.#key(name, "unlimited", everyScope);
    return {
      CAIRN_URL: this.server.url,
      CAIRN_KEY: own,
      CAIRN_KEY_OWN: own,
      CAIRN_KEY_READER: await this.#key(name, "unlimited", "memory:read"),
      CAIRN_KEY_FREE: await this.#key(`${name}-free`, "free", everyScope),
      CAIRN_KEY_WRONG: `${own.slice(0, -4)}0000`,
    };
  }

  async #key(account: string, plan: string, scopes: string): Promise<string> {
    const args = ["keys", "create", "--account", account, "--plan", plan, "--scopes", scopes, "--json"];
    const made = await cairn(args, { CAIRN_DATA: this.server.data });
    if (made.code !== 0) throw new Error(`no key was made: ${made.stderr}`);
    return (JSON.parse(made.stdout) as { key: string }).key;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.remove();
    await this.#upstream.close();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
