import { Agent, request, type ClientRequest, type IncomingMessage } from "node:http";
import { once } from "node:events";
import type { TestServer } from "../../support/server.ts";
import type { Received } from "../support/upstream.ts";

/**
 * The ways of an answer: from a provider of the caller's dialect or of another, streamed or whole. Callers speak
 * OpenAI's.
 */
export type Way = { name: string; from: "openai" | "anthropic"; isTranslated: boolean; isStream: boolean };

export const ways: readonly Way[] = (["openai", "anthropic"] as const).flatMap((from) =>
  [true, false].map((isStream) => {
    const isTranslated = from !== "openai";
    const name = `${isTranslated ? "translated" : "same dialect"}, ${isStream ? "streamed" : "whole"}`;
    return { name, from, isTranslated, isStream };
  }),
);

/** The way of a request, as its provider sees it. */
export function wayOf({ path, body }: Received): Way {
  const from = path.startsWith("/chat/completions") ? "openai" : "anthropic";
  const isStream = body.includes('"stream":true');
  return ways.find((way) => way.from === from && way.isStream === isStream)!;
}

const models = { openai: "gpt-4.1", anthropic: "claude-haiku-4-5" };

/** What came of a request. */
export type Came = { status: number; headers: IncomingMessage["headers"]; text: string; isCut: boolean };

/** A client that asks in all ways; memory has its own tests. */
export class Client {
  readonly #server: TestServer;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 });

  constructor(server: TestServer) {
    this.#server = server;
  }

  /** Sends a request, and leaves the rest to who asked. */
  ask({ from, isStream }: Way): ClientRequest {
    const body = JSON.stringify({
      model: models[from],
      stream: isStream,
      messages: [{ role: "user", content: "Weather?" }],
    });
    const asked = request(`${this.#server.url}/v1/chat/completions`, {
      method: "POST",
      agent: this.#agent,
      headers: {
        authorization: `Bearer ${this.#server.key}`,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "x-cairn-memory": "off",
      },
    });
    asked.on("error", () => undefined); // who waits for the answer is told
    asked.end(body);
    return asked;
  }

  /** The whole answer, or what came of it until it was cut. */
  async get(way: Way): Promise<Came> {
    const asked = this.ask(way);
    const response = await head(asked);
    const chunks: Buffer[] = [];
    let isCut = false;
    try {
      for await (const chunk of response) chunks.push(chunk as Buffer); // no encoding is set
    } catch {
      isCut = true;
    }
    const { statusCode = 0, headers } = response;
    return { status: statusCode, headers, text: Buffer.concat(chunks).toString(), isCut };
  }

  /** Lets go of the connections that it kept. */
  close(): void {
    this.#agent.destroy();
  }
}

/** The response, as soon as its head is here. */
export async function head(asked: ClientRequest): Promise<IncomingMessage> {
  const [response] = (await once(asked, "response")) as [IncomingMessage]; // as Node declares the event
  return response;
}
