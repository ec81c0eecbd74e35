import type { ChatEvent } from "./chat/event.ts";
import type { JsonValue } from "./chat/json.ts";
import { SseReader } from "./chat/sse-reader.ts";
import type { UpstreamDialect } from "./dialect/dialect.ts";

/** Reads an answer's bytes, cut anywhere, as the events that they mean. */
export interface AnswerReader {
  /** Errors: unavailable, for an event above the bound. */
  push(chunk: Uint8Array): ChatEvent[];
  /** At the end of the bytes, or where they broke off: what is still to be said. Never throws. */
  close(isWhole: boolean): ChatEvent[];
}

export function createAnswerReader(dialect: UpstreamDialect, isStream: boolean): AnswerReader {
  return isStream ? new EventsReader(dialect) : new WholeReader(dialect);
}

class EventsReader implements AnswerReader {
  readonly #wire = new SseReader();
  readonly #reader;

  constructor(dialect: UpstreamDialect) {
    this.#reader = dialect.createStreamReader();
  }

  push(chunk: Uint8Array): ChatEvent[] {
    return this.#wire.push(chunk).flatMap((event) => this.#reader.read(event));
  }

  close(isWhole: boolean): ChatEvent[] {
    return [...(isWhole ? this.#last() : []), ...this.#reader.close()];
  }

  /** An event above the bound is as good as one that never came. */
  #last(): ChatEvent[] {
    try {
      return this.#wire.close().flatMap((event) => this.#reader.read(event));
    } catch {
      return [];
    }
  }
}

const wholeBytesMax = 16 * 2 ** 20;

/** Of an answer above the bound nothing is read. */
class WholeReader implements AnswerReader {
  readonly #dialect: UpstreamDialect;
  #chunks: Uint8Array[] = [];
  #size = 0;

  constructor(dialect: UpstreamDialect) {
    this.#dialect = dialect;
  }

  push(chunk: Uint8Array): ChatEvent[] {
    this.#size += chunk.length;
    if (this.#size > wholeBytesMax) this.#chunks = [];
    else this.#chunks.push(chunk);
    return [];
  }

  close(isWhole: boolean): ChatEvent[] {
    if (!isWhole) return [];
    const text = Buffer.concat(this.#chunks).toString("utf8");
    try {
      return this.#dialect.readAnswer(JSON.parse(text) as JsonValue); // it makes nothing else
    } catch {
      return [];
    }
  }
}
