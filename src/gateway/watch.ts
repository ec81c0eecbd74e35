import { AnswerCollector, type Answer } from "./chat/answer.ts";
import type { ChatEvent } from "./chat/event.ts";

/**
 * What is learned of an answer while it goes by: each of its events, then once that it has ended, with what had come
 * until then: nothing, if nothing had.
 */
export class Watch {
  readonly #collector = new AnswerCollector();
  readonly #onEnd: (answer: Answer | undefined) => Promise<unknown>;
  #firstAtMs: number | undefined;
  #seen = false;
  #ended: Promise<unknown> | undefined;

  constructor(onEnd: (answer: Answer | undefined) => Promise<unknown>) {
    this.#onEnd = onEnd;
  }

  /** `performance.now()` when something that a model said first went by. */
  get firstAtMs(): number | undefined {
    return this.#firstAtMs;
  }

  see(events: readonly ChatEvent[]): void {
    if (events.length === 0) return;
    this.#seen = true;
    if (this.#firstAtMs === undefined && events.some(isSaid)) this.#firstAtMs = performance.now();
    for (const event of events) this.#collector.add(event);
  }

  /** Whoever sees the end first says so; the others wait with it for what is done then. */
  end(): Promise<unknown> {
    this.#ended ??= this.#onEnd(this.#seen ? this.#collector.answer : undefined);
    return this.#ended;
  }
}

const isSaid = ({ type }: ChatEvent) => type === "text" || type === "thinking" || type === "tool_start";
