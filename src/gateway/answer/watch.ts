import { watchedCharsMax } from "./answer-bounds.ts";
import { AnswerCollector, type Answer } from "../chat/answer.ts";
import type { ChatEvent } from "../chat/event.ts";

/** What an event is counted as beside its text. */
const eventCharacters = 16;

/**
 * Sees an answer go by: each of its events, and once its end, with all that had come until then; `undefined` if nothing
 * had. Beyond a bound only the usage and how the answer ends are kept.
 */
export class Watch {
  readonly #collector = new AnswerCollector();
  readonly #onEnd: (answer: Answer | undefined) => Promise<unknown>;
  #firstAtMs: number | undefined;
  #seen = false;
  #characters = 0;
  #unread = 0;
  #ended: Promise<unknown> | undefined;

  constructor(onEnd: (answer: Answer | undefined) => Promise<unknown>) {
    this.#onEnd = onEnd;
  }

  /** `performance.now()` when the first of what the model said went by. */
  get firstAtMs(): number | undefined {
    return this.#firstAtMs;
  }

  /** Bytes of the answer that could not be read. */
  get unread(): number {
    return this.#unread;
  }

  miss(bytes: number): void {
    this.#unread = bytes;
  }

  see(events: readonly ChatEvent[]): void {
    if (events.length === 0) return;
    this.#seen = true;
    if (this.#firstAtMs === undefined && events.some(isSaid)) this.#firstAtMs = performance.now();
    for (const event of events) if (this.#isKept(event)) this.#collector.add(event);
  }

  /** Whoever sees the end calls this. What is done then is done once: later callers wait for it too. */
  end(): Promise<unknown> {
    this.#ended ??= this.#onEnd(this.#seen ? this.#collector.answer : undefined);
    return this.#ended;
  }

  #isKept(event: ChatEvent): boolean {
    if (event.type === "usage" || event.type === "end" || event.type === "error") return true;
    this.#characters += charactersOf(event) + eventCharacters;
    return this.#characters <= watchedCharsMax;
  }
}

function charactersOf(event: ChatEvent): number {
  if ("text" in event) return event.text.length;
  return "json" in event ? event.json.length : 0;
}

const isSaid = ({ type }: ChatEvent) => type === "text" || type === "thinking" || type === "tool_start";
