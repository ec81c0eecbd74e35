import type { ChatEvent, Finish, UpstreamError, Usage } from "./event.ts";
import type { Part, ThinkingPart, ToolUsePart } from "./request.ts";

/** An answer as far as it has come. */
export type Answer = {
  id: string;
  model: string;
  createdAtS?: number;
  /** As they would stand in an assistant's turn: none is empty. */
  parts: AnswerPart[];
  usage?: Usage;
  /** Neither this nor `error` where it broke off. */
  finish?: Finish;
  error?: UpstreamError;
};

export type AnswerPart = Extract<Part, { kind: "text" | "refusal" }> | ThinkingPart | ToolUsePart;

/** Gathers an answer from its events; at every moment `answer` is what has come. */
export class AnswerCollector {
  readonly answer: Answer = { id: "", model: "", parts: [] };
  /** The part that is open; it joins the others when something is in it. */
  #open: AnswerPart | undefined;

  add(event: ChatEvent): void {
    const { answer } = this;
    switch (event.type) {
      case "start":
        answer.id = event.id;
        answer.model = event.model;
        if (event.createdAtS !== undefined) answer.createdAtS = event.createdAtS;
        break;
      case "usage":
        answer.usage = { ...answer.usage, ...event.usage };
        break;
      case "end":
        answer.finish = event.finish;
        break;
      case "error":
        answer.error = event.error;
        break;
      case "text_start":
        this.#open = { kind: "text", text: "" };
        break;
      case "thinking_start":
        this.#open = { kind: "thinking", text: "", from: event.from };
        break;
      case "refusal_start":
        this.#open = { kind: "refusal", text: "" };
        break;
      case "redacted_thinking": {
        const signature = { by: event.by, value: "" };
        answer.parts.push({ kind: "thinking", text: "", redacted: event.data, signature });
        this.#open = undefined;
        break;
      }
      case "tool_start": {
        const { id, name, signature } = event;
        const part: ToolUsePart = { kind: "tool_use", id, name, input: "", ...(signature && { signature }) };
        answer.parts.push(part);
        this.#open = part;
        break;
      }
      case "text":
      case "refusal":
      case "thinking":
        if (this.#open?.kind === event.type && event.text !== "") {
          this.#open.text += event.text;
          this.#keep(this.#open);
        }
        break;
      case "signature":
        if (this.#open?.kind === "thinking") {
          this.#open.signature = event.signature;
          this.#keep(this.#open);
        }
        break;
      case "tool_input":
        if (this.#open?.kind === "tool_use") this.#open.input += event.json;
        break;
      default:
        event satisfies never;
    }
  }

  #keep(part: AnswerPart): void {
    if (this.answer.parts.at(-1) !== part) this.answer.parts.push(part);
  }
}

export function collectAnswer(events: Iterable<ChatEvent>): Answer {
  const collector = new AnswerCollector();
  for (const event of events) collector.add(event);
  return collector.answer;
}
