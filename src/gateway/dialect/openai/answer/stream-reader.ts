import { isObject, type JsonObject, type JsonValue } from "../../../../json.ts";
import { endOf } from "../../../chat/ending.ts";
import type { ChatEvent, Finish } from "../../../chat/event.ts";
import { brokenOff, unreadable, upstreamError } from "../../../chat/upstream-error.ts";
import { listOf, numberOf, objectOf, textOf } from "../../answer-members.ts";
import type { StreamReader } from "../../dialect.ts";
import { JsonStreamReader, readWhole, type AnswerMachine } from "../../json-stream-reader.ts";
import { readStreamError } from "../error.ts";
import { textsOf } from "./content.ts";
import { readFinish } from "./finish.ts";
import { PartQueue } from "./part-queue.ts";
import { ToolSlots } from "./tool-slots.ts";
import { readUsage } from "./usage.ts";

export function createStreamReader(): StreamReader {
  return new JsonStreamReader(new ChunkMachine());
}

/** A `chat.completion` is a stream of one chunk, whose delta is the message. */
export function readAnswer(body: JsonValue): ChatEvent[] {
  const choices = listOf(body, "choices").map((choice) =>
    isObject(choice) ? { ...choice, delta: choice["message"] ?? null } : choice,
  );
  return readWhole(new ChunkMachine(), [isObject(body) ? { ...body, choices } : body]);
}

/** Reads `chat.completion.chunk`s: the first choice only, since no other dialect has more. */
export class ChunkMachine implements AnswerMachine {
  readonly #queue = new PartQueue();
  #tools: ToolSlots | undefined;
  #finish: Finish | undefined;
  #hasDelta = false;

  read(chunk: JsonValue): ChatEvent[] {
    if (!isObject(chunk)) return [{ type: "error", error: unreadable() }];
    if (isFailure(chunk)) return [...this.#queue.flush(), { type: "error", error: readStreamError(chunk) }];
    const usage = readUsage(chunk["usage"]);
    const choice = listOf(chunk, "choices").find((choice) => (numberOf(choice, "index") ?? 0) === 0);
    return [
      ...(usage ? [{ type: "usage" as const, usage }] : []),
      ...(choice === undefined ? [] : this.#readChoice(chunk, choice)),
    ];
  }

  /** The usage comes after `finish_reason`: the end waits for it. */
  finish(): ChatEvent[] {
    if (!this.#finish) return [...this.#queue.flush(), { type: "error", error: brokenOff() }];
    return [...this.#queue.flush(), ...(this.#tools?.finish() ?? []), endOf(this.#finish)];
  }

  #readChoice(chunk: JsonObject, choice: JsonValue): ChatEvent[] {
    const events: ChatEvent[] = [];
    if (!this.#tools) events.push(startOf(chunk));
    const tools = (this.#tools ??= new ToolSlots(this.#queue, textOf(chunk, "id") ?? ""));
    const delta = this.#deltaOf(choice);
    for (const [kind, text] of textsOf(delta)) events.push(...this.#queue.addText(kind, text));
    callsIn(delta).forEach((call, position) => events.push(...tools.add(call, position)));
    const reason = textOf(choice, "finish_reason");
    if (reason) this.#finish = readFinish(reason);
    if (this.#queue.isFull) {
      const message = "the provider sent more incomplete tool calls than can be held";
      events.push({ type: "error", error: upstreamError(502, "unavailable", { message }) });
    }
    return events;
  }

  /** Some servers stream a `message` instead; others say all of it once more after the deltas, in a `message` of the last. */
  #deltaOf(choice: JsonValue): JsonObject | undefined {
    const delta = objectOf(choice, "delta");
    this.#hasDelta ||= delta !== undefined;
    return this.#hasDelta ? delta : objectOf(choice, "message");
  }
}

/** xAI puts a text there, others an object or `null`; Mistral and vLLM say it by the kind of the object. */
function isFailure(chunk: JsonObject): boolean {
  return (chunk["error"] !== undefined && chunk["error"] !== null) || chunk["object"] === "error";
}

/** Before there were tools there was one call, without an id. Some servers say that beside today's calls. */
function callsIn(delta: JsonObject | undefined): JsonValue[] {
  const calls = listOf(delta, "tool_calls");
  const called = objectOf(delta, "function_call");
  return calls.length > 0 || called === undefined ? calls : [{ index: 0, function: called }];
}

function startOf(chunk: JsonObject): ChatEvent {
  const createdAtS = numberOf(chunk, "created");
  const start = { type: "start" as const, id: textOf(chunk, "id") ?? "", model: textOf(chunk, "model") ?? "" };
  return createdAtS === undefined ? start : { ...start, createdAtS };
}
