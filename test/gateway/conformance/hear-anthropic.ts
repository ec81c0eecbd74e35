import { isObject, type JsonObject } from "../../../src/json.ts";
import type { Heard } from "./reply.ts";

/**
 * Puts the events of a message together, as strictly as a client could: each is named, one `message_start` is first,
 * blocks do not overlap and have their numbers in order, none stays empty, `message_delta` and `message_stop` are last.
 */
export function hearMessageStream(wire: string): Heard {
  const events = eventsOf(wire).filter(({ type }) => type !== "ping");
  const failed = events.find(({ type }) => type === "error");
  if (failed) {
    if (failed !== events.at(-1)) throw new Error("something follows the error");
    return { events, answer: {}, error: failed["error"] as JsonObject };
  }
  const types = events.map(({ type }) => type);
  if (types[0] !== "message_start" || types.slice(-2).join() !== "message_delta,message_stop") {
    throw new Error(`out of order: ${types.join()}`);
  }
  return { events, answer: messageOf(events), error: undefined };
}

function eventsOf(wire: string): JsonObject[] {
  return wire
    .split("\n\n")
    .filter((text) => text !== "" && !text.startsWith(":"))
    .map((text) => {
      const [, event, data] = /^event: (\w+)\ndata: (.+)$/su.exec(text) ?? [];
      if (data === undefined) throw new Error(`no event: ${text}`);
      const json: JsonObject = JSON.parse(data);
      if (json["type"] !== event) throw new Error(`${event} is not ${String(json["type"])}`);
      return json;
    });
}

function messageOf(events: JsonObject[]): JsonObject {
  let message: JsonObject = {};
  const blocks: JsonObject[] = [];
  let open = -1;
  let input = "";
  for (const event of events) {
    const { index } = event;
    switch (event["type"]) {
      case "message_start":
        if (Object.keys(message).length > 0) throw new Error("the message starts twice");
        message = event["message"] as JsonObject;
        break;
      case "content_block_start":
        if (open !== -1 || index !== blocks.length) throw new Error(`the block ${String(index)} begins out of order`);
        open = blocks.length;
        input = "";
        blocks.push({ ...(event["content_block"] as JsonObject) });
        break;
      case "content_block_delta":
        if (index !== open) throw new Error(`the block ${String(index)} is not open`);
        input += addDelta(blocks.at(-1)!, event["delta"] as JsonObject);
        break;
      case "content_block_stop":
        if (index !== open) throw new Error(`the block ${String(index)} is not open`);
        finish(blocks.at(-1)!, input);
        open = -1;
        break;
      case "message_delta":
        message = merged(message, event);
        break;
      default:
    }
  }
  return { ...message, content: blocks };
}

/** The piece of a tool's input, if it is one. */
function addDelta(block: JsonObject, delta: JsonObject): string {
  const member = { text_delta: "text", thinking_delta: "thinking", signature_delta: "signature" }[
    String(delta["type"])
  ];
  if (member === undefined) return String(delta["partial_json"]);
  if (delta[member] === "") throw new Error(`an empty ${member}`);
  block[member] = `${String(block[member])}${String(delta[member])}`;
  return "";
}

function finish(block: JsonObject, input: string): void {
  if (block["type"] === "tool_use" && input !== "") block["input"] = JSON.parse(input);
  if (block["text"] === "") throw new Error("a block of text is empty");
}

function merged(message: JsonObject, { delta, usage }: JsonObject): JsonObject {
  const before = isObject(message["usage"]) ? message["usage"] : {};
  return { ...message, ...(delta as JsonObject), usage: { ...before, ...(usage as JsonObject) } };
}
