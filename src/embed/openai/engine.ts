import { AppError } from "../../error.ts";
import { harmlessText, refusesText, type Role } from "../../memory/embedder.ts";
import { beginningOf } from "../../memory/text.ts";
import { BrokenAtText, type Engine } from "../engine.ts";
import { parseEndpoint, type Endpoint, type OpenaiConfig } from "./config.ts";
import { readVectors } from "./response.ts";
import { postWithRetries } from "./retry.ts";
import { parseSpace, spaceName, spacePrefix } from "./space.ts";

/**
 * What is sent of a text, in bytes of UTF-8. The models behind this interface read about 8,191 tokens, and a byte-level
 * tokeniser makes at most one token of a byte: no text of any language is refused for its length.
 */
const textBytesMax = 8_000;
/** A text of so many characters or fewer is too long for no model. */
const textCharsMin = 500;

/**
 * Connects to an endpoint, asking it for its dimensions if they are not configured.
 * Errors: invalid_argument (configuration), unavailable (asked, and no answer, and there is no space of it yet).
 */
export async function connectOpenai(config: OpenaiConfig): Promise<OpenaiEngine> {
  const endpoint = parseEndpoint(config);
  if (endpoint.dimensions !== undefined) return new OpenaiEngine(endpoint, endpoint.dimensions);
  try {
    return new OpenaiEngine(endpoint, await askDimensions(endpoint));
  } catch (error) {
    const space = await config.spaceBefore?.(spacePrefix(endpoint));
    const dimensions = space && parseSpace(space)?.dimensions;
    if (!dimensions) throw error;
    return new OpenaiEngine(endpoint, dimensions);
  }
}

async function askDimensions(endpoint: Endpoint): Promise<number> {
  const [vector] = await probed(async () => {
    const body = await postWithRetries(endpoint, [harmlessText], new AbortController().signal);
    return readVectors(body, 1, undefined);
  });
  return vector!.length;
}

/** What is done with the harmless text. Errors: unavailable, also where it is refused. */
async function probed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!refusesText(error)) throw error;
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
  /** One run is left to queries. */
  readonly documentsAtOnce = 3 * this.batchMax;
  #endpoint: Endpoint;
  /** Whether the endpoint has taken what is asked of it beside the texts. */
  #isAgreed = false;
  readonly #closing = new AbortController();
  readonly #bytes = new Uint8Array(textBytesMax);

  constructor(endpoint: Endpoint, dimensions: number) {
    this.#endpoint = endpoint;
    this.dimensions = dimensions;
    this.fingerprint = spaceName(endpoint, dimensions);
  }

  /** Whole characters only, behind the prefix. A blank text, which endpoints refuse, becomes a full stop. */
  prepare(text: string, role: Role): string {
    const prefix = this.#endpoint.prefixes[role];
    const beginning = text.slice(0, textBytesMax);
    const sent = `${prefix}${beginning.trim() === "" ? "." : beginning}`;
    return sent.slice(0, new TextEncoder().encodeInto(sent, this.#bytes).read);
  }

  /** Proves that the endpoint answers, with vectors of the right size. */
  async start(): Promise<void> {
    await probed(() => this.run([harmlessText]));
  }

  /** A text that is refused may be too long for the model: of a lone one, its half is tried, and half of that. */
  async run(texts: string[]): Promise<Float32Array[]> {
    if (this.#closing.signal.aborted) throw new AppError("unavailable", "the embedder is closed");
    try {
      return await this.#runWhole(texts);
    } catch (error) {
      const [text = ""] = texts;
      const half = Math.floor(text.length / 2);
      if (!refusesText(error) || error instanceof BrokenAtText || texts.length > 1 || half < textCharsMin) throw error;
      return this.run([beginningOf(text, half)]);
    }
  }

  async #runWhole(texts: string[]): Promise<Float32Array[]> {
    try {
      return await this.#ask(this.#endpoint, texts);
    } catch (error) {
      if (!refusesText(error) || !(await this.#leavesOutDimensions())) throw error;
      return await this.#ask(this.#endpoint, texts);
    }
  }

  /**
   * Whether the endpoint refused to be asked for dimensions, and is not asked from now on: some models have only one
   * number of them, such as OpenAI's text-embedding-ada-002 and most behind vLLM.
   */
  async #leavesOutDimensions(): Promise<boolean> {
    const without = { ...this.#endpoint, dimensions: undefined };
    if (this.#isAgreed || this.#endpoint.dimensions === undefined) return false;
    if (await this.#takesHarmless(this.#endpoint)) return false;
    if (!(await this.#takesHarmless(without))) return false;
    this.#endpoint = without;
    return true;
  }

  async #takesHarmless(endpoint: Endpoint): Promise<boolean> {
    try {
      await this.#ask(endpoint, [harmlessText]);
      return true;
    } catch (error) {
      if (refusesText(error)) return false;
      throw error;
    }
  }

  async #ask(endpoint: Endpoint, texts: string[]): Promise<Float32Array[]> {
    const body = await postWithRetries(endpoint, texts, this.#closing.signal);
    const vectors = readVectors(body, texts.length, this.dimensions);
    this.#isAgreed = true;
    return vectors;
  }

  async close(): Promise<void> {
    this.#closing.abort();
  }
}
