import type { ChatEvent } from "../../../src/gateway/chat/event.ts";
import type { JsonObject, JsonValue } from "../../../src/json.ts";
import { SseReader } from "../../../src/gateway/chat/sse-reader.ts";
import { formatSse, type SseEvent } from "../../../src/gateway/chat/sse.ts";
import { formatAnswer as formatAnthropicAnswer } from "../../../src/gateway/dialect/anthropic/answer/format-answer.ts";
import {
  createStreamReader as createAnthropicReader,
  readAnswer as readAnthropicAnswer,
} from "../../../src/gateway/dialect/anthropic/answer/stream-reader.ts";
import { createStreamWriter as createAnthropicWriter } from "../../../src/gateway/dialect/anthropic/answer/stream-writer.ts";
import type { StreamReader } from "../../../src/gateway/dialect/dialect.ts";
import {
  createStreamReader as createGeminiReader,
  readAnswer as readGeminiAnswer,
} from "../../../src/gateway/dialect/gemini/answer/stream-reader.ts";
import { formatAnswer as formatOpenAiAnswer } from "../../../src/gateway/dialect/openai/answer/format-answer.ts";
import {
  createStreamReader as createOpenAiReader,
  readAnswer as readOpenAiAnswer,
} from "../../../src/gateway/dialect/openai/answer/stream-reader.ts";
import { createStreamWriter as createOpenAiWriter } from "../../../src/gateway/dialect/openai/answer/stream-writer.ts";

export const upstreams = {
  openai: { readAnswer: readOpenAiAnswer, createStreamReader: createOpenAiReader },
  anthropic: { readAnswer: readAnthropicAnswer, createStreamReader: createAnthropicReader },
  gemini: { readAnswer: readGeminiAnswer, createStreamReader: createGeminiReader },
};

export const callers = {
  openai: { formatAnswer: formatOpenAiAnswer, createStreamWriter: createOpenAiWriter },
  anthropic: { formatAnswer: formatAnthropicAnswer, createStreamWriter: createAnthropicWriter },
};

export type Upstream = keyof typeof upstreams;
export type Caller = keyof typeof callers;

export const upstreamNames: Upstream[] = ["openai", "anthropic", "gemini"];
export const callerNames: Caller[] = ["openai", "anthropic"];

/** The wire of a stream whose events are these objects; Anthropic's are named, OpenAI's end in `[DONE]`. */
export function wireOf(upstream: Upstream, pieces: JsonObject[]): string {
  const events = pieces.map((piece): SseEvent => {
    const data = JSON.stringify(piece);
    return upstream === "anthropic" ? { event: String(piece["type"]), data } : { data };
  });
  if (upstream === "openai") events.push({ data: "[DONE]" });
  return events.map(formatSse).join("");
}

/** What a stream means, read to its end, in chunks of so many bytes. */
export function readWire(upstream: Upstream, wire: string, chunkBytes = Infinity): ChatEvent[] {
  return readBytes(upstreams[upstream].createStreamReader(), Buffer.from(wire), chunkBytes);
}

export function readBytes(reader: StreamReader, bytes: Uint8Array, chunkBytes = Infinity): ChatEvent[] {
  const sse = new SseReader();
  const events: ChatEvent[] = [];
  for (let at = 0; at < bytes.length; at += Math.min(chunkBytes, bytes.length)) {
    for (const event of sse.push(bytes.subarray(at, at + chunkBytes))) events.push(...reader.read(event));
  }
  for (const event of sse.close()) events.push(...reader.read(event));
  return [...events, ...reader.close()];
}

export function readPieces(upstream: Upstream, pieces: JsonObject[]): ChatEvent[] {
  return readWire(upstream, wireOf(upstream, pieces));
}

export function writeWire(caller: Caller, events: Iterable<ChatEvent>, streamUsage = true): string {
  const writer = callers[caller].createStreamWriter({ streamUsage });
  return [...events]
    .flatMap((event) => writer.write(event))
    .map(formatSse)
    .join("");
}

/** The data of a stream that we wrote, parsed, but for `[DONE]`. */
export function dataOf(wire: string): JsonValue[] {
  return new SseReader()
    .push(Buffer.from(wire))
    .map(({ data }): JsonValue => (data === "[DONE]" ? data : JSON.parse(data)));
}

/** One part's pieces joined, and of the counts only the last, first: what an answer means, however it was cut. */
export function canonical(events: ChatEvent[]): ChatEvent[] {
  const joined: ChatEvent[] = [];
  let usage: ChatEvent | undefined;
  for (const event of events) {
    const last = joined.at(-1);
    if (event.type === "usage") usage = event;
    else if (event.type === "tool_input" && last?.type === "tool_input") {
      joined.splice(-1, 1, { type: "tool_input", json: last.json + event.json });
    } else if (
      (event.type === "text" || event.type === "thinking" || event.type === "refusal") &&
      last?.type === event.type
    ) {
      joined.splice(-1, 1, { type: event.type, text: last.text + event.text });
    } else joined.push(event);
  }
  return usage ? [usage, ...joined] : joined;
}
