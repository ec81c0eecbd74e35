import { isObject, type JsonValue } from "../../../../json.ts";
import type { ChatEvent } from "../../../chat/event.ts";
import { listOf } from "../../answer-members.ts";
import { readWhole } from "../../json-stream-reader.ts";
import { MessageMachine } from "./stream-reader.ts";

/** A whole message is a stream whose blocks come whole. */
export function readAnswer(body: JsonValue): ChatEvent[] {
  return readWhole(new MessageMachine(), isObject(body) && body["type"] === "message" ? streamOf(body) : [body]);
}

function* streamOf(message: JsonValue): Iterable<JsonValue> {
  yield { type: "message_start", message };
  for (const [index, content_block] of listOf(message, "content").entries()) {
    yield { type: "content_block_start", index, content_block };
    yield { type: "content_block_stop", index };
  }
  yield { type: "message_delta", delta: message };
  yield { type: "message_stop" };
}
