import { AppError } from "../../../../error.ts";
import type { JsonObject, JsonValue } from "../../../../json.ts";
import { heldThoughtCharsMax } from "../../../answer/answer-bounds.ts";
import { AnswerCollector } from "../../../chat/answer.ts";
import { settleReason } from "../../../chat/ending.ts";
import type { ChatEvent, Finish, UpstreamError, Usage } from "../../../chat/event.ts";
import type { ChatRequest } from "../../../chat/request.ts";
import type { SseEvent } from "../../../chat/sse.ts";
import type { StreamWriter } from "../../dialect.ts";
import { formatError } from "../error.ts";
import { formatThinkingBlocks, type Place, type Thought } from "../thinking-blocks.ts";
import { formatCall, formatFunctionCall, noInput } from "../call.ts";
import { charsOf } from "./event-chars.ts";
import { formatFinish } from "./finish.ts";
import { idOf, nowS } from "./format-answer.ts";
import { formatUsage } from "./usage.ts";

type Asked = Pick<ChatRequest, "streamUsage" | "functionCalls">;

export function createStreamWriter(asked: Asked): StreamWriter {
  return new ChunkWriter(asked);
}

export function formatStreamError(error: UpstreamError): SseEvent {
  return { data: JSON.stringify(formatError(error)) };
}

export const ping = ": ping\n\n";

/**
 * Writes `chat.completion.chunk`s: the role first, a call's id and name once, one `finish_reason`, the usage in a chunk
 * without choices where it was asked for, then `[DONE]`. A stream that failed ends in its error, without `[DONE]`.
 * Errors: unavailable, where more is thought than can be kept.
 */
class ChunkWriter implements StreamWriter {
  readonly #asked: Asked;
  /** The members that all chunks share. */
  #head: JsonObject = {};
  #usage: Usage | undefined;
  #callIndex = -1;
  /** The open call has had no input yet. */
  #awaitsInput = false;
  /** Kept until the answer ends: only then is it known whether they are sent once more, with their signatures. */
  readonly #thoughts = new AnswerCollector();
  /** Of each thought. */
  readonly #places: Place[] = [];
  #saidCharacters = 0;
  #thoughtChars = 0;

  constructor(asked: Asked) {
    this.#asked = asked;
  }

  write(event: ChatEvent): SseEvent[] {
    switch (event.type) {
      case "start":
        this.#head = headOf(event);
        return [this.#delta({ role: "assistant", content: null })];
      case "text":
        this.#saidCharacters += event.text.length;
        return event.text === "" ? [] : [this.#delta({ content: event.text })];
      case "refusal":
        return event.text === "" ? [] : [this.#delta({ refusal: event.text })];
      case "thinking":
        this.#keep(event);
        return event.text === "" ? [] : [this.#delta({ reasoning_content: event.text })];
      case "thinking_start":
      case "signature":
      case "redacted_thinking":
        this.#keep(event);
        return this.#endCall();
      case "text_start":
      case "refusal_start":
        return this.#endCall();
      case "tool_start":
        return this.#startCall(event);
      case "tool_input":
        return event.json === "" ? [] : this.#input(event.json);
      case "usage":
        this.#usage = { ...this.#usage, ...event.usage };
        return [];
      case "end":
        return this.#end(event.finish);
      case "error":
        return [formatStreamError(event.error)];
    }
  }

  #keep(event: ThoughtEvent): void {
    this.#thoughtChars += charsOf([event]);
    if (this.#thoughtChars > heldThoughtCharsMax) {
      throw new AppError("unavailable", `the provider sent more than ${heldThoughtCharsMax} characters of thinking`);
    }
    this.#thoughts.add(event);
    const isNew = this.#thoughts.answer.parts.length > this.#places.length;
    if (isNew) this.#places.push({ characters: this.#saidCharacters, calls: this.#callIndex + 1 });
  }

  #placed(): Thought[] {
    const { parts } = this.#thoughts.answer;
    return parts.flatMap((part, i) => (part.kind === "thinking" ? [{ part, after: this.#places[i]! }] : [])); // has each
  }

  #startCall(event: Extract<ChatEvent, { type: "tool_start" }>): SseEvent[] {
    const ended = this.#endCall();
    this.#awaitsInput = true;
    const index = ++this.#callIndex;
    return [
      ...ended,
      ...this.#call({ tool_calls: [{ index, ...formatCall(event, "") }] }, formatFunctionCall(event, "")),
    ];
  }

  #input(json: string): SseEvent[] {
    this.#awaitsInput = false;
    const index = this.#callIndex;
    return this.#call({ tool_calls: [{ index, function: { arguments: json } }] }, { arguments: json });
  }

  /** A piece of a call; for a caller who asked with functions, of the one `function_call` that an answer can have. */
  #call(delta: JsonObject, functionCall: JsonObject): SseEvent[] {
    if (!this.#asked.functionCalls) return [this.#delta(delta)];
    return this.#callIndex === 0 ? [this.#delta({ function_call: functionCall })] : [];
  }

  #endCall(): SseEvent[] {
    return this.#awaitsInput ? this.#input(noInput) : [];
  }

  #end(finish: Finish): SseEvent[] {
    const events = this.#endCall();
    const thinkingBlocks = formatThinkingBlocks(this.#placed());
    if (thinkingBlocks.length > 0) events.push(this.#delta({ thinking_blocks: thinkingBlocks }));
    const reason = settleReason(finish.reason, this.#callIndex >= 0);
    events.push(this.#chunk([{ index: 0, delta: {}, finish_reason: formatFinish(reason, this.#asked.functionCalls) }]));
    if (this.#asked.streamUsage && this.#usage) events.push(this.#chunk([], formatUsage(this.#usage)));
    return [...events, { data: "[DONE]" }];
  }

  #delta(delta: JsonObject): SseEvent {
    return this.#chunk([{ index: 0, delta, finish_reason: null }]);
  }

  #chunk(choices: JsonValue[], usage: JsonObject | null = null): SseEvent {
    return { data: JSON.stringify({ ...this.#head, choices, ...(this.#asked.streamUsage && { usage }) }) };
  }
}

type ThoughtEvent = Extract<ChatEvent, { type: "thinking" | "thinking_start" | "signature" | "redacted_thinking" }>;

function headOf(start: Extract<ChatEvent, { type: "start" }>): JsonObject {
  return {
    id: idOf(start),
    object: "chat.completion.chunk",
    created: start.createdAtS ?? nowS(),
    model: start.model,
  };
}
