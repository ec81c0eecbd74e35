import type { JsonValue } from "../../json.ts";
import type { ChatEvent } from "../chat/event.ts";
import { tryParse } from "../chat/exact-json.ts";
import type { SseEvent } from "../chat/sse.ts";
import { unreadable } from "../chat/upstream-error.ts";
import type { StreamReader } from "./dialect.ts";

/** What is a dialect's own in the reading of a stream. */
export interface AnswerMachine {
  /** What a piece of the answer means. */
  read(value: JsonValue): ChatEvent[];
  /** The answer's end, as far as the pieces told it: `end` or `error` is the last event. */
  finish(): ChatEvent[];
}

/** Makes a machine a reader of streams: pieces are JSON, `[DONE]` is the end, and nothing follows an end or an error. */
export class JsonStreamReader implements StreamReader {
  readonly #machine: AnswerMachine;
  #isOver = false;

  constructor(machine: AnswerMachine) {
    this.#machine = machine;
  }

  read(event: SseEvent): ChatEvent[] {
    if (event.data === "" || this.#isOver) return [];
    if (event.data === "[DONE]") return this.close();
    const value = tryParse(event.data);
    if (value === undefined) return this.#upToEnd([{ type: "error", error: unreadable() }]);
    return this.#upToEnd(readBy(this.#machine, value));
  }

  close(): ChatEvent[] {
    return this.#isOver ? [] : this.#upToEnd(this.#machine.finish());
  }

  #upToEnd(events: ChatEvent[]): ChatEvent[] {
    const last = events.findIndex(isLast);
    this.#isOver = last >= 0;
    return this.#isOver ? events.slice(0, last + 1) : events;
  }
}

const isLast = ({ type }: ChatEvent) => type === "end" || type === "error";

/** A whole answer through the machine that reads streams: the same rules hold for both. */
export function readWhole(machine: AnswerMachine, pieces: Iterable<JsonValue>): ChatEvent[] {
  const events = [...pieces].flatMap((piece) => readBy(machine, piece));
  if (!events.some(isLast)) events.push(...machine.finish());
  return events.slice(0, events.findIndex(isLast) + 1);
}

/** What is nested thousands deep can be parsed, but neither be walked through nor written again: the stack ends. */
function readBy(machine: AnswerMachine, piece: JsonValue): ChatEvent[] {
  try {
    return machine.read(piece);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [{ type: "error", error: unreadable(error) }];
  }
}
