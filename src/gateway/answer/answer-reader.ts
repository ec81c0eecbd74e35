import type { JsonValue } from "../../json.ts";
import type { ChatEvent } from "../chat/event.ts";
import { SseReader } from "../chat/sse-reader.ts";
import { isWholeFrom, type BodyForm } from "../chat/sse.ts";
import type { UpstreamDialect } from "../dialect/dialect.ts";
import { textOfBody } from "../upstream/read-body.ts";
import { understoodBytesMax } from "./answer-bounds.ts";

/** Reads an answer's bytes, cut anywhere, as the events that they mean. */
export interface AnswerReader {
  /** Errors: unavailable, for an event above the bound. */
  push(chunk: Uint8Array): ChatEvent[];
  /** At the end of the bytes, or where they broke off: what is still to be said. Never throws. */
  close(isWhole: boolean): ChatEvent[];
  /** Bytes that said nothing, as they were too many or broke off: what they cost can only be estimated. */
  readonly unread: number;
}

export function createAnswerReader(dialect: UpstreamDialect, form: BodyForm): AnswerReader {
  switch (form) {
    case "events":
      return new EventsReader(dialect);
    case "whole":
      return new WholeReader(dialect);
    case "untold":
      return new UntoldReader(dialect);
  }
}

class EventsReader implements AnswerReader {
  readonly #wire = new SseReader();
  readonly #reader;
  #unread = 0;

  constructor(dialect: UpstreamDialect) {
    this.#reader = dialect.createStreamReader();
  }

  get unread(): number {
    return this.#unread;
  }

  push(chunk: Uint8Array): ChatEvent[] {
    this.#unread += chunk.length;
    const events = this.#wire.push(chunk);
    if (events.length > 0) this.#unread = 0;
    return events.flatMap((event) => this.#reader.read(event));
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

/** Of a stream that was asked for, unless its first bytes are a whole answer's. */
class UntoldReader implements AnswerReader {
  readonly #events: EventsReader;
  readonly #whole: WholeReader;
  #isWhole: boolean | undefined;

  constructor(dialect: UpstreamDialect) {
    this.#events = new EventsReader(dialect);
    this.#whole = new WholeReader(dialect);
  }

  get unread(): number {
    return (this.#isWhole === true ? this.#whole : this.#events).unread;
  }

  push(chunk: Uint8Array): ChatEvent[] {
    this.#isWhole ??= isWholeFrom(chunk);
    return this.#isWhole === true ? this.#whole.push(chunk) : this.#events.push(chunk);
  }

  /** Of a whole answer that cannot be read, the events that never came say that it broke off. */
  close(isWhole: boolean): ChatEvent[] {
    const read = this.#isWhole === true ? this.#whole.close() : [];
    return read.length > 0 ? read : this.#events.close(isWhole);
  }
}

/** Of an answer above the bound nothing is read but its length. */
class WholeReader implements AnswerReader {
  readonly #dialect: UpstreamDialect;
  #chunks: Uint8Array[] = [];
  #size = 0;

  constructor(dialect: UpstreamDialect) {
    this.#dialect = dialect;
  }

  push(chunk: Uint8Array): ChatEvent[] {
    this.#size += chunk.length;
    if (this.#size > understoodBytesMax) this.#chunks = [];
    else this.#chunks.push(chunk);
    return [];
  }

  get unread(): number {
    return this.#size;
  }

  /** All may have come, though the end did not. */
  close(): ChatEvent[] {
    const text = textOfBody(Buffer.concat(this.#chunks));
    try {
      const events = this.#dialect.readAnswer(JSON.parse(text) as JsonValue); // it makes nothing else
      this.#size = 0;
      return events;
    } catch {
      return [];
    }
  }
}
