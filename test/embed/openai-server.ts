import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Embedder } from "../../src/memory/embedder.ts";

export type Seen = {
  authorization: string | undefined;
  apiKey: string | string[] | undefined;
  path: string | undefined;
  model: string;
  input: string[];
};
export type Reply = (response: ServerResponse, request: Seen) => void;

/** Two dimensions, from the length of a text: enough where only the wire matters. */
export const toy: Embedder = {
  fingerprint: "toy",
  dimensions: 2,
  embed: async (texts) => texts.map((text) => Float32Array.of(text.length, 1)),
  unrelated: async () => ({ query: 0, document: 0 }),
  known: () => undefined,
  healthy: () => true,
  close: async () => undefined,
};

/** An endpoint on a real socket that speaks OpenAI's embeddings; its vectors come from another embedder. */
export class OpenaiServer {
  readonly seen: Seen[] = [];
  /** Taken instead of the good answer, first to last. */
  readonly replies: Reply[] = [];
  readonly #source: Embedder;
  readonly #server = createServer((request, response) => void this.#handle(request, response));

  constructor(source: Embedder) {
    this.#source = source;
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await text(request)) as { model: string; input: string[] };
    const { authorization, "api-key": apiKey } = request.headers;
    const seen = { authorization, apiKey, path: request.url, ...body };
    this.seen.push(seen);
    const reply = this.replies.shift();
    if (reply) return reply(response, seen);
    const vectors = await this.#source.embed(body.input);
    // A remote embedder reads everything.
    const any = new Float32Array(this.#source.dimensions).fill(1);
    sendVectors(
      response,
      vectors.map((vector) => vector ?? any),
    );
  }
}

/** The wire's answer, last vector first: the index decides. Twice as long as it should be: clients normalise. */
export function sendVectors(response: ServerResponse, vectors: (Float32Array | Float64Array)[]): void {
  const data = vectors.map((vector, index) => ({
    object: "embedding",
    index,
    embedding: Array.from(vector, (value) => value * 2),
  }));
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ object: "list", data: data.toReversed(), model: "m", usage: {} }));
}

export function sendStatus(status: number, headers: Record<string, string> = {}): Reply {
  return (response) => response.writeHead(status, headers).end('{"error":{"message":"Incorrect API key: sk-secret"}}');
}
