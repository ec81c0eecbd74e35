import { AppError } from "../../error.ts";
import { harmlessText } from "../../memory/embedder.ts";
import type { Engine } from "../engine.ts";
import { parseEndpoint, type Endpoint, type OpenaiConfig } from "./config.ts";
import { readVectors } from "./response.ts";
import { postWithRetries } from "./retry.ts";

/**
 * What is sent of a text, in bytes of UTF-8. The models behind this interface read about 8,191 tokens, and a byte-level
 * tokeniser makes at most one token of a byte: no text of any language is refused for its length.
 */
const textBytesMax = 8_000;

/**
 * Connects to an endpoint, asking it for its dimensions if they are not configured.
 * Errors: invalid_argument (configuration), unavailable (asked, and no answer).
 */
export async function connectOpenai(config: OpenaiConfig): Promise<OpenaiEngine> {
  const endpoint = parseEndpoint(config);
  if (endpoint.dimensions !== undefined) return new OpenaiEngine(endpoint, endpoint.dimensions);
  const { length } = await probed(async () => {
    const body = await postWithRetries(endpoint, [harmlessText], new AbortController().signal);
    return readVectors(body, 1, undefined)[0]!;
  });
  return new OpenaiEngine(endpoint, length);
}

/** What is done with the harmless text. Errors: unavailable, also where it is refused. */
async function probed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "invalid_argument") throw error;
    throw new AppError("unavailable", `even a harmless text fails: ${error.message}`, { cause: error });
  }
}

/** An endpoint that speaks OpenAI's `POST /v1/embeddings`. */
class OpenaiEngine implements Engine {
  readonly fingerprint: string;
  readonly dimensions: number;
  /** With the longest texts still below the 300,000 tokens that OpenAI takes in one request. */
  readonly batchMax = 32;
  readonly runsMax = 4;
  readonly #endpoint: Endpoint;
  readonly #closing = new AbortController();
  readonly #bytes = new Uint8Array(textBytesMax);

  constructor(endpoint: Endpoint, dimensions: number) {
    this.#endpoint = endpoint;
    this.dimensions = dimensions;
    this.fingerprint = `openai/${endpoint.model}@${endpoint.url.host}/${dimensions}`;
  }

  /** Whole characters only. A blank text, which endpoints refuse, becomes a full stop. */
  prepare(text: string): string {
    const { read } = new TextEncoder().encodeInto(text, this.#bytes);
    const cut = text.slice(0, read);
    return cut.trim() === "" ? "." : cut;
  }

  /** Proves that the endpoint answers, with vectors of the right size. */
  async start(): Promise<void> {
    await probed(() => this.run([harmlessText]));
  }

  async run(texts: string[]): Promise<Float32Array[]> {
    if (this.#closing.signal.aborted) throw new AppError("unavailable", "the embedder is closed");
    const body = await postWithRetries(this.#endpoint, texts, this.#closing.signal);
    return readVectors(body, texts.length, this.dimensions);
  }

  async close(): Promise<void> {
    this.#closing.abort();
  }
}
