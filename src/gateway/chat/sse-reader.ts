import { createParser, type EventSourceParser } from "eventsource-parser";
import { AppError } from "../../error.ts";
import { eventCharsMax } from "../answer/answer-bounds.ts";
import type { SseEvent } from "./sse.ts";

/** Reads server-sent events from bytes that are cut anywhere, within a character too. What it holds is bounded. */
export class SseReader {
  readonly #parser: EventSourceParser;
  readonly #decoder = new TextDecoder();
  readonly #charsMax: number;
  #events: SseEvent[] = [];
  #overflowed = false;

  constructor(charsMax = eventCharsMax) {
    this.#charsMax = charsMax;
    this.#parser = createParser({
      maxBufferSize: charsMax,
      onEvent: ({ event, data }) => {
        if (data.length > charsMax) this.#overflowed = true;
        else this.#events.push(event === undefined ? { data } : { event, data });
      },
      onError: ({ type }) => {
        if (type === "max-buffer-size-exceeded") this.#overflowed = true;
      },
    });
  }

  /** The events that a chunk completes. Errors: unavailable, at an event above the bound, and at each call after it. */
  push(chunk: Uint8Array): SseEvent[] {
    return this.#feed(this.#decoder.decode(chunk, { stream: true }));
  }

  /** At the end of the bytes: the last event, where it lacks its empty line. Errors: as `push`. */
  close(): SseEvent[] {
    return this.#feed(`${this.#decoder.decode()}\n\n`);
  }

  #feed(text: string): SseEvent[] {
    if (!this.#overflowed) this.#parser.feed(text);
    if (this.#overflowed) {
      this.#events = [];
      const message = `the provider sent an event of more than ${this.#charsMax} characters`;
      throw new AppError("unavailable", message, { isTaken: true });
    }
    const events = this.#events;
    this.#events = [];
    return events;
  }
}
