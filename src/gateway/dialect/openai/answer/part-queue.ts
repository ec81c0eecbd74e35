import { heldCallCharsMax } from "../../../answer/answer-bounds.ts";
import type { ChatEvent } from "../../../chat/event.ts";
import { JsonEnd } from "../../../chat/json-end.ts";
import { charsOf } from "./event-chars.ts";

/** Parts that are text. OpenAI does not say where one ends: it does where another begins. */
export type TextKind = "text" | "thinking" | "refusal";

type QueuedPart = {
  kind: TextKind | "tool";
  /** Not told yet: the part waits for the one before it. */
  held: ChatEvent[];
  /** Of a tool's part: whether its input is whole. None where that is no JSON: it is whole when the answer is. */
  input?: JsonEnd;
};

/**
 * Puts the parts of an answer one after another. OpenAI tells the inputs of parallel calls in any order; the first
 * call passes as it comes, those after it are held until its input is whole, or the answer is.
 */
export class PartQueue {
  /** The first is open: what comes for it passes. */
  readonly #parts: QueuedPart[] = [];
  readonly #heldCharsMax: number;
  #heldChars = 0;

  constructor(heldCharsMax = heldCallCharsMax) {
    this.#heldCharsMax = heldCharsMax;
  }

  /** More was held than is allowed. */
  get isFull(): boolean {
    return this.#heldChars > this.#heldCharsMax;
  }

  /** Counts what is held, in the queue or beside it by a call that cannot join it yet; negative once it is let go. */
  hold(chars: number): void {
    this.#heldChars += chars;
  }

  addText(kind: TextKind, text: string): ChatEvent[] {
    const last = this.#parts.at(-1);
    if (last?.kind === kind) return this.#tell(last, { type: kind, text });
    const part: QueuedPart = { kind, held: [{ type: `${kind}_start` }, { type: kind, text }] };
    return this.#enqueue(part);
  }

  /** Begins a call; what is returned stands for it in `addInput`. */
  addTool(start: Extract<ChatEvent, { type: "tool_start" }>, isJson = true): { call: QueuedPart; events: ChatEvent[] } {
    const call: QueuedPart = { kind: "tool", held: [start], input: isJson ? new JsonEnd() : undefined };
    return { call, events: this.#enqueue(call) };
  }

  /** Undefined for a call that was whole, and is over. */
  addInput(call: QueuedPart, json: string): ChatEvent[] | undefined {
    if (!this.#parts.includes(call)) return undefined;
    call.input?.add(json);
    return [...this.#tell(call, { type: "tool_input", json }), ...this.#advance()];
  }

  /** The answer is whole: so is each part. */
  flush(): ChatEvent[] {
    const [, ...waiting] = this.#parts.splice(0);
    this.#heldChars = 0;
    return waiting.flatMap(({ held }) => held);
  }

  #enqueue(part: QueuedPart): ChatEvent[] {
    this.#parts.push(part);
    this.hold(charsOf(part.held));
    return this.#parts.length === 1 ? this.#release(part) : this.#advance();
  }

  #tell(part: QueuedPart, event: ChatEvent): ChatEvent[] {
    if (part === this.#parts[0]) return [event];
    part.held.push(event);
    this.hold(charsOf([event]));
    return [];
  }

  #advance(): ChatEvent[] {
    const events: ChatEvent[] = [];
    while (this.#parts.length > 1 && isOver(this.#parts[0]!)) {
      this.#parts.shift();
      events.push(...this.#release(this.#parts[0]!));
    }
    return events;
  }

  #release(part: QueuedPart): ChatEvent[] {
    this.hold(-charsOf(part.held));
    return part.held.splice(0);
  }
}

/** Whether nothing more can come for a part that is followed by another. */
function isOver({ kind, input }: QueuedPart): boolean {
  return kind !== "tool" || input?.complete === true;
}
