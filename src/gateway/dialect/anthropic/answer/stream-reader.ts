import { isObject, type JsonObject, type JsonValue } from "../../../../json.ts";
import { endOf } from "../../../chat/ending.ts";
import type { ChatEvent, Finish } from "../../../chat/event.ts";
import { brokenOff, unreadable, upstreamError } from "../../../chat/upstream-error.ts";
import { listOf, numberOf, objectOf, textOf } from "../../answer-members.ts";
import type { StreamReader } from "../../dialect.ts";
import { JsonStreamReader, readWhole, type AnswerMachine } from "../../json-stream-reader.ts";
import { readStreamError } from "../error.ts";
import { BlockReader } from "./block-reader.ts";
import { readFinish } from "./finish.ts";
import { readUsage, withUsage } from "./usage.ts";

export function createStreamReader(): StreamReader {
  return new JsonStreamReader(new MessageMachine());
}

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

/** Anthropic never has two open at once. */
const openBlocksMax = 256;

/** Reads the events of a message, each by the `type` in its data. What it does not know, such as `ping`, is nothing. */
class MessageMachine implements AnswerMachine {
  /** By index; those that were not told to stop are open. */
  readonly #blocks = new Map<number, BlockReader>();
  /** What was said of the usage so far. */
  #usage: JsonObject = {};
  #finish: Finish | undefined;

  read(event: JsonValue): ChatEvent[] {
    const type = textOf(event, "type");
    switch (type) {
      case "message_start":
        return this.#start(objectOf(event, "message"));
      case "content_block_start":
        return this.#startBlock(numberOf(event, "index") ?? 0, objectOf(event, "content_block") ?? {});
      case "content_block_delta":
        return this.#blocks.get(numberOf(event, "index") ?? 0)?.delta(objectOf(event, "delta")) ?? [];
      case "content_block_stop":
        return this.#stopBlock(numberOf(event, "index") ?? 0);
      case "message_delta":
        return this.#endMessage(event);
      case "message_stop":
        return this.finish();
      case "error":
        return [{ type: "error", error: readStreamError(event) }];
      case undefined:
        return [{ type: "error", error: objectOf(event, "error") ? readStreamError(event) : unreadable() }];
      default:
        return [];
    }
  }

  finish(): ChatEvent[] {
    return [this.#finish === undefined ? { type: "error", error: brokenOff() } : endOf(this.#finish)];
  }

  /** What was read is known before the answer begins. */
  #start(message: JsonValue | undefined): ChatEvent[] {
    const start = { type: "start" as const, id: textOf(message, "id") ?? "", model: textOf(message, "model") ?? "" };
    return [...this.#use(objectOf(message, "usage")), start];
  }

  #startBlock(index: number, content: JsonObject): ChatEvent[] {
    const block = new BlockReader(content);
    this.#blocks.set(index, block);
    if (this.#blocks.size <= openBlocksMax) return block.start();
    const message = `the provider began more than ${openBlocksMax} blocks without ending them`;
    return [{ type: "error", error: upstreamError(502, "unavailable", { message }) }];
  }

  #stopBlock(index: number): ChatEvent[] {
    const events = this.#blocks.get(index)?.stop() ?? [];
    this.#blocks.delete(index);
    return events;
  }

  /** The counts are of the whole message so far; those that are left out were said at its start. */
  #endMessage(event: JsonValue): ChatEvent[] {
    const delta = objectOf(event, "delta");
    const reason = textOf(delta, "stop_reason");
    if (reason !== undefined) this.#finish = readFinish(reason, textOf(delta, "stop_sequence"));
    return this.#use(objectOf(event, "usage"));
  }

  #use(json: JsonObject | undefined): ChatEvent[] {
    if (json === undefined) return [];
    this.#usage = withUsage(this.#usage, json);
    return [{ type: "usage", usage: readUsage(this.#usage) }];
  }
}
