import { isObject, type JsonValue } from "../../../../json.ts";
import type { ChatEvent } from "../../../chat/event.ts";
import { parseSignature } from "../../../chat/signature.ts";
import { objectOf, textOf } from "../../answer-members.ts";

/**
 * Reads one content block. A part begins when something is in it: Anthropic begins blocks of text that stay empty. A
 * block of a kind that no other dialect has, such as a search that Anthropic ran, is nothing.
 */
export class BlockReader {
  readonly #kind: string | undefined;
  /** What the block began with: all of it, where the answer is whole. */
  readonly #block: JsonValue;
  #begun = false;

  constructor(block: JsonValue) {
    this.#block = block;
    this.#kind = textOf(block, "type");
  }

  start(): ChatEvent[] {
    const block = this.#block;
    switch (this.#kind) {
      case "text":
        return this.#text(textOf(block, "text"));
      case "thinking":
        return [...this.#thinking(textOf(block, "thinking")), ...this.#signature(textOf(block, "signature"))];
      case "redacted_thinking": {
        const data = textOf(block, "data") ?? "";
        const { by, value } = parseSignature(data).signature ?? { by: "anthropic", value: data };
        return [{ type: "redacted_thinking", data: value, by }];
      }
      case "tool_use":
        return [{ type: "tool_start", id: textOf(block, "id") ?? "", name: textOf(block, "name") ?? "" }];
      default:
        return [];
    }
  }

  delta(delta: JsonValue | undefined): ChatEvent[] {
    switch (textOf(delta, "type")) {
      case "text_delta":
        return this.#kind === "text" ? this.#text(textOf(delta, "text")) : [];
      case "thinking_delta":
        return this.#kind === "thinking" ? this.#thinking(textOf(delta, "thinking")) : [];
      case "signature_delta":
        return this.#kind === "thinking" ? this.#signature(textOf(delta, "signature")) : [];
      case "input_json_delta":
        return this.#kind === "tool_use" ? this.#input(textOf(delta, "partial_json")) : [];
      default:
        return [];
    }
  }

  /** An input that came with the block's beginning counts where no other came. */
  stop(): ChatEvent[] {
    const input = objectOf(this.#block, "input");
    if (this.#kind !== "tool_use" || this.#begun || !isObject(input) || Object.keys(input).length === 0) return [];
    return this.#input(JSON.stringify(input));
  }

  #text(text: string | undefined): ChatEvent[] {
    if (!text) return [];
    return [...this.#begin({ type: "text_start" }), { type: "text", text }];
  }

  #thinking(text: string | undefined): ChatEvent[] {
    if (!text) return [];
    return [...this.#begin({ type: "thinking_start" }), { type: "thinking", text }];
  }

  /** A signature alone is a part too: without it, Anthropic refuses the next turn. */
  #signature(text: string | undefined): ChatEvent[] {
    if (!text) return [];
    const { signature } = parseSignature(text);
    return [
      ...this.#begin({ type: "thinking_start" }),
      ...(signature ? [{ type: "signature" as const, signature }] : []),
    ];
  }

  #input(json: string | undefined): ChatEvent[] {
    if (!json) return [];
    this.#begun = true;
    return [{ type: "tool_input", json }];
  }

  #begin(start: ChatEvent): ChatEvent[] {
    if (this.#begun) return [];
    this.#begun = true;
    return [start];
  }
}
