import { isObject, type JsonObject, type JsonValue } from "../../../../json.ts";
import { createCallIds } from "../../../chat/call-ids.ts";
import { endOf } from "../../../chat/ending.ts";
import type { ChatEvent } from "../../../chat/event.ts";
import { brokenOff, unreadable } from "../../../chat/upstream-error.ts";
import { listOf, objectOf, textOf } from "../../answer-members.ts";
import type { StreamReader } from "../../dialect.ts";
import { JsonStreamReader, readWhole, type AnswerMachine } from "../../json-stream-reader.ts";
import { readStreamError } from "../error.ts";
import { readFinish } from "./finish.ts";
import { readUsage } from "./usage.ts";

export function createStreamReader(): StreamReader {
  return new JsonStreamReader(new ResponseMachine());
}

/** A whole answer is a stream of one response. */
export function readAnswer(body: JsonValue): ChatEvent[] {
  return readWhole(new ResponseMachine(), [body]);
}

/** Reads `GenerateContentResponse`s: each has more parts of the first candidate, and the usage so far. */
class ResponseMachine implements AnswerMachine {
  #nextId: (() => string) | undefined;
  #open: "text" | "thinking" | undefined;
  #calledTools = false;
  /** Gemini's last word, of the candidate or of the prompt. */
  #finishReason: string | undefined;
  #isBlocked = false;

  read(response: JsonValue): ChatEvent[] {
    if (Array.isArray(response)) return response.flatMap((each) => this.read(each));
    if (!isObject(response)) return [{ type: "error", error: unreadable() }];
    if (isObject(response["error"])) return [{ type: "error", error: readStreamError(response) }];
    const events: ChatEvent[] = [];
    const usage = readUsage(response["usageMetadata"]);
    if (usage) events.push({ type: "usage", usage });
    if (!this.#nextId) {
      events.push(startOf(response));
      this.#nextId = createCallIds(textOf(response, "responseId") ?? "");
    }
    const candidate = listOf(response, "candidates")[0];
    for (const part of listOf(objectOf(candidate, "content"), "parts")) events.push(...this.#readPart(part));
    const blocked = textOf(objectOf(response, "promptFeedback"), "blockReason");
    if (blocked !== undefined) this.#isBlocked = true;
    this.#finishReason = textOf(candidate, "finishReason") ?? blocked ?? this.#finishReason;
    return events;
  }

  /** What comes after `finishReason` can still be of the answer: only the end of the bytes is the end. */
  finish(): ChatEvent[] {
    const raw = this.#finishReason;
    if (raw === undefined) return [{ type: "error", error: brokenOff() }];
    if (this.#isBlocked) return [{ type: "end", finish: { reason: "content_filter", raw } }];
    return [endOf(readFinish(raw, this.#calledTools))];
  }

  #readPart(part: JsonValue): ChatEvent[] {
    const value = textOf(part, "thoughtSignature") || undefined;
    const signature = value === undefined ? undefined : { by: "gemini" as const, value };
    const call = objectOf(part, "functionCall");
    if (call) return this.#readCall(call, signature);
    const isThought = isObject(part) && part["thought"] === true;
    const events = this.#readText(isThought ? "thinking" : "text", textOf(part, "text") ?? mediaText(part));
    if (!signature) return events;
    if (this.#open !== "thinking") events.push({ type: "thinking_start" });
    this.#open = undefined;
    return [...events, { type: "signature", signature }];
  }

  #readText(kind: "text" | "thinking", text: string): ChatEvent[] {
    if (text === "") return [];
    const begins = this.#open !== kind;
    this.#open = kind;
    return [...(begins ? [{ type: `${kind}_start` as const }] : []), { type: kind, text }];
  }

  /** Calls come whole. */
  #readCall(
    call: JsonObject,
    signature: Extract<ChatEvent, { type: "signature" }>["signature"] | undefined,
  ): ChatEvent[] {
    this.#open = undefined;
    this.#calledTools = true;
    const id = textOf(call, "id") || this.#nextId!();
    const start = { type: "tool_start" as const, id, name: textOf(call, "name") ?? "" };
    return [
      signature ? { ...start, signature } : start,
      { type: "tool_input", json: JSON.stringify(objectOf(call, "args") ?? {}) },
    ];
  }
}

function startOf(response: JsonObject): ChatEvent {
  return {
    type: "start",
    id: textOf(response, "responseId") ?? "",
    model: textOf(response, "modelVersion") ?? "",
  };
}

/** What stands for an image, or other media, that a model answered with: no caller's dialect has a place for it. */
function mediaText(part: JsonValue): string {
  const inline = objectOf(part, "inlineData");
  if (inline) {
    const bytes = Buffer.byteLength(textOf(inline, "data") ?? "", "base64");
    return `[${textOf(inline, "mimeType") ?? "media"}, ${bytes} bytes: not shown]`;
  }
  const file = objectOf(part, "fileData");
  return file ? `[${textOf(file, "mimeType") ?? "media"}: ${textOf(file, "fileUri") ?? "not shown"}]` : "";
}
