import { cairn } from "../../support/cli.ts";
import type { TestServer } from "../../support/server.ts";
import { apart, startGateway, type TestGateway } from "../support/gateway.ts";
import { json, type Upstream, type Received, type Script } from "../support/upstream.ts";
import type { Reply } from "./reply.ts";
import type { Caller, Column } from "./column.ts";

const paths: Record<Caller, string> = { openai: "/v1/chat/completions", anthropic: "/v1/messages" };

/** What a request became: what the provider got, if anything, and what the caller got. */
export type Exchange = { arrived: Received | undefined; reply: Reply };

type Sending = { path?: string; headers?: Record<string, string> };

/** One gateway, and one scripted provider that speaks all dialects, each below a path of its own. */
export class World {
  readonly server: TestServer;
  readonly upstream: Upstream;
  /** A key of an account that is not the first's. */
  readonly strangersKey: string;

  readonly close: () => Promise<void>;

  private constructor({ server, upstream, close }: TestGateway, strangersKey: string) {
    this.server = server;
    this.upstream = upstream;
    this.close = close;
    this.strangersKey = strangersKey;
  }

  static async start(): Promise<World> {
    const gateway = await startGateway((url) => ({
      ...apart(url),
      MISTRAL_API_KEY: "sk-mistral",
      DEEPSEEK_API_KEY: "sk-deepseek",
      CAIRN_MISTRAL_URL: `${url}/openai`,
      CAIRN_DEEPSEEK_URL: `${url}/openai`,
    }));
    const create = ["keys", "create", "--account", "strangers", "--plan", "unlimited", "--json"];
    const { stdout } = await cairn(create, { CAIRN_DATA: gateway.server.data });
    const { key } = JSON.parse(stdout) as { key: string };
    return new World(gateway, key);
  }

  /** Sends a body as it is, memory off, to a provider that answers each request by the script. */
  async exchange(column: Column, body: string, script: Script, sending: Sending = {}): Promise<Exchange> {
    const { upstream } = this;
    const before = upstream.received.length;
    upstream.always(script);
    const answer = await this.post(column.caller, body, sending);
    const reply = { status: answer.status, headers: answer.headers, body: await bytesOf(answer) };
    return { arrived: upstream.received[before], reply };
  }

  /**
   * Sends a body with memory, in a session of its own, until the provider gets a word that was remembered: what is new
   * is known by its meaning soon, not at once. Nothing of it is remembered.
   */
  async shows(word: string, column: Column, body: string, user: string): Promise<string> {
    const endMs = performance.now() + 10_000;
    for (let n = 0; ; n++) {
      const headers = { "x-cairn-memory": "read", "x-cairn-user": user, "x-session-id": `shows-${body.length}-${n}` };
      const { arrived } = await this.exchange(column, body, json(200, "{}"), { headers });
      const text = String(arrived?.body);
      if (text.includes(word)) return text;
      if (performance.now() > endMs) throw new Error(`"${word}" is not in ${text}`);
    }
  }

  post(caller: Caller, body: string, { path, headers = {}, signal }: Sending & { signal?: AbortSignal } = {}) {
    return fetch(this.server.url + (path ?? paths[caller]), {
      method: "POST",
      headers: {
        authorization: `Bearer ${this.server.key}`,
        "content-type": "application/json",
        "x-cairn-memory": "off",
        ...headers,
      },
      body,
      ...(signal && { signal }),
    });
  }
}

/** All that came of a body; one that was cut off ends there. */
async function bytesOf(answer: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of answer.body ?? []) chunks.push(chunk);
  } catch {
    chunks.push(Buffer.from("\n[cut off]"));
  }
  return Buffer.concat(chunks);
}
