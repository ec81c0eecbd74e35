import { AnswerCollector, type Answer } from "../chat/answer.ts";
import type { ChatEvent } from "../chat/event.ts";
import { recordedCharsMax } from "./answer-bounds.ts";
import type { AnswerReader } from "./answer-reader.ts";

/** What an event is counted as beside its text. */
const eventCharacters = 16;

/**
 * Records an answer while it is passed on, and hands over what was recorded once, when it ends: `undefined` if nothing
 * came. Beyond a bound only the usage and how the answer ends are kept.
 */
export class AnswerRecorder {
  /** Whoever reads the answer's bytes, where these come in pieces. */
  reader: Pick<AnswerReader, "unread"> | undefined;
  readonly #collector = new AnswerCollector();
  readonly #onEnd: (answer: Answer | undefined) => Promise<unknown>;
  #firstAtMs: number | undefined;
  #isEmpty = true;
  #characters = 0;
  #ended: Promise<unknown> | undefined;

  constructor(onEnd: (answer: Answer | undefined) => Promise<unknown>) {
    this.#onEnd = onEnd;
  }

  /** `performance.now()` when the first of what the model said came. */
  get firstAtMs(): number | undefined {
    return this.#firstAtMs;
  }

  /** Bytes of the answer that were not understood by now: it may end before its reader is closed, as its caller left. */
  get unread(): number {
    return this.reader?.unread ?? 0;
  }

  record(events: readonly ChatEvent[]): void {
    if (events.length === 0) return;
    this.#isEmpty = false;
    if (this.#firstAtMs === undefined && events.some(isSaid)) this.#firstAtMs = performance.now();
    for (const event of events) if (this.#isKept(event)) this.#collector.add(event);
  }

  /** Whoever sees the end calls this. What follows from it is done once: later callers wait for the same. */
  end(): Promise<unknown> {
    this.#ended ??= this.#onEnd(this.#isEmpty ? undefined : this.#collector.answer);
    return this.#ended;
  }

  #isKept(event: ChatEvent): boolean {
    if (event.type === "usage" || event.type === "end" || event.type === "error") return true;
    this.#characters += charactersOf(event) + eventCharacters;
    return this.#characters <= recordedCharsMax;
  }
}

function charactersOf(event: ChatEvent): number {
  if ("text" in event) return event.text.length;
  return "json" in event ? event.json.length : 0;
}

const isSaid = ({ type }: ChatEvent) => type === "text" || type === "thinking" || type === "tool_start";
