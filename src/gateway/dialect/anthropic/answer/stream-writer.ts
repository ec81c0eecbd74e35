import type { JsonObject } from "../../../../json.ts";
import type { ChatEvent, Finish, UpstreamError, Usage } from "../../../chat/event.ts";
import type { Signature } from "../../../chat/request.ts";
import { formatSignature } from "../../../chat/signature.ts";
import type { SseEvent } from "../../../chat/sse.ts";
import type { StreamWriter } from "../../dialect.ts";
import { callSignatureBlock, redactedBlock } from "../../thinking-block.ts";
import { formatError } from "../error.ts";
import { formatHead, formatStop, noUsage } from "./format-answer.ts";
import { formatUsage } from "./usage.ts";

export function createStreamWriter(): StreamWriter {
  return new MessageWriter();
}

export function formatStreamError(error: UpstreamError): SseEvent {
  return wire("error", formatError(error));
}

export const ping = 'event: ping\ndata: {"type": "ping"}\n\n';

/**
 * Writes the events of a message: blocks one after another, each begun, filled and stopped. Text and thinking begin
 * when something is in them, because clients send empty blocks back, and Anthropic refuses those.
 */
class MessageWriter implements StreamWriter {
  #index = -1;
  #open: "text" | "thinking" | "tool" | undefined;
  /** The open thinking has no signature yet. */
  #isUnsigned = false;
  /** Whose the newest thinking is. */
  #from: string | undefined;
  #usage: Usage = noUsage;
  readonly #held = { tools: false, refusal: false };

  write(event: ChatEvent): SseEvent[] {
    switch (event.type) {
      case "start":
        return [this.#start(event)];
      case "thinking_start": {
        const stopped = this.#stopBlock();
        this.#from = event.from;
        return stopped;
      }
      case "text_start":
      case "refusal_start":
        return this.#stopBlock();
      case "refusal":
        this.#held.refusal = true;
        return this.#text(event.text);
      case "text":
        return this.#text(event.text);
      case "thinking":
        return event.text === "" ? [] : this.#thinking({ type: "thinking_delta", thinking: event.text });
      case "signature":
        return this.#sign(event.signature);
      case "redacted_thinking":
        return [...this.#stopBlock(), ...this.#wholeBlock(redactedBlock(event.data, event.by))];
      case "tool_start":
        return this.#startTool(event);
      case "tool_input":
        return event.json === "" ? [] : [this.#delta({ type: "input_json_delta", partial_json: event.json })];
      case "usage":
        this.#usage = { ...this.#usage, ...event.usage };
        return [];
      case "end":
        return this.#end(event.finish);
      case "error":
        return [formatStreamError(event.error)];
    }
  }

  #start(event: Extract<ChatEvent, { type: "start" }>): SseEvent {
    const stop = { stop_reason: null, stop_sequence: null };
    const message = { ...formatHead(event), content: [], ...stop, usage: formatUsage(this.#usage) };
    return wire("message_start", { message });
  }

  #text(text: string): SseEvent[] {
    if (text === "") return [];
    const started = this.#open === "text" ? [] : this.#startBlock("text", { type: "text", text: "" });
    return [...started, this.#delta({ type: "text_delta", text })];
  }

  #thinking(delta: JsonObject): SseEvent[] {
    if (this.#open === "thinking") return [this.#delta(delta)];
    const started = this.#startBlock("thinking", { type: "thinking", thinking: "", signature: "" });
    this.#isUnsigned = true;
    return [...started, this.#delta(delta)];
  }

  #sign(signature: Signature | undefined): SseEvent[] {
    const events = this.#thinking({
      type: "signature_delta",
      signature: formatSignature(signature, "thinking", this.#from),
    });
    this.#isUnsigned = false;
    return events;
  }

  #startTool({ id, name, signature }: Extract<ChatEvent, { type: "tool_start" }>): SseEvent[] {
    this.#held.tools = true;
    return [
      ...this.#stopBlock(),
      ...(signature === undefined ? [] : this.#wholeBlock(callSignatureBlock(signature))),
      ...this.#startBlock("tool", { type: "tool_use", id, name, input: {} }),
    ];
  }

  #end(finish: Finish): SseEvent[] {
    return [
      ...this.#stopBlock(),
      wire("message_delta", { delta: formatStop(finish, this.#held), usage: formatUsage(this.#usage) }),
      wire("message_stop", {}),
    ];
  }

  #startBlock(open: "text" | "thinking" | "tool", block: JsonObject): SseEvent[] {
    const stopped = this.#stopBlock();
    this.#open = open;
    this.#index++;
    return [...stopped, wire("content_block_start", { index: this.#index, content_block: block })];
  }

  #delta(delta: JsonObject): SseEvent {
    return wire("content_block_delta", { index: this.#index, delta });
  }

  #stopBlock(): SseEvent[] {
    if (this.#open === undefined) return [];
    const signed = this.#open === "thinking" && this.#isUnsigned ? this.#sign(undefined) : [];
    this.#open = undefined;
    return [...signed, wire("content_block_stop", { index: this.#index })];
  }

  /** A signature goes in a delta, as Anthropic sends it: clients of streams look for it there. */
  #wholeBlock(block: JsonObject): SseEvent[] {
    const index = ++this.#index;
    const { signature } = block;
    const begun = signature === undefined ? block : { ...block, signature: "" };
    return [
      wire("content_block_start", { index, content_block: begun }),
      ...(signature === undefined
        ? []
        : [wire("content_block_delta", { index, delta: { type: "signature_delta", signature } })]),
      wire("content_block_stop", { index }),
    ];
  }
}

/** The event's name stands in its data too. */
function wire(type: string, members: JsonObject): SseEvent {
  return { event: type, data: JSON.stringify({ type, ...members }) };
}
