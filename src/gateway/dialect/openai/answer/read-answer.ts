import { isObject, type JsonValue } from "../../../../json.ts";
import type { ChatEvent } from "../../../chat/event.ts";
import { listOf } from "../../answer-members.ts";
import { readWhole } from "../../json-stream-reader.ts";
import { ChunkMachine } from "./stream-reader.ts";

/** A `chat.completion` is a stream of one chunk, whose delta is the message. */
export function readAnswer(body: JsonValue): ChatEvent[] {
  const choices = listOf(body, "choices").map((choice) =>
    isObject(choice) ? { ...choice, delta: choice["message"] ?? null } : choice,
  );
  return readWhole(new ChunkMachine(), [isObject(body) ? { ...body, choices } : body]);
}
